#include "galois/worklists/parts/queues/BucketWidth.h"

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

/// Returns what a queue measures that pops as many tasks as are pushed, and in which no task was
/// evicted from a ring of 1024 buckets.
BucketWidth::Measurements calm(unsigned shift, double ahead, std::size_t tasks) {
  return {shift, ahead, tasks, 1024, 0, 1000, 1000};
}

TEST(BucketWidth, StaysWhereChildrenLieABucketAhead) {
  for (const std::size_t tasks : {0u, 1000u, 2000u}) {
    EXPECT_EQ(BucketWidth(1).decide(calm(7, 1, tasks)), 7u);
  }
}

TEST(BucketWidth, NearlyEmptyBucketsGetWiderUntilChildrenAreNear) {
  EXPECT_EQ(BucketWidth(1).decide(calm(0, 64, 100)),
            6u); // Children are 64, 32, 16, 8, 4, 2, 1 buckets ahead.
  EXPECT_EQ(BucketWidth(1).decide(calm(10, 64, 100)), 16u);
  EXPECT_EQ(BucketWidth(1).decide(calm(10, 64, 1000)), 14u) << "125 tasks per bucket then";
  EXPECT_EQ(BucketWidth(1).decide(calm(63, 64, 1000)), 63u);
}

TEST(BucketWidth, TheTargetDistanceOfChildrenIsAParameter) {
  EXPECT_EQ(BucketWidth(4).decide(calm(7, 4, 100)), 7u);
  EXPECT_EQ(BucketWidth(4).decide(calm(7, 11, 100)), 7u) << "not yet far enough to change";
  EXPECT_EQ(BucketWidth(4).decide(calm(7, 64, 100)),
            11u); // Children are 64, 32, 16, 8, 4 buckets ahead.
  EXPECT_EQ(BucketWidth(8).decide(calm(7, 64, 100)), 10u);
}

TEST(BucketWidth, NearlyEmptyBucketsOfAQueueThatGrowsStay) {
  BucketWidth::Measurements seen = calm(0, 64, 600);
  seen.popped = 400;
  EXPECT_EQ(BucketWidth(1).decide(seen), 0u);
  seen.popped = 600;
  EXPECT_EQ(BucketWidth(1).decide(seen), 4u) << "it hardly grows";
  seen = {0, 600, 600, 1024, 0, 1000, 400};
  EXPECT_EQ(BucketWidth(1).decide(seen), 1u) << "but within the ring";
  seen = {0, 4800, 60, 1024, 0, 62, 2};
  EXPECT_EQ(BucketWidth(1).decide(seen), 4u) << "and no wider than that, however few they are";
}

TEST(BucketWidth, WellFilledBucketsStayHoweverFarAheadChildrenLie) {
  EXPECT_EQ(BucketWidth(1).decide(calm(5, 64, 64 * 2 * 64)), 5u);
  EXPECT_GT(BucketWidth(1).decide(calm(5, 600, 1200 * 64)), 5u) << "but within the ring";
}

TEST(BucketWidth, CrowdedBucketsGetNarrower) {
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 4, 8 * 1025)),
            5u); // At most a quarter of 1024 tasks per bucket are left.
  EXPECT_EQ(BucketWidth(1).decide(calm(1, 4, 8 * 1025)), 0u);
}

TEST(BucketWidth, ABucketForAllChildrenGetsNarrowerByAStep) {
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 0.05, 500)), 7u);
  EXPECT_EQ(BucketWidth(1).decide(calm(0, 0.05, 500)), 0u);
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 0.1, 500)), 8u) << "some are in the next one";
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 0.05, 20)), 8u) << "there are too few tasks for a change";
  EXPECT_EQ(BucketWidth(1).decide(calm(8, -0.4, 500)), 8u) << "tasks came from other threads";
}

TEST(BucketWidth, AfterARingWasTooShortBucketsStayWideForAWhile) {
  BucketWidth width(1);
  EXPECT_EQ(width.decide({3, 4, 1000, 1024, 100, 1000, 1000}),
            4u); // One task in sixteen dropped out.
  for (int decision = 1; decision < 8; ++decision) {
    EXPECT_EQ(width.decide(calm(4, 4, 8 * 1025)), 4u) << decision;
  }
  EXPECT_LT(width.decide(calm(4, 4, 8 * 1025)), 4u);
  EXPECT_EQ(width.decide({63, 4, 1000, 1024, 100, 1000, 1000}), 63u);
}

// At the very values at which the rule changes its mind; all of them are exact in binary.
TEST(BucketWidth, LimitsThemselvesChangeNothing) {
  EXPECT_EQ(BucketWidth(1).decide({3, 4, 1000, 1024, 100, 1600, 1600}), 3u)
      << "no more than one task in sixteen dropped out";
  EXPECT_EQ(BucketWidth(1).decide(calm(7, 3, 100)), 7u) << "just three times the aim";
  BucketWidth::Measurements seen = calm(0, 64, 600);
  seen.popped = 500;
  EXPECT_EQ(BucketWidth(1).decide(seen), 0u) << "it grows by one task per task taken";
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 4, 8 * 1024)), 8u) << "1024 tasks per bucket";
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 1.0 / 16, 500)), 8u) << "just not too near";
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 0, 500)), 7u) << "but none at all";
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 0.05, 32)), 8u) << "just too few tasks";
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 0.05, 33)), 7u);
}

TEST(BucketWidth, WideningEndsAtItsLimits) {
  EXPECT_EQ(BucketWidth(1).decide(calm(0, 48, 100)), 5u) << "children are 1.5 buckets ahead then";
  EXPECT_EQ(BucketWidth(1).decide(calm(0, 64, 1024)), 3u) << "64 tasks per bucket then";
  EXPECT_EQ(BucketWidth(1).decide(calm(5, 1023, 1023 * 2 * 64)), 6u)
      << "the farthest children are in the last bucket of the ring then";
}

TEST(BucketWidth, NarrowingEndsAtItsLimits) {
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 1, 2 * 2048)), 5u) << "256 tasks per bucket then";
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 191.8125, 400000)), 8u)
      << "children would be at three quarters of what the ring reaches";
  EXPECT_EQ(BucketWidth(1).decide(calm(8, 100, 200 * 8000)), 7u) << "and a step later here";
}

} // namespace
} // namespace galois::worklists
