#include "galois/DynamicBitset.h"

#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "support/Stress.h"

namespace {

TEST(DynamicBitset, SetsTestsAndCounts) {
  galois::DynamicBitSet bits(130);
  EXPECT_FALSE(bits.set(0));
  EXPECT_TRUE(bits.set(0));
  bits.set(64);
  bits.set(129);
  EXPECT_TRUE(bits.test(129));
  EXPECT_FALSE(bits.test(128));
  EXPECT_EQ(bits.count(), 3U);
  EXPECT_EQ(bits.getOffsets(), (std::vector<std::uint32_t>{0, 64, 129}));
  EXPECT_TRUE(bits.reset(64));
  EXPECT_FALSE(bits.reset(64));
  EXPECT_EQ(bits.getOffsets<std::uint64_t>(), (std::vector<std::uint64_t>{0, 129}));
  bits.reset(0, 200);
  EXPECT_EQ(bits.count(), 0U);
}

TEST(DynamicBitset, ShrinkingClearsTheBitsBeyond) {
  galois::DynamicBitSet bits(100);
  bits.set(99); // in a word that goes
  bits.set(60); // in a word that stays
  bits.set(50);
  bits.set(49);
  bits.resize(50);
  EXPECT_EQ(bits.count(), 1U);
  bits.resize(100);
  EXPECT_EQ(bits.getOffsets(), (std::vector<std::uint32_t>{49}));
}

TEST(DynamicBitset, ResizingToWholeWordsKeepsThem) {
  galois::DynamicBitSet bits(130);
  bits.set(100);
  bits.set(129);
  bits.resize(128);
  EXPECT_TRUE(bits.test(100));
  bits.resize(192);
  EXPECT_FALSE(bits.test(129));
  EXPECT_EQ(bits.count(), 1U);
}

TEST(DynamicBitset, GrowsIntoReservedMemory) {
  galois::DynamicBitSet bits;
  bits.reserve(1000);
  bits.resize(1);
  const auto* const words = bits.get_vec().data();
  bits.resize(1000);
  EXPECT_EQ(bits.get_vec().data(), words);
}

TEST(DynamicBitset, ResetsARangeWithBothItsEnds) {
  galois::DynamicBitSet bits(130);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits.set(i);
  }
  bits.reset(10, 20);
  EXPECT_TRUE(bits.test(9));
  EXPECT_FALSE(bits.test(10));
  EXPECT_FALSE(bits.test(20));
  EXPECT_TRUE(bits.test(21));
  bits.reset(100, 1000); // what lies beyond the end is ignored
  EXPECT_TRUE(bits.test(99));
  EXPECT_EQ(bits.count(), 89U);
  galois::DynamicBitSet whole(64); // no other word follows
  whole.set(49);
  whole.set(63);
  whole.reset(50, 1000);
  EXPECT_EQ(whole.getOffsets(), (std::vector<std::uint32_t>{49}));
}

TEST(DynamicBitset, CombinesBitwise) {
  galois::DynamicBitSet a(70), b(70), c(70);
  a.set(1);
  a.set(69);
  b.set(69);
  c.bitwise_and(a, b);
  EXPECT_EQ(c.getOffsets(), (std::vector<std::uint32_t>{69}));
  c.bitwise_xor(a);
  EXPECT_EQ(c.getOffsets(), (std::vector<std::uint32_t>{1}));
  c.bitwise_or(b);
  EXPECT_EQ(c.count(), 2U);
  c.bitwise_and(b);
  EXPECT_EQ(c.count(), 1U);
  c.bitwise_xor(a, b);
  EXPECT_EQ(c.getOffsets(), (std::vector<std::uint32_t>{1}));
  c.reset();
  EXPECT_EQ(c.count(), 0U);
}

TEST(DynamicBitset, OffsetsTakeNoMoreMemoryThanTheyNeed) {
  galois::DynamicBitSet bits(1000);
  for (std::size_t i = 0; i < 1000; i += 10) {
    bits.set(i);
  }
  const std::vector<std::uint32_t> offsets = bits.getOffsets();
  EXPECT_EQ(offsets.size(), 100U);
  EXPECT_EQ(offsets.capacity(), 100U);
}

TEST(DynamicBitset, SetsOfDifferentSizesAreNotCombined) {
  galois::DynamicBitSet a(70), b(70), shorter(69), longer(71);
  a.set(1);
  EXPECT_THROW(a.bitwise_or(shorter), std::logic_error);
  EXPECT_THROW(a.bitwise_and(longer), std::logic_error);
  EXPECT_THROW(a.bitwise_and(b, shorter), std::logic_error);
  EXPECT_THROW(a.bitwise_xor(longer, b), std::logic_error);
  EXPECT_EQ(a.getOffsets(), (std::vector<std::uint32_t>{1}));
}

TEST(DynamicBitset, StressThreadsSetNeighbouringBits) {
  constexpr unsigned kBits = 10000;
  galois::DynamicBitSet bits(kBits);
  std::atomic<unsigned> firsts{0};
  galois::test::runThreads(galois::test::kStressThreads, [&](unsigned tid) {
    for (unsigned i = 0; i < kBits; ++i) {
      if (!bits.set((i + tid * 631) % kBits)) {
        ++firsts;
      }
    }
  });
  EXPECT_EQ(firsts, kBits) << "exactly one thread set each bit first";
  EXPECT_EQ(bits.count(), kBits);
}

} // namespace
