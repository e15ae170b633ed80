#include "galois/worklists/parts/stealing/ChunkSharer.h"

#include <cstdint>
#include <set>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "support/SimpleTask.h"

namespace galois::test {
namespace {

using Task = SimpleTask;
using Sharer = worklists::ChunkSharer<Task, PriorityOf>;

/// One thread's tasks in buckets of one priority, and its offers. Chunks of 8 tasks, of which 2 may
/// be the smallest.
class ChunkSharerTest : public ::testing::Test {
protected:
  ~ChunkSharerTest() override { takeOffersBack(); }

  void push(std::uint32_t count, std::uint32_t priority) {
    for (std::uint32_t i = 0; i < count; ++i) {
      tasks_.buckets().push({next_++, priority});
    }
  }

  /// Takes a batch of up to `max` tasks of the first bucket and shares. @return what is left of it
  std::size_t takeAndShare(std::size_t max, std::size_t starving) {
    const std::size_t count = tasks_.buckets().popBatch(batch_, max);
    const std::uint64_t level = batch_[0].priority;
    return sharer_.share(tasks_, offers_, level, starving, batch_, count);
  }

  /// Takes all offers back and returns the number of their tasks.
  std::size_t takeOffersBack() {
    std::size_t count = 0;
    while (worklists::Chunk<Task>* chunk = offers_.takeBack()) {
      count += chunk->size();
      pool_.free(chunk);
    }
    return count;
  }

  SharedMemSys system_;
  worklists::ChunkPool<Task> pool_{8};
  Sharer::Tasks tasks_{PriorityOf(), pool_, {.shift = 0}};
  Sharer::Offers offers_;
  Sharer sharer_{pool_, 2};
  std::uint32_t next_ = 0;
  Task batch_[64] = {};
};

TEST_F(ChunkSharerTest, AFewChunksOfTheBucketAreOfferedWhileNoThreadStarves) {
  push(100, 5);
  EXPECT_EQ(takeAndShare(8, 0), 8u);
  EXPECT_EQ(offers_.size(), Sharer::kOffers);
  EXPECT_EQ(offers_.key(), 5u);
  EXPECT_EQ(takeAndShare(8, 0), 8u);
  EXPECT_EQ(sharer_.chunksOffered(), Sharer::kOffers);
}

TEST_F(ChunkSharerTest, OneChunkOfTheNextBucketIsOffered) {
  push(8, 5);
  push(50, 6);
  EXPECT_EQ(takeAndShare(8, 0), 8u);
  EXPECT_EQ(offers_.size(), 1u);
  EXPECT_EQ(offers_.key(), 6u);
}

TEST_F(ChunkSharerTest, OneChunkPerStarvingThreadIsOffered) {
  push(200, 5);
  takeAndShare(8, 6);
  EXPECT_EQ(offers_.size(), 6u);
  takeAndShare(8, 300);
  EXPECT_EQ(offers_.size(), Sharer::kMaxOffers);
}

TEST_F(ChunkSharerTest, ABatchIsSplitForStarvingThreads) {
  push(16, 5);
  const std::size_t left = takeAndShare(16, 3);
  EXPECT_EQ(offers_.size(), 3u);
  std::set<std::uint32_t> ids;
  for (std::size_t i = 0; i < left; ++i) {
    ids.insert(batch_[i].id);
  }
  EXPECT_EQ(ids.size(), 4u);
  while (worklists::Chunk<Task>* chunk = offers_.takeBack()) {
    while (!chunk->empty()) {
      EXPECT_TRUE(ids.insert(chunk->popBack().id).second);
    }
    pool_.free(chunk);
  }
  EXPECT_EQ(ids.size(), 16u);
}

TEST_F(ChunkSharerTest, ABatchOfTwoSmallestChunksIsSplit) {
  push(4, 5);
  EXPECT_EQ(takeAndShare(4, 1), 2u);
  EXPECT_EQ(offers_.size(), 1u);
}

TEST_F(ChunkSharerTest, SmallBatchesAreNotSplit) {
  push(3, 5);
  EXPECT_EQ(takeAndShare(3, 3), 3u);
  EXPECT_EQ(offers_.size(), 0u);
}

TEST_F(ChunkSharerTest, ALessUrgentOfferIsTakenBackAfterAFewBatches) {
  push(100, 9);
  takeAndShare(8, 0);
  push(100, 5);
  for (unsigned batch = 1; batch < Sharer::kMaxBlocked; ++batch) {
    takeAndShare(4, 0);
    EXPECT_EQ(offers_.key(), 9u);
  }
  takeAndShare(4, 0);
  EXPECT_EQ(offers_.key(), 5u);
  EXPECT_EQ(offers_.size(), Sharer::kOffers);
  EXPECT_EQ(sharer_.takenBack(), 1u);
  EXPECT_EQ(tasks_.pushes(), 200u);
  const std::size_t taken = 8 + 4 * Sharer::kMaxBlocked;
  EXPECT_EQ(tasks_.buckets().size() + takeOffersBack(), 200u - taken) << "no task is lost";
}

TEST_F(ChunkSharerTest, NothingMoreIsOfferedBesidesALessUrgentOffer) {
  push(2, 8);
  push(8, 9);
  takeAndShare(2, 0);
  ASSERT_EQ(offers_.key(), 9u);
  ASSERT_EQ(offers_.size(), 1u);
  push(100, 5);
  EXPECT_EQ(takeAndShare(8, 8), 8u) << "threads are starving, but the batch is not split either";
  EXPECT_EQ(offers_.size(), 1u);
}

TEST_F(ChunkSharerTest, BlockedBatchesAreCountedAnewForEachLessUrgentOffer) {
  for (unsigned round = 1; round <= 2; ++round) {
    push(50, 9);
    takeAndShare(8, 0);
    ASSERT_EQ(offers_.key(), 9u);
    push(100, 5);
    for (unsigned batch = 1; batch < Sharer::kMaxBlocked; ++batch) {
      takeAndShare(4, 0);
      EXPECT_EQ(offers_.key(), 9u);
    }
    takeAndShare(4, 0);
    EXPECT_EQ(offers_.key(), 5u);
    EXPECT_EQ(sharer_.takenBack(), round);
    takeOffersBack();
    while (tasks_.buckets().popBatch(batch_, 64) > 0) {
    }
  }
}

TEST_F(ChunkSharerTest, TakingAnOfferBackEndsTheCount) {
  push(50, 9);
  takeAndShare(8, 0);
  for (const std::uint32_t priority : {5u, 3u}) {
    const auto offered = offers_.key();
    push(100, priority);
    for (unsigned batch = 1; batch < Sharer::kMaxBlocked; ++batch) {
      takeAndShare(4, 0);
      EXPECT_EQ(offers_.key(), offered);
    }
    takeAndShare(4, 0);
    EXPECT_EQ(offers_.key(), priority);
  }
}

TEST_F(ChunkSharerTest, ABatchThatIsNotBlockedEndsTheCount) {
  push(100, 9);
  takeAndShare(8, 0);
  push(20, 5);
  for (unsigned batch = 1; batch < Sharer::kMaxBlocked; ++batch) {
    takeAndShare(4, 0);
  }
  EXPECT_EQ(tasks_.buckets().popBatch(batch_, 64), 8u);
  takeAndShare(4, 0); // at priority 9, like the offer
  push(100, 5);
  for (unsigned batch = 1; batch < Sharer::kMaxBlocked; ++batch) {
    takeAndShare(4, 0);
    EXPECT_EQ(offers_.key(), 9u);
  }
  EXPECT_EQ(sharer_.takenBack(), 0u);
}

} // namespace
} // namespace galois::test
