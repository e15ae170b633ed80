#include "galois/worklists/StealingBucketQueue.h"

#include <cstdint>
#include <set>

#include "support/OnThread.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

// Inexact because tasks in a bucket are not ordered.
using SmqBucketCase = InexactCase<worklists::StealingBucketQueue<TaskPriority>>;
// The default policy has tasks of all sizes in every build.
GALOIS_POLICY_SUITE(SmqBucket, AllSizesOf<SmqBucketCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(SmqBucket, PolicyRanges, RangesOf<SmqBucketCase>);

using Task8 = Task<8>;
using SmqBucket = worklists::StealingBucketQueue<TaskPriority, Task8>;
using worklists::StealingBucketParams;

/// Parameters with offers of 4 tasks and buckets of one priority.
StealingBucketParams exact() {
  StealingBucketParams params;
  params.stealSize = 4;
  params.buckets.shift = 0;
  return params;
}

class StealingBucketQueueTest : public ::testing::Test {
protected:
  StealingBucketQueueTest() { setActiveThreads(2); }

  /// Thread 0 pushes 100 tasks of that priority and pops one.
  static void beginOn(SmqBucket& wl, std::uint32_t priority) {
    onThread(0, [&] {
      pushTasks(wl, 100, priority);
      EXPECT_TRUE(wl.pop());
    });
  }

  /// The thread pushes and pops its only task, which has that priority, and so shows its level.
  void workOn(unsigned thread, std::uint32_t priority) {
    onThread(thread, [&] {
      wl_.push(Task8(1000 + thread, priority));
      EXPECT_TRUE(wl_.pop());
    });
  }

  SharedMemSys system_;
  SmqBucket wl_{TaskPriority(), exact()};
  Task8 out_[64];
};

TEST_F(StealingBucketQueueTest, AloneTheOrderIsThatOfBucketsAndNothingIsShared) {
  setActiveThreads(1);
  pushTasks(wl_, 1000, [](std::uint32_t i) { return (i * 31) % 977; });
  std::uint32_t last = 0;
  while (auto task = wl_.pop()) {
    EXPECT_GE(task->priority, last);
    last = task->priority;
  }
  EXPECT_EQ(counter(wl_, "pushes"), 1000);
  EXPECT_EQ(counter(wl_, "pops"), 1000);
  EXPECT_EQ(counter(wl_, "empty_pops"), 1);
  EXPECT_EQ(counter(wl_, "steal_attempts"), 0);
  EXPECT_EQ(counterNames(wl_), commonCountersAnd({"queue_choices", "local_queue_choices",
                                                  "tasks_received", "bucket_shift"}));
}

TEST_F(StealingBucketQueueTest, AThreadWithManyTasksMakesOneOfferUnrequested) {
  workOn(1, 1); // so that both threads are on one level
  beginOn(wl_, 1);
  onThread(1, [&] { EXPECT_EQ(wl_.pop_batch(out_, 64), 2u); });
  EXPECT_EQ(counter(wl_, "tasks_stolen"),
            4); // The thread was starving, so it offers half of the stolen tasks in turn.
  EXPECT_EQ(counter(wl_, "steal_successes"), 1);
  EXPECT_GE(counter(wl_, "steal_attempts"), 1);
}

TEST_F(StealingBucketQueueTest, AStarvingThreadGetsHalfOfAnyNumberOfTasks) {
  onThread(0, [&] {
    wl_.push(Task8(0, 7));
    wl_.push(Task8(1, 7));
  });
  onThread(1, [&] { EXPECT_FALSE(wl_.pop()); }); // The thread announces that it is starving.
  inTurn(2, [&](unsigned) { EXPECT_EQ(wl_.pop_batch(out_, 64), 1u); });
}

TEST_F(StealingBucketQueueTest, ThreadsOnOneLevelDoNotOfferFewTasks) {
  workOn(1, 0);
  onThread(0, [&] {
    pushTasks(wl_, 10);
    EXPECT_TRUE(wl_.pop());
  });
  onThread(1, [&] { EXPECT_FALSE(wl_.pop()); });
}

TEST_F(StealingBucketQueueTest, AThreadThatFindsNoTaskRequestsSome) {
  workOn(1, 0);
  onThread(0, [&] {
    pushTasks(wl_, 4, 0);
    EXPECT_TRUE(wl_.pop());
  });
  onThread(1, [&] { EXPECT_FALSE(wl_.pop()); });
  onThread(0, [&] { EXPECT_TRUE(wl_.pop()); });
  onThread(1, [&] { EXPECT_TRUE(wl_.pop()); });
}

TEST_F(StealingBucketQueueTest, AThreadThatDoesNotProbeOffersTasksOnRequest) {
  StealingBucketParams params = exact();
  params.stealDenominator = 0xffffffff; // so that no probe takes place
  SmqBucket wl(TaskPriority(), params);
  onThread(0, [&] {
    pushTasks(wl, 4, 0);
    EXPECT_TRUE(wl.pop());
  });
  onThread(1, [&] { EXPECT_FALSE(wl.pop()); }); // It finds no offer, and requests one.
  onThread(0, [&] { EXPECT_TRUE(wl.pop()); });
  onThread(1, [&] { EXPECT_TRUE(wl.pop()); });
}

TEST_F(StealingBucketQueueTest, ThreadsOnOneLevelProbeOncePerStealSizeTasks) {
  StealingBucketParams params = exact();
  params.stealDenominator = 1; // each probe that is due takes place
  params.stealSize = 8;
  SmqBucket wl(TaskPriority(), params);
  onThread(1, [&] {
    wl.push(Task8(0, 1000));
    EXPECT_TRUE(wl.pop());
  });
  onThread(0, [&] {
    pushTasks(wl, 200, 1000);
    for (int i = 0; i < 8; ++i) {
      EXPECT_TRUE(wl.pop()); // until the pace is that of threads on one level
    }
  });
  const double before = counter(wl, "steal_attempts");
  onThread(0, [&] {
    for (int i = 0; i < 64; ++i) {
      EXPECT_TRUE(wl.pop());
    }
  });
  EXPECT_EQ(counter(wl, "steal_attempts") - before, 64 / 8);
}

TEST_F(StealingBucketQueueTest, AThreadOnALessUrgentBucketIsOfferedMoreUrgentTasks) {
  // There are few tasks, and no thread is idle. Without such offers the two threads would drift
  // apart for good.
  onThread(1, [&] {
    wl_.push(Task8(100, 50));
    wl_.push(Task8(101, 50));
    ASSERT_TRUE(wl_.pop()); // Its level is 50 from now on.
  });
  onThread(0, [&] {
    pushTasks(wl_, 4, 1);
    ASSERT_TRUE(wl_.pop()); // It checks the level of the other thread.
  });
  onThread(1, [&] {
    ASSERT_EQ(wl_.pop_batch(out_, 64),
              1u); // It gets 101, because it does not check for offers after every task.
    ASSERT_EQ(wl_.pop_batch(out_, 64), 1u);
    EXPECT_EQ(out_[0].priority, 1u);
  });
  EXPECT_EQ(counter(wl_, "tasks_stolen"), 2);
}

TEST_F(StealingBucketQueueTest, AThreadThatIsNearlyLevelDoesNotSteal) {
  // The stride is one priority, and so is the margin with two threads.
  for (const std::uint32_t ahead : {1u, 2u}) {
    SmqBucket wl(TaskPriority(), exact());
    onThread(1, [&] {
      wl.push(Task8(1000, 0));
      EXPECT_TRUE(wl.pop());
    });
    beginOn(wl, 1); // and offers some
    onThread(1, [&] {
      pushTasks(wl, 100, 1 + ahead);
      std::size_t stolen = 0;
      for (int i = 0; i < 5; ++i) { // at least one probe
        stolen += wl.pop()->priority == 1;
      }
      EXPECT_EQ(stolen > 0, ahead == 2);
    });
  }
}

/// Every task has the least urgent priority of all, which is also the key of an empty queue.
struct LeastUrgent {
  std::uint64_t operator()(const Task8& /*task*/) const { return ~std::uint64_t{0}; }
};

TEST_F(StealingBucketQueueTest, AnOfferOfTheLeastUrgentPriorityIsNotStranded) {
  worklists::StealingBucketQueue<LeastUrgent, Task8> wl(LeastUrgent(), exact());
  onThread(0, [&] {
    wl.push(Task8(0, 0));
    wl.push(Task8(1, 0));
    EXPECT_TRUE(wl.pop()); // It also offers the other task, since thread 1 has none.
    EXPECT_TRUE(wl.pop());
    EXPECT_FALSE(wl.pop());
  });
  onThread(1, [&] { EXPECT_FALSE(wl.pop()); });
}

TEST_F(StealingBucketQueueTest, TheOwnOfferIsTakenBackInItsTurn) {
  // As listing 4 is printed, tasks would stay in the own buffer while less urgent ones are run.
  pushTasks(wl_, 12, 1);
  wl_.push(Task8(12, 2));
  std::uint32_t last = 0;
  unsigned count = 0;
  while (auto task = wl_.pop()) {
    EXPECT_GE(task->priority, last);
    last = task->priority;
    ++count;
  }
  EXPECT_EQ(count, 13u);
  EXPECT_EQ(counter(wl_, "tasks_stolen"), 0);
}

TEST_F(StealingBucketQueueTest, AThiefTakesAMoreUrgentBucketBeforeItsOwn) {
  beginOn(wl_, 1);
  onThread(1, [&] {
    wl_.push(Task8(200, 9));
    ASSERT_EQ(wl_.pop_batch(out_, 64), 4u);
    EXPECT_EQ(out_[0].priority, 1u);
    ASSERT_EQ(wl_.pop_batch(out_, 64), 1u);
    EXPECT_EQ(out_[0].priority, 9u);
  });
}

TEST_F(StealingBucketQueueTest, AThiefDoesNotStealLessUrgentBuckets) {
  beginOn(wl_, 5);
  onThread(1, [&] {
    wl_.push(Task8(200, 5));
    EXPECT_EQ(wl_.pop()->id, 200u);
  });
  EXPECT_EQ(counter(wl_, "tasks_stolen"), 0);
}

TEST_F(StealingBucketQueueTest, AThreadWithManyTasksSendsHalfToAThreadThatIsAhead) {
  workOn(1, 500);
  onThread(0, [&] {
    pushTasks(wl_, 4000, [](std::uint32_t i) { return i % 32; });
    ASSERT_TRUE(wl_.pop()); // It checks the level of the other thread.
  });
  onThread(1, [&] {
    ASSERT_TRUE(wl_.pop());
    EXPECT_GT(counter(wl_, "tasks_received"), 500); // at least 16 chunks
  });
  // Each task is delivered exactly once.
  std::multiset<std::uint32_t> seen;
  inTurn(2, [&](unsigned) {
    while (const std::size_t count = wl_.pop_batch(out_, 64)) {
      for (std::size_t i = 0; i < count; ++i) {
        seen.insert(out_[i].id);
      }
    }
  });
  EXPECT_EQ(seen.size(), 3998u);
  EXPECT_EQ(std::set<std::uint32_t>(seen.begin(), seen.end()).size(), 3998u);
  EXPECT_EQ(counter(wl_, "pushes"),
            4001); // The other thread's first task is included; sent tasks count once.
  EXPECT_EQ(counter(wl_, "pops"), 4001);
}

TEST_F(StealingBucketQueueTest, MailOfALoopThatWasLeftEarlyIsFoundByOneThread) {
  workOn(0, 500);
  onThread(1, [&] {
    pushTasks(wl_, 4000, [](std::uint32_t i) { return i % 32; });
    ASSERT_TRUE(wl_.pop());
  });
  setActiveThreads(1);
  EXPECT_TRUE(wl_.pop());
  EXPECT_GT(counter(wl_, "tasks_received"), 500);
}

TEST_F(StealingBucketQueueTest, OneThreadTakesBackWhatItSentInALoopThatWasLeftEarly) {
  workOn(1, 500);
  onThread(0, [&] {
    pushTasks(wl_, 4000, [](std::uint32_t i) { return i % 32; });
    ASSERT_TRUE(wl_.pop()); // It sends some to the other thread, which never runs again.
  });
  setActiveThreads(1);
  unsigned count = 1;
  while (wl_.pop()) {
    ++count;
  }
  EXPECT_EQ(count, 4000u);
  EXPECT_GT(counter(wl_, "tasks_received"), 500);
}

TEST_F(StealingBucketQueueTest, WhatDoesNotFitTheCallersBatchIsKept) {
  beginOn(wl_, 1);
  onThread(1, [&] {
    EXPECT_EQ(wl_.pop_batch(out_, 3), 3u); // The batch has four tasks.
    EXPECT_EQ(wl_.pop_batch(out_, 3), 1u);
  });
  EXPECT_EQ(counter(wl_, "pushes"), 100); // Tasks that were put back are not counted again.
}

} // namespace
} // namespace galois::test
