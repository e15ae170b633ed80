#include "galois/worklists/parts/queues/BucketRing.h"

#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"

namespace galois::worklists {
namespace {

using Ring = BucketRing<int>;

class BucketRingTest : public ::testing::Test {
protected:
  std::vector<int> takeAll() {
    std::vector<int> tasks;
    while (!ring.empty()) {
      tasks.push_back(ring.popFront());
      ring.passFirst();
    }
    return tasks;
  }

  SharedMemSys system;
  ChunkPool<int> pool{4};
  Ring ring{pool, 64};
};

TEST_F(BucketRingTest, BucketsComeByNumberAndTasksOldestFirst) {
  EXPECT_TRUE(ring.empty());
  EXPECT_EQ(ring.first(), Ring::kNoBucket);
  for (int i = 0; i < 10; ++i) {
    ring.put(1000, 100 + i);
    ring.put(990, i);
  }
  EXPECT_EQ(ring.first(), 990U);
  EXPECT_TRUE(ring.firstHolds(10));
  EXPECT_FALSE(ring.firstHolds(11));
  std::vector<int> expected(20);
  for (int i = 0; i < 20; ++i) {
    expected[i] = i < 10 ? i : 90 + i;
  }
  EXPECT_EQ(takeAll(), expected);
  EXPECT_EQ(ring.first(), Ring::kNoBucket);
}

TEST_F(BucketRingTest, TheSearchGoesOnAtTheBeginningOfTheRing) {
  // The window has 64 numbers from 40 on. So 64 shares a slot with 0, and 103 is the last number.
  for (const std::uint64_t number : {103U, 64U, 40U, 63U}) {
    ring.put(number, static_cast<int>(number));
  }
  EXPECT_EQ(ring.nextAfter(41), 63U);
  EXPECT_EQ(ring.nextAfter(64), 64U);
  EXPECT_EQ(ring.nextAfter(65), 103U);
  EXPECT_EQ(takeAll(), (std::vector<int>{40, 63, 64, 103}));
}

TEST_F(BucketRingTest, TheWindowMayEndWithTheGreatestNumber) {
  constexpr std::uint64_t kLast = ~std::uint64_t{0}, kLow = kLast - 63;
  for (const std::uint64_t number : {kLast, kLast - 40, kLow}) {
    for (int i = 0; i < 8; ++i) { // two chunks per bucket
      ring.put(number, static_cast<int>(number - kLow));
    }
  }
  EXPECT_EQ(ring.nextAfter(kLow + 1), kLast - 40);
  EXPECT_EQ(ring.nextAfter(kLast - 39), kLast);
  const auto [chunks, tasks] =
      ring.takeHalf(kLow, 100); // The search ends at 100 and does not continue at the beginning.
  EXPECT_EQ(tasks, 12U);
  EXPECT_EQ(takeAll(), (std::vector<int>{0, 0, 0, 0, 23, 23, 23, 23, 63, 63, 63, 63}));
  ring.pour(chunks, [](int) {});
  ring.put(kLast, 1);
  EXPECT_FALSE(ring.empty());
  EXPECT_EQ(ring.first(), kLast);
  EXPECT_EQ(takeAll(), std::vector<int>{1});
}

TEST_F(BucketRingTest, BatchesEndWithTheBucket) {
  for (int i = 0; i < 6; ++i) {
    ring.put(5, i);
  }
  ring.put(6, 6);
  int out[8] = {};
  EXPECT_EQ(ring.popFront(out, 5), 5U) << "a batch continues in the next chunk";
  EXPECT_FALSE(ring.passFirst());
  EXPECT_EQ(ring.popFront(out, 8), 1U);
  EXPECT_EQ(out[0], 5);
  EXPECT_TRUE(ring.passFirst());
  EXPECT_EQ(ring.first(), 6U);
}

TEST_F(BucketRingTest, APartlyUsedChunkIsNotGivenAwayWhileThereIsAnother) {
  for (int i = 0; i < 9; ++i) {
    ring.put(5, i);
  }
  EXPECT_EQ(ring.popFront(), 0);
  Chunk<int>* chunk = ring.popChunk();
  EXPECT_EQ(chunk->front(), 4);
  EXPECT_EQ(chunk->size(), 4U);
  ring.recycle(chunk);
  EXPECT_EQ(takeAll(), (std::vector<int>{1, 2, 3, 8}));
}

TEST_F(BucketRingTest, OfFullChunksTheOldestIsGivenAway) {
  for (int i = 0; i < 8; ++i) {
    ring.put(5, i);
  }
  Chunk<int>* chunk = ring.popChunk();
  EXPECT_EQ(chunk->front(), 0);
  ring.recycle(chunk);
  EXPECT_EQ(takeAll(), (std::vector<int>{4, 5, 6, 7}));
}

TEST_F(BucketRingTest, ChunksThatArePouredAreNotUsedBeforeTheyAreEmpty) {
  std::vector<int> expected;
  for (int i = 0; i < 12; ++i) {
    ring.put(3, i);
    expected.push_back(i);
  }
  const auto [head, tail] = ring.detach(3);
  ring.forgetFirst();
  ring.pour(head, [&](int task) { ring.put(10 + static_cast<std::uint64_t>(task), task); });
  EXPECT_EQ(takeAll(), expected);
}

TEST_F(BucketRingTest, EveryOtherChunkIsTaken) {
  for (int i = 0; i < 12; ++i) {
    ring.put(5, i);
    ring.put(9, 100 + i);
  }
  const auto [chunks, tasks] = ring.takeHalf(0, 2);
  EXPECT_EQ(tasks, 8U);
  std::vector<int> taken;
  ring.pour(chunks, [&](int task) { taken.push_back(task); });
  EXPECT_EQ(taken, (std::vector<int>{4, 5, 6, 7, 100, 101, 102, 103}));
  EXPECT_EQ(takeAll(),
            (std::vector<int>{0, 1, 2, 3, 8, 9, 10, 11, 104, 105, 106, 107, 108, 109, 110, 111}));
}

TEST_F(BucketRingTest, ClearingDropsAllTasksAndTheRingCanBeReused) {
  for (int i = 0; i < 100; ++i) {
    ring.put(static_cast<std::uint64_t>(i) % 64, i);
  }
  ring.clear();
  EXPECT_TRUE(ring.empty());
  EXPECT_EQ(ring.first(), Ring::kNoBucket);
  ring.put(77, 1);
  EXPECT_EQ(ring.first(), 77U);
  EXPECT_EQ(takeAll(), std::vector<int>{1});
}

TEST_F(BucketRingTest, ADetachedBucketCanBeAppendedElsewhere) {
  for (int i = 0; i < 6; ++i) {
    ring.put(3, i);
  }
  ring.put(8, 10);
  const auto [head, tail] = ring.detach(3);
  ring.forgetFirst();
  EXPECT_EQ(head->next, tail);
  EXPECT_EQ(ring.nextAfter(0), 8U);
  ring.pour(head, [&](int task) { ring.put(4, task); });
  EXPECT_EQ(ring.first(), 4U);
  EXPECT_EQ(takeAll(), (std::vector<int>{0, 1, 2, 3, 4, 5, 10}));
}

/// The pool allocates chunks of this size one by one.
constexpr std::uint32_t kLarge = 1u << 14;

TEST_F(BucketRingTest, ADestroyedRingGivesAllItsChunksBack) {
  ChunkPool<int> large{kLarge};
  std::set<Chunk<int>*> chunks;
  {
    Ring other{large, 64};
    for (const std::uint64_t number : {0U, 63U}) {
      Chunk<int>* const chunk = large.allocate();
      chunk->pushBack(1);
      other.append(number, chunk);
      chunks.insert(chunk);
    }
    Chunk<int>* const spare = large.allocate();
    other.recycle(spare);
    chunks.insert(spare);
  }
  EXPECT_EQ((std::set<Chunk<int>*>{large.allocate(), large.allocate(), large.allocate()}), chunks);
}

TEST_F(BucketRingTest, AFewChunksAreKeptForTheNextTasks) {
  ChunkPool<int> large{kLarge};
  Ring other{large, 64};
  std::set<Chunk<int>*> chunks;
  for (int round = 0; round < 3; ++round) {
    for (std::uint64_t number = 0; number < 10; ++number) {
      other.put(number, 1);
    }
    for (std::uint64_t number = 0; number < 10; ++number) {
      Chunk<int>* const chunk = other.detach(number).first;
      EXPECT_EQ(chunks.insert(chunk).second, round == 0) << round;
      other.recycle(chunk);
    }
    other.forgetFirst();
    EXPECT_EQ(chunks.count(large.allocate()), 0U) << "none of them is back in the pool";
  }
}

} // namespace
} // namespace galois::worklists
