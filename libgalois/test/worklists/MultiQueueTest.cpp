#include "galois/worklists/MultiQueue.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "worklists/MultiQueueCases.h"

namespace galois::test {
namespace {

// Inexact because there are several queues, also on one thread.
using ClassicCase = InexactCase<worklists::MultiQueue<TaskPriority>>;
GALOIS_POLICY_SUITES(Classic, ClassicCase);

/// Two queues are compared while both are locked.
worklists::MultiQueue<TaskPriority>::Params bothLocks() {
  worklists::MultiQueue<TaskPriority>::Params params;
  params.lockBoth = true;
  return params;
}
using BothLocksCase = InexactCase<AnyWith<worklists::MultiQueue<TaskPriority>, bothLocks>>;
using BothLocks = PolicyCases<CaseWith<BothLocksCase, 8>>;
GALOIS_POLICY_SUITE(BothLocks, BothLocks);

using Task8 = Task<8>;
using Mq = worklists::MultiQueue<TaskPriority, Task8>;

Mq::Params withQueues(std::uint32_t queuesPerThread) {
  Mq::Params params;
  params.queuesPerThread = queuesPerThread;
  return params;
}

class MultiQueueTest : public ::testing::Test {
protected:
  /// Pops all tasks of `wl`, which hold each of the priorities below `tasks` once. Returns how many
  /// more urgent tasks are left when a task comes, on average.
  template <typename WL>
  static double meanRankError(WL& wl, std::uint32_t tasks) {
    std::vector<bool> gone(tasks);
    double sum = 0;
    for (std::uint32_t popped = 0; popped < tasks; ++popped) {
      const auto task = wl.pop();
      EXPECT_TRUE(task);
      if (!task) {
        break;
      }
      gone[task->priority] = true;
      sum += static_cast<double>(std::count(gone.begin(), gone.begin() + task->priority, false));
    }
    return sum / tasks;
  }

  static void fill(Mq& wl, std::uint32_t tasks) {
    for (std::uint32_t i = 0; i < tasks; ++i) {
      wl.push(Task8(i, (i * 1237) % tasks)); // 1237 is a prime.
    }
  }

