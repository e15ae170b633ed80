#include "galois/worklists/parts/stealing/StealableBucketQueue.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "support/SimpleTask.h"

namespace galois::test {
namespace {

using Task = SimpleTask;
using Queue = worklists::StealableBucketQueue<Task, PriorityOf>;

/// A queue with one priority per bucket and offers of up to 4 tasks.
class StealableBucketQueueTest : public ::testing::Test {
protected:
  void push(std::uint32_t count, std::uint32_t priority) {
    for (std::uint32_t i = 0; i < count; ++i) {
      queue_.queue().push({next_++, priority});
    }
  }

  SharedMemSys system_;
  worklists::ChunkPool<Task> pool_{8};
  Queue queue_{PriorityOf(), 4, {.shift = 0}, pool_};
  std::uint32_t next_ = 0;
  Task out_[16] = {};
};

TEST_F(StealableBucketQueueTest, NothingIsOnOfferAtFirst) {
  push(10, 1);
  EXPECT_TRUE(queue_.canOffer());
  EXPECT_FALSE(queue_.peek(out_[0]));
  EXPECT_EQ(queue_.steal(out_), 0u);
  EXPECT_EQ(queue_.takeBackIfBest(out_, 16), 0u);
  EXPECT_EQ(queue_.workKey(), Queue::Queue::kLeastUrgent);
}

TEST_F(StealableBucketQueueTest, AnOfferIsTakenOnce) {
  push(10, 1);
  queue_.offer(4);
  EXPECT_FALSE(queue_.canOffer());
  EXPECT_EQ(queue_.queue().size(), 6u);
  ASSERT_TRUE(queue_.peek(out_[0]));
  EXPECT_EQ(out_[0].priority, 1u);
  EXPECT_EQ(queue_.steal(out_), 4u);
  EXPECT_TRUE(queue_.canOffer());
  EXPECT_EQ(queue_.steal(out_), 0u);
  EXPECT_EQ(queue_.takeBackIfBest(out_, 16), 0u);
}

TEST_F(StealableBucketQueueTest, TheOwnerTakesItsOfferBackBeforeLessUrgentTasks) {
  push(4, 1);
  push(4, 2);
  queue_.offer(4);
  ASSERT_EQ(queue_.takeBackIfBest(out_, 16), 4u);
  EXPECT_EQ(out_[0].priority, 1u);
}

TEST_F(StealableBucketQueueTest, TheOfferStaysWhileTheQueueIsAsUrgent) {
  push(8, 1);
  queue_.offer(4);
  EXPECT_EQ(queue_.takeBackIfBest(out_, 16), 0u);
  EXPECT_EQ(queue_.queue().popBatch(out_, 16), 4u);
  EXPECT_EQ(queue_.takeBackIfBest(out_, 16), 4u) << "it is all that is left";
}

TEST_F(StealableBucketQueueTest, WhatDoesNotFitGoesIntoTheQueueAndIsNoPush) {
  push(4, 1);
  queue_.offer(4);
  EXPECT_EQ(queue_.takeBackIfBest(out_, 3), 3u);
  EXPECT_EQ(queue_.queue().size(), 1u);
  EXPECT_EQ(queue_.pushes(), 4u);
}

TEST_F(StealableBucketQueueTest, HalfOfABatchIsOffered) {
  push(5, 3);
  ASSERT_EQ(queue_.queue().popBatch(out_, 16), 5u);
  EXPECT_EQ(queue_.offerHalfOf(out_, 5), 2u);
  Task stolen[4];
  ASSERT_EQ(queue_.steal(stolen), 2u);
  EXPECT_EQ(stolen[0].id, out_[3].id);
  EXPECT_EQ(stolen[1].id, out_[4].id);
  EXPECT_EQ(queue_.offerHalfOf(out_, 1), 0u);
  EXPECT_TRUE(queue_.canOffer());
  EXPECT_EQ(queue_.offerHalfOf(out_, 16), 4u) << "no more than an offer holds";
}

TEST_F(StealableBucketQueueTest, HalfOfABatchIsTakenBackBeforeLessUrgentTasksOnly) {
  push(2, 5);
  ASSERT_EQ(queue_.queue().popBatch(out_, 16), 2u);
  ASSERT_EQ(queue_.offerHalfOf(out_, 2), 1u);
  push(1, 3);
  EXPECT_EQ(queue_.takeBackIfBest(out_, 16), 0u);
  ASSERT_EQ(queue_.queue().popBatch(out_, 16), 1u);
  push(1, 7);
  EXPECT_EQ(queue_.takeBackIfBest(out_, 16), 1u);
  EXPECT_EQ(out_[0].priority, 5u);
}

TEST_F(StealableBucketQueueTest, TheMostUrgentOfTasksFromAWiderBucketIsTheFirstOnOffer) {
  const Task batch[] = {{0, 1}, {1, 2}, {2, 9}, {3, 4}, {4, 8}};
  ASSERT_EQ(queue_.offerHalfOf(batch, 4), 2u); // of priorities 9 and 4
  ASSERT_TRUE(queue_.peek(out_[0]));
  EXPECT_EQ(out_[0].priority, 4u);
  push(1, 6);
  ASSERT_EQ(queue_.takeBackIfBest(out_, 16), 2u) << "a task of the offer is more urgent";
  EXPECT_EQ(out_[0].id, 3u);
  EXPECT_EQ(out_[1].id, 2u);
}

TEST_F(StealableBucketQueueTest, TheNoteSaysWhereTheOwnerWorks) {
  queue_.noteWork({0, 7});
  EXPECT_EQ(queue_.workKey(), 7u);
  queue_.noteIdle();
  EXPECT_EQ(queue_.workKey(), Queue::Queue::kLeastUrgent);
}

} // namespace
} // namespace galois::test
