#include "galois/worklists/parts/queues/BucketQueue.h"

#include <cstdint>
#include <memory>
#include <new>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/substrate/Random.h"
#include "support/CountedHeap.h"
#include "support/SimpleTask.h"

namespace galois::test {
namespace {

using worklists::BucketQueueParams;
using worklists::ChunkPool;

using Task = SimpleTask;
using Queue = worklists::BucketQueue<Task, PriorityOf>;

class BucketQueueTest : public ::testing::Test {
protected:
  SharedMemSys system_;
  ChunkPool<Task> pool_{8};
};

TEST_F(BucketQueueTest, AnEmptyQueueReportsThatItIsEmpty) {
  Queue queue(PriorityOf(), pool_);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.size(), 0u);
  EXPECT_EQ(queue.topKey(), Queue::kLeastUrgent);
  Task out[4];
  EXPECT_EQ(queue.popBatch(out, 4), 0u);
  EXPECT_EQ(queue.popChunk(), nullptr);
}

TEST_F(BucketQueueTest, KnowsHowFarAheadOfTheirParentsChildrenLie) {
  // However tasks are taken, and whether or not their children lie within the window at first.
  for (const char way : {'p', 'b', 'c'}) {
    for (const std::uint32_t far : {500u, 300000u}) {
      Queue queue(PriorityOf(), pool_);
      const auto take = [&]() -> std::vector<Task> {
        if (way == 'p') {
          return {queue.pop()};
        }
        std::vector<Task> tasks(8);
        if (way == 'b') {
          tasks.resize(queue.popBatch(tasks.data(), tasks.size()));
          return tasks;
        }
        auto* const chunk = queue.popChunk();
        tasks.resize(chunk->popFront(tasks.data(), tasks.size()));
        queue.recycle(chunk);
        return tasks;
      };
      std::uint32_t id = 0;
      queue.push({id, 0});
      for (int i = 0; i < 5000; ++i) {
        for (const Task& parent : take()) {
          queue.push({++id, parent.priority + far});
          if (i % 100 == 0) {
            queue.push({++id, parent.priority + far});
          }
        }
      }
      EXPECT_GE(queue.stride(), far / 2) << way;
      EXPECT_LE(queue.stride(), 2 * far) << way;
    }
  }
}

TEST_F(BucketQueueTest, FirstTasksAreChildrenOfNone) {
  constexpr std::uint32_t kFirst = 1000, kStart = 1000000, kAhead = 50;
  Queue queue(PriorityOf(), pool_);
  for (std::uint32_t id = 0; id < kFirst; ++id) {
    queue.push({id, kStart + id});
  }
  EXPECT_EQ(queue.shift(), 0u) << "nothing is known of children";
  for (std::uint32_t id = kFirst; id < 3 * kFirst; ++id) {
    queue.push({id, queue.pop().priority + kAhead});
  }
  EXPECT_GE(queue.stride(), kAhead / 2);
  EXPECT_LE(queue.stride(), 2 * kAhead);
}

TEST_F(BucketQueueTest, WithManyChildrenTheStrideIsThatOfTheNearest) {
  Queue queue(PriorityOf(), pool_);
  std::uint32_t id = 0;
  queue.push({id, 0});
  for (int i = 0; i < 1000; ++i) {
    const Task parent = queue.pop();
    for (std::uint32_t child = 1; child <= 10; ++child) {
      queue.push({++id, parent.priority + 100 * child});
    }
  }
  EXPECT_GE(queue.stride(), 25u); // The mean distance of the children is 550.
  EXPECT_LE(queue.stride(), 100u);
}

TEST_F(BucketQueueTest, ABoundIsWhereTheBucketBegins) {
  Queue queue(PriorityOf(), pool_, {1024, 4});
  EXPECT_EQ(queue.boundOf({0, 0x12f}), 0x120u);
  queue.push({0, 0x12f});
  EXPECT_EQ(queue.topKey(), 0x120u);
}

TEST_F(BucketQueueTest, WithWidthOneTheOrderIsExact) {
  Queue queue(PriorityOf(), pool_, {1024, 0});
  for (std::uint32_t i = 0; i < 3000; ++i) {
    queue.push({i, (i * 7919) % 5003});
  }
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const Task task = queue.pop();
    EXPECT_GE(task.priority, last);
    last = task.priority;
  }
  EXPECT_TRUE(queue.empty());
}