  SharedMemSys system_;
};

TEST_F(MultiQueueTest, OneQueueIsExact) {
  setActiveThreads(1);
  Mq wl(TaskPriority(), withQueues(1));
  fill(wl, 1000);
  EXPECT_EQ(meanRankError(wl, 1000), 0.0);
  EXPECT_FALSE(wl.pop());
}

TEST_F(MultiQueueTest, TheBetterOfTwoComesOut) {
  // If one of m queues is sampled, the mean rank error grows with the number of tasks. The better
  // of two samples keeps it near m for any number of tasks.
  for (const unsigned threads : {1u, 4u}) {
    setActiveThreads(threads);
    for (const bool both : {false, true}) {
      Mq::Params params = withQueues(4);
      params.lockBoth = both;
      Mq wl(TaskPriority(), params);
      constexpr std::uint32_t kTasks = 4000;
      fill(wl, kTasks);
      EXPECT_LT(meanRankError(wl, kTasks), 2.0 * 4 * threads) << threads << ", " << both;
    }
  }
}

TEST_F(MultiQueueTest, AFewTasksInManyQueuesAreFound) {
  // A pop that gave up after a few samples would miss the only non-empty queue of 256 and end a
  // loop with tasks left.
  setActiveThreads(4);
  for (const bool both : {false, true}) {
    Mq::Params params = withQueues(64);
    params.lockBoth = both;
    Mq wl(TaskPriority(), params);
    for (std::uint32_t i = 0; i < 300; ++i) {
      wl.push(Task8(i, i));
      const auto task = wl.pop();
      ASSERT_TRUE(task);
      EXPECT_EQ(task->id, i);
      EXPECT_FALSE(wl.pop());
    }
  }
}

TEST_F(MultiQueueTest, QueuesOfThreadsThatLeftAreStillServed) {
  // The number of queues follows the number of threads, so fewer threads must sample all old
  // queues.
  setActiveThreads(16);
  Mq wl;
  fill(wl, 2000);
  for (const unsigned threads : {8u, 1u}) {
    setActiveThreads(threads);
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(wl.pop()) << threads;
    }
  }
  EXPECT_FALSE(wl.pop());
}

TEST_F(MultiQueueTest, TheQueuesFollowTheNumberOfThreads) {
  setActiveThreads(1);
  Mq wl(TaskPriority(), withQueues(1));
  fill(wl, 500);
  EXPECT_EQ(wl.pop()->priority, 0u); // The order is exact because there is one queue.
  setActiveThreads(16);
  const double before = counter(wl, "pops");
  fill(wl, 500);
  int inversions = 0;
  std::uint32_t last = 0;
  for (int i = 0; i < 999; ++i) {
    const auto task = wl.pop();
    ASSERT_TRUE(task);
    inversions += task->priority < last;
    last = task->priority;
  }
  EXPECT_GT(inversions, 0) << "tasks of sixteen queues do not come in exact order";
  EXPECT_EQ(counter(wl, "pops"), before + 999);
  EXPECT_FALSE(wl.pop());
}

struct Wide {
  std::uint64_t key;
  std::uint64_t id;
};
struct WideKey {
  std::uint64_t operator()(const Wide& task) const { return task.key; }
};

TEST_F(MultiQueueTest, EveryPriorityIsLegal) {
  // No priority and no bit pattern may stand for an empty queue.
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  for (const unsigned threads : {1u, 2u}) {
    setActiveThreads(threads);
    worklists::MultiQueue<WideKey, Wide> wl;
    wl.push(Wide{kMax, kMax});
    auto task = wl.pop();
    ASSERT_TRUE(task);
    EXPECT_EQ(task->id, kMax);
    EXPECT_FALSE(wl.pop());
    for (const std::uint64_t key : {kMax, std::uint64_t{0}, kMax - 1, kMax}) {
      wl.push(Wide{key, 1});
    }
    for (int i = 0; i < 4; ++i) {
      EXPECT_TRUE(wl.pop());
    }
    EXPECT_FALSE(wl.pop());
  }
}

struct SignedKey {
  std::int64_t operator()(const Wide& task) const { return static_cast<std::int64_t>(task.key); }
};

TEST_F(MultiQueueTest, NegativePrioritiesComeFirst) {
  setActiveThreads(1);
  using Signed = worklists::MultiQueue<SignedKey, Wide>;
  Signed::Params params;
  params.queuesPerThread = 2; // so that both are always compared
  Signed wl(SignedKey(), params);
  for (const std::int64_t key : {5, -3, 0, -7, 2, -1}) {
    wl.push(Wide{static_cast<std::uint64_t>(key), 0});
  }
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  for (int i = 0; i < 6; ++i) {
    const auto task = wl.pop();
    ASSERT_TRUE(task);
    EXPECT_LT(last, static_cast<std::int64_t>(task->key));
    last = static_cast<std::int64_t>(task->key);
  }
}

TEST_F(MultiQueueTest, AHeldQueueIsNotWaitedFor) {
  // With sixteen threads on eight queues some samples find a lock held, and no thread may hang.
  setActiveThreads(16);
  Mq wl(TaskPriority(), withQueues(1));
  constexpr std::uint32_t kEach = 2000;
  on_each([&](unsigned tid, unsigned) {
    for (std::uint32_t i = 0; i < kEach; ++i) {
      wl.push(Task8(tid * kEach + i, i));
      wl.pop();
    }
  });
  EXPECT_EQ(counter(wl, "pushes"), 16 * kEach);
  while (wl.pop()) {
  }
  EXPECT_EQ(counter(wl, "pops"), 16 * kEach);
}

TEST_F(MultiQueueTest, OnOneThreadPeekReturnsTheTopPriority) {
  setActiveThreads(1);
  Mq wl(TaskPriority(), withQueues(1));
  fill(wl, 10);
  EXPECT_EQ(wl.peek(), nullptr);
  wl.pop();
  ASSERT_NE(wl.peek(), nullptr);
  EXPECT_EQ(wl.peek()->priority, 1u);
  while (wl.pop()) {
  }
  EXPECT_EQ(wl.peek(), nullptr);
}

} // namespace
} // namespace galois::test
