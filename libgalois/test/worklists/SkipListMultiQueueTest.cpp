// Tests of the Multi-Queue and of random enqueue, local dequeue, over skip lists.
#include <set>

#include "support/SharedMemTest.h"
#include "worklists/LocalDequeueCases.h"
#include "worklists/MultiQueueCases.h"

namespace galois::test {
namespace {

// Inexact because there are several queues, also on one thread.
using MqSkipListCase = InexactCase<worklists::SkipListMultiQueue<TaskPriority>>;
GALOIS_POLICY_SUITES(MqSkipList, MqSkipListCase);

// Exact because one thread has one queue.
using ReldSkipListCase = ExactCase<worklists::SkipListRandomEnqueueLocalDequeue<TaskPriority>>;
GALOIS_POLICY_SUITES(ReldSkipList, ReldSkipListCase);

INSTANTIATE_TYPED_TEST_SUITE_P(ReldSkipList, LocalDequeue, ReldSkipListCase);

using Task8 = Task<8>;
using Mq = MqSkipListCase::Policy<Task8>;
using Reld = ReldSkipListCase::Policy<Task8>;

using SkipListMultiQueueTest = SharedMemTest;

TEST_F(SkipListMultiQueueTest, TheBetterOfTwoComesOut) {
  for (const unsigned threads : {1u, 4u}) {
    setActiveThreads(threads);
    Mq wl;
    constexpr std::uint32_t kTasks = 4000;
    std::set<std::uint32_t> left;
    for (std::uint32_t i = 0; i < kTasks; ++i) {
      wl.push(Task8(i, (i * 1237) % kTasks)); // 1237 is a prime.
      left.insert(i);
    }
    double sum = 0;
    while (!left.empty()) {
      const auto task = wl.pop();
      ASSERT_TRUE(task);
      const auto place = left.find(task->priority);
      sum += static_cast<double>(std::distance(left.begin(), place));
      left.erase(place);
    }
    EXPECT_LT(sum / kTasks, 2.0 * 4 * threads) << threads;
    EXPECT_FALSE(wl.pop());
  }
}

TEST_F(SkipListMultiQueueTest, ThereAreNoLocks) {
  setActiveThreads(16);
  Mq wl;
  constexpr std::uint32_t kEach = 500;
  on_each([&](unsigned tid, unsigned) {
    for (std::uint32_t i = 0; i < kEach; ++i) {
      wl.push(Task8(tid * kEach + i, i));
      wl.pop();
    }
  });
  while (wl.pop()) {
  }
  EXPECT_EQ(counter(wl, "pops"), 16 * kEach);
  EXPECT_EQ(counter(wl, "lock_acquisitions"), 0);
  EXPECT_EQ(counter(wl, "lock_failures"), 0);
}

TEST_F(SkipListMultiQueueTest, PeekReturnsTheTaskBehindTheOneTaken) {
  setActiveThreads(1);
  Reld wl;
  pushTasks(wl, 10);
  EXPECT_EQ(wl.peek(), nullptr);
  for (std::uint32_t i = 0; i + 1 < 10; ++i) {
    EXPECT_EQ(wl.pop()->priority, i);
    ASSERT_NE(wl.peek(), nullptr);
    EXPECT_EQ(wl.peek()->priority, i + 1);
  }
  ASSERT_TRUE(wl.pop());
  EXPECT_EQ(wl.peek(), nullptr);
}

} // namespace
} // namespace galois::test