TEST_F(BucketQueueTest, BatchesAndChunksStayInOneBucket) {
  Queue queue(PriorityOf(), pool_, {64, 4});
  for (std::uint32_t i = 0; i < 100; ++i) {
    queue.push({i, i % 32});
  }
  EXPECT_TRUE(queue.firstHolds(50));
  Task out[64];
  const std::size_t count = queue.popBatch(out, 30);
  EXPECT_EQ(count, 30u);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_LT(out[i].priority, 16u);
  }
  EXPECT_FALSE(queue.firstHolds(50));
  auto* chunk = queue.popChunk();
  ASSERT_NE(chunk, nullptr);
  EXPECT_EQ(chunk->size(),
            8u); // The whole chunk is taken, although only two tasks of the oldest chunk are left.
  while (!chunk->empty()) {
    EXPECT_LT(chunk->popBack().priority, 16u);
  }
  queue.recycle(chunk);
  EXPECT_EQ(queue.size(), 62u);
}

TEST_F(BucketQueueTest, PrioritiesBelowWhatWasPoppedComeFirst) {
  Queue queue(PriorityOf(), pool_, {64, 0});
  for (std::uint32_t i = 0; i < 64; ++i) {
    queue.push({i, 1000000 + i});
  }
  EXPECT_EQ(queue.pop().priority, 1000000u);
  queue.push({100, 999990}); // It lies within the margin of the window.
  queue.push({101, 5});      // It lies far below, so the whole window moves.
  queue.push({102, 4000000000u});
  EXPECT_EQ(queue.pop().priority, 5u);
  EXPECT_EQ(queue.pop().priority, 999990u);
  for (std::uint32_t i = 1; i < 64; ++i) {
    EXPECT_EQ(queue.pop().priority, 1000000u + i);
  }
  EXPECT_EQ(queue.pop().priority, 4000000000u);
  EXPECT_TRUE(queue.empty());
}

TEST_F(BucketQueueTest, WidthFollowsTheScaleOfPriorities) {
  // The same run with priorities times 64 reaches buckets that are 64 times as wide.
  auto settledShift = [this](std::uint32_t scale, double aim = 1) {
    Queue queue(PriorityOf(), pool_, {1024, BucketQueueParams::kAutoShift, aim});
    substrate::Random random(5, 0);
    for (std::uint32_t i = 0; i < 64; ++i) {
      queue.push({i, random.below(1000) * scale});
    }
    for (std::uint32_t i = 0; i < 5000; ++i) {
      const Task task = queue.pop();
      queue.push({i, task.priority + random.below(1000) * scale});
    }
    return queue.shift();
  };
  const unsigned shift = settledShift(1);
  EXPECT_GE(shift, 7u); // The mean distance of children is 500, and a bucket has width 512.
  EXPECT_LE(shift, 10u);
  EXPECT_NEAR(settledShift(64), shift + 6, 1);
  EXPECT_NEAR(settledShift(64, 8), shift + 3, 1); // Children lie eight buckets ahead.
}

TEST_F(BucketQueueTest, MemoryGoesBackToThePool) {
  std::set<void*> chunks; // the chunks that any round got
  std::size_t afterFirst = 0;
  for (int round = 0; round < 20; ++round) {
    Queue queue(PriorityOf(), pool_);
    for (std::uint32_t i = 0; i < 20000; ++i) {
      queue.push({i, i});
    }
    for (int i = 0; i < 5000; ++i) {
      queue.pop();
    }
    while (auto* chunk = queue.popChunk()) {
      chunks.insert(chunk);
      chunk->clear();
      queue.recycle(chunk);
    } // Recycled chunks go back to the pool, and so do those of a queue that is destroyed.
    if (round == 0) {
      afterFirst = chunks.size();
    }
  }
  EXPECT_LT(chunks.size(), 2 * afterFirst);
}

TEST_F(BucketQueueTest, WithoutMemoryForItsTasksAQueueDropsThemAllAndCanBeReused) {
  ChunkPool<Task> pool(1u << 14); // The pool allocates chunks of this size one by one.
  Queue queue(PriorityOf(), pool, {64, 0});
  for (const std::uint32_t priority : {0u, 100u, 101u, 102u}) { // Only 0 is in the window.
    queue.push({priority, priority});
  }
  bool refused = false;
  CountedHeap::refuse(true);
  try {
    queue.pop(); // The next tasks come into the window, and there is one chunk for them.
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  CountedHeap::refuse(false);
  EXPECT_TRUE(refused);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.size(), 0u);
  EXPECT_EQ(queue.topKey(), Queue::kLeastUrgent);
  queue.push({1, 50});
  queue.push({2, 30});
  EXPECT_EQ(queue.pop().priority, 30u);
  EXPECT_EQ(queue.pop().priority, 50u);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.size(), 0u);
}

