#include "galois/runtime/loops/StealableSpan.h"

#include <gtest/gtest.h>

namespace {

using galois::runtime::ChunkSpan;
using Span = galois::runtime::StealableSpan<>;

TEST(StealableSpan, IsUnpublishedAtFirst) {
  Span span;
  ChunkSpan out;
  EXPECT_EQ(span.steal(out), Span::Theft::kUnpublished);
}

TEST(StealableSpan, EmptySharesArePublished) {
  Span span;
  span.publish({0, 0, 0});
  ChunkSpan out;
  EXPECT_EQ(span.steal(out), Span::Theft::kEmpty);
}

TEST(StealableSpan, OwnerClaimsChunksInOrder) {
  Span span;
  span.publish({3, 10, 12});
  ChunkSpan out;
  ASSERT_TRUE(span.claim(out));
  EXPECT_EQ(out.origin, 3U);
  EXPECT_EQ(out.begin, 10U);
  EXPECT_EQ(out.end, 11U);
  ASSERT_TRUE(span.claim(out));
  EXPECT_EQ(out.begin, 11U);
  EXPECT_FALSE(span.claim(out));
  EXPECT_EQ(span.steal(out), Span::Theft::kEmpty);
}

TEST(StealableSpan, ThiefTakesTheUpperHalfRoundedUp) {
  Span span;
  span.publish({1, 0, 5});
  ChunkSpan out;
  ASSERT_EQ(span.steal(out), Span::Theft::kTook);
  EXPECT_EQ(out.origin, 1U);
  EXPECT_EQ(out.begin, 2U);
  EXPECT_EQ(out.end, 5U);
  ASSERT_EQ(span.steal(out), Span::Theft::kTook);
  EXPECT_EQ(out.begin, 1U);
  EXPECT_EQ(out.end, 2U);
  ASSERT_EQ(span.steal(out), Span::Theft::kTook) << "the last chunk can be taken too";
  EXPECT_EQ(out.begin, 0U);
  EXPECT_EQ(out.end, 1U);
  EXPECT_EQ(span.steal(out), Span::Theft::kEmpty);
}

TEST(StealableSpan, HoldsTheLargestValues) {
  Span span;
  span.publish({Span::kMaxThreads - 1, Span::kMaxChunks - 1, Span::kMaxChunks});
  ChunkSpan out;
  ASSERT_TRUE(span.claim(out));
  EXPECT_EQ(out.origin, Span::kMaxThreads - 1);
  EXPECT_EQ(out.begin, Span::kMaxChunks - 1);
  EXPECT_EQ(span.steal(out), Span::Theft::kEmpty)
      << "an empty span differs from an unpublished one";
}

} // namespace