/// Counts how often priorities are read, which every move of a task does.
struct CountingPriority {
  std::uint64_t* looks;
  std::uint32_t operator()(const Task& task) const {
    ++*looks;
    return task.priority;
  }
};

TEST_F(BucketQueueTest, PrioritiesThatJumpBackAndForthDoNotKeepTheWindowMoving) {
  // New tasks are alternately more and less urgent, over a little more than a window of buckets. If
  // each of them moved the window, thousands of tasks would go to the heap and back per pop.
  constexpr std::uint32_t kTasks = 100000, kOperations = 500000;
  std::uint64_t looks = 0;
  worklists::BucketQueue<Task, CountingPriority> queue(CountingPriority{&looks}, pool_);
  substrate::Random random(2, 0);
  for (std::uint32_t i = 0; i < kTasks; ++i) {
    queue.push({i, random.below(1u << 20)});
  }
  looks = 0;
  Task batch[64];
  for (std::uint32_t done = 0; done < kOperations;) {
    const std::size_t count = queue.popBatch(batch, 64);
    ASSERT_GT(count, 0u);
    for (std::size_t i = 0; i < count; ++i) {
      queue.push({batch[i].id, random.below(1u << 20)});
    }
    done += static_cast<std::uint32_t>(count);
    ASSERT_LT(looks / kOperations, 300u);
  }
}

/// Random pushes, pops, halvings and additions between queues of different widths with small
/// windows. Every task comes out once, and in order if the buckets have width one.
TEST_F(BucketQueueTest, HalvesGoFromQueueToQueueAndNothingIsLost) {
  substrate::Random random(1, 0);
  for (int round = 0; round < 60; ++round) {
    const unsigned shifts[] = {0, random.below(6), BucketQueueParams::kAutoShift};
    std::vector<std::unique_ptr<Queue>> queues;
    for (const unsigned shift : shifts) {
      queues.push_back(std::make_unique<Queue>(PriorityOf(), pool_, BucketQueueParams{64, shift}));
    }
    std::set<std::uint32_t> inside;
    std::uint32_t id = 0;
    const std::uint32_t spread = 1 + random.below(400);
    for (int step = 0; step < 300; ++step) {
      Queue& queue = *queues[random.below(3)];
      switch (random.below(4)) {
      case 0:
      case 1:
        for (unsigned i = random.below(40); i > 0; --i) {
          const std::uint32_t base =
              queue.empty() ? random.below(1000) : static_cast<std::uint32_t>(queue.topKey());
          queue.push({id, base + random.below(spread)});
          inside.insert(id++);
        }
        break;
      case 2: {
        Task out[16];
        const std::size_t count = queue.popBatch(out, 1 + random.below(16));
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(inside.erase(out[i].id), 1u);
        }
        break;
      }
      default: {
        Queue& to = *queues[random.below(3)];
        const std::size_t before = queue.size();
        worklists::Chunk<Task>* const chunks = queue.takeHalf(1 + random.below(20));
        const std::size_t taken = before - queue.size();
        ASSERT_TRUE(taken == 0 || !queue.empty()) << "the first chunk stays";
        const std::size_t had = to.size();
        ASSERT_EQ(to.add(chunks, queue.shift()), taken);
        ASSERT_EQ(to.size(), had + taken);
      }
      }
      std::size_t held = 0;
      for (const auto& q : queues) {
        held += q->size();
      }
      ASSERT_EQ(held, inside.size());
    }
    for (const auto& queue : queues) {
      std::uint32_t last = 0;
      while (!queue->empty()) {
        const Task task = queue->pop();
        ASSERT_EQ(inside.erase(task.id), 1u);
        if (queue == queues.front()) {
          ASSERT_GE(task.priority, last);
          last = task.priority;
        }
      }
    }
    EXPECT_TRUE(inside.empty());
  }
}

} // namespace
} // namespace galois::test
