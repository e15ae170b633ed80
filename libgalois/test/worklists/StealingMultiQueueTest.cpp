#include "galois/worklists/StealingMultiQueue.h"

#include "galois/worklists/parts/stealing/StealableSkipList.h"

#include "support/OnThread.h"
#include "support/SharedMemTest.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

using SmqCase = ExactCase<worklists::StealingMultiQueue<TaskPriority>>;
GALOIS_POLICY_SUITES(Smq, SmqCase);

using SmqSkipListCase =
    ExactCase<worklists::StealingMultiQueue<TaskPriority, int, true, worklists::LocalSkipList>>;
GALOIS_POLICY_SUITES(SmqSkipList, SmqSkipListCase);

using Task8 = Task<8>;
using Smq = worklists::StealingMultiQueue<TaskPriority, Task8>;
using SmqSkipList = SmqSkipListCase::Policy<Task8>;

using StealingMultiQueueTest = SharedMemTest;

TEST_F(StealingMultiQueueTest, AloneNothingIsOfferedOrStolen) {
  setActiveThreads(1);
  Smq wl;
  pushTasks(wl, 1000);
  while (wl.pop()) {
  }
  EXPECT_EQ(counter(wl, "pushes"), 1000);
  EXPECT_EQ(counter(wl, "pops"), 1000);
  EXPECT_EQ(counter(wl, "empty_pops"), 1);
  EXPECT_EQ(counter(wl, "steal_attempts"), 0);
  EXPECT_EQ(counterNames(wl), commonCountersAnd({"queue_choices", "local_queue_choices"}));
  pushTasks(wl, 100);
  EXPECT_TRUE(wl.pop());
  setActiveThreads(2);
  onThread(1, [&] { EXPECT_FALSE(wl.pop()) << "no task was on offer"; });
}

TEST_F(StealingMultiQueueTest, AThiefGetsAWholeBufferOfTheMostUrgent) {
  setActiveThreads(2);
  Smq wl(TaskPriority(), {/*stealDenominator=*/8, /*stealSize=*/4, /*ownBatch=*/16});
  std::vector<std::uint32_t> stolen;
  onThread(0, [&] {
    pushTasks(wl, 100);
    // It offers 0 to 3, takes them back, sets 0 to 15 aside, and offers 16 to 19.
    EXPECT_EQ(wl.pop()->priority, 0u);
  });
  onThread(1, [&] {
    for (int i = 0; i < 4; ++i) {
      stolen.push_back(wl.pop()->priority);
    }
  });
  EXPECT_EQ(stolen, (std::vector<std::uint32_t>{16, 17, 18, 19}));
  EXPECT_EQ(counter(wl, "tasks_stolen"), 4);
  EXPECT_EQ(counter(wl, "steal_successes"), 1);
}

TEST_F(StealingMultiQueueTest, OwnOfferedTasksAreServedInTheirTurn) {
  // As listing 4 is printed, tasks would stay in the own buffer while those of the heap are run.
  setActiveThreads(2);
  Smq wl;
  pushTasks(wl, 64);
  for (std::uint32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(wl.pop()->priority, i);
  }
  EXPECT_FALSE(wl.pop());
}

TEST_F(StealingMultiQueueTest, OfferedTasksAreServedAfterThreadsAreReduced) {
  setActiveThreads(2);
  Smq wl;
  pushTasks(wl, 10);
  EXPECT_EQ(wl.pop()->priority, 0u); // A batch remains on offer.
  setActiveThreads(1);
  for (std::uint32_t i = 1; i < 10; ++i) {
    EXPECT_EQ(wl.pop()->priority, i);
  }
  EXPECT_FALSE(wl.pop());
}

TEST_F(StealingMultiQueueTest, AStolenBatchDoesNotOvertakeMoreUrgentOwnTasks) {
  setActiveThreads(2);
  Smq wl;
  onThread(0, [&] {
    for (std::uint32_t i = 100; i < 200; ++i) {
      wl.push(Task8(i, i));
    }
    wl.pop();
  });
  onThread(1, [&] {
    EXPECT_EQ(wl.pop()->priority, 116u); // It is stolen; three more tasks of its batch are left.
    wl.push(Task8(1, 1));
    EXPECT_EQ(wl.pop()->priority, 1u);
    EXPECT_EQ(wl.pop()->priority, 117u);
  });
}

/// Thread 1 has ten tasks of priority 60 on, and thread 0 offers four of priority `theirs` on.
/// Returns which of the tasks of thread 1 are stolen ('s') and which are its own ('o').
std::string poppedBeside(std::uint32_t theirs, worklists::SmqParams params, double* attempts) {
  setActiveThreads(2);
  Smq wl(TaskPriority(), params);
  std::string popped;
  onThread(0, [&] {
    for (std::uint32_t i = 0; i < 30; ++i) {
      wl.push(Task8(i, theirs + i));
    }
    EXPECT_EQ(wl.pop()->priority, theirs);
  });
  *attempts = -counter(wl, "steal_attempts");
  onThread(1, [&] {
    for (std::uint32_t i = 100; i < 110; ++i) {
      wl.push(Task8(i, i - 40));
    }
    for (int i = 0; i < 14; ++i) {
      popped += wl.pop()->id < 100 ? 's' : 'o';
    }
  });
  *attempts += counter(wl, "steal_attempts");
  return popped;
}

TEST_F(StealingMultiQueueTest, AThreadWithTasksStealsThoseThatAreMoreUrgent) {
  worklists::SmqParams params;
  params.stealDenominator = 1; // it always tries
  params.stealSize = 4;
  params.ownBatch = 16;
  double attempts = 0;
  // Thread 0 has set 16 tasks aside, and offers the next four.
  EXPECT_EQ(poppedBeside(0, params, &attempts), "ssssoooooooooo");
  EXPECT_EQ(attempts, 4) << "a decision is for four pops";
  EXPECT_EQ(poppedBeside(70, params, &attempts), "oooooooooossss") << "only when it has no others";
  EXPECT_EQ(attempts, 5) << "also while it has set tasks aside; and once when it has none";
  params.stealDenominator = 0xffffffff; // it does not try while it has tasks
  EXPECT_EQ(poppedBeside(0, params, &attempts), "oooooooooossss");
}

TEST_F(StealingMultiQueueTest, ADecisionIsTakenOncePerStealSizePops) {
  setActiveThreads(2);
  worklists::SmqParams params;
  params.stealDenominator = 1; // it always tries
  params.stealSize = 4;
  params.ownBatch = 16;
  Smq wl(TaskPriority(), params);
  onThread(0, [&] {
    pushTasks(wl, 100);
    for (std::uint32_t i = 0; i < 16; ++i) { // the tasks that it sets aside at first
      EXPECT_EQ(wl.pop()->priority, i);
    }
  });
  EXPECT_EQ(counter(wl, "steal_attempts"), 4);
}

TEST_F(StealingMultiQueueTest, ADecisionMayBeTakenAtEveryPopWithoutStolenTasks) {
  setActiveThreads(2);
  worklists::SmqParams params;
  params.stealDenominator = 1; // it always tries
  params.stealSize = 4;
  params.ownBatch = 4;
  params.coin = worklists::Coin::kPop;
  double attempts = 0;
  // Thread 0 has set four tasks aside, and offers the next four. After four stolen tasks, each of
  // the ten pops decides.
  EXPECT_EQ(poppedBeside(0, params, &attempts), "ssssoooooooooo");
  EXPECT_EQ(attempts, 11);
  // Each of ten pops decides, and so does the one that finds nothing else and steals after all.
  EXPECT_EQ(poppedBeside(70, params, &attempts), "oooooooooossss");
  EXPECT_EQ(attempts, 11);
  Smq wl(TaskPriority(), params);
  onThread(0, [&] {
    pushTasks(wl, 100);
    for (std::uint32_t i = 0; i < 16; ++i) {
      EXPECT_EQ(wl.pop()->priority, i);
    }
  });
  EXPECT_EQ(counter(wl, "steal_attempts"), 16);
  // A thread that decides not to steal, and then finds nothing, decides again after these tasks.
  params.stealDenominator = 0xffffffff;
  EXPECT_EQ(poppedBeside(70, params, &attempts), "oooooooooossss");
  EXPECT_EQ(attempts, 1);
}

TEST_F(StealingMultiQueueTest, AThreadWithoutTasksTriesEveryOther) {
  setActiveThreads(5);
  for (unsigned owner = 1; owner < 5; ++owner) {
    Smq wl;
    onThread(owner, [&] {
      pushTasks(wl, 100);
      EXPECT_TRUE(wl.pop());
    });
    onThread(0, [&] { EXPECT_TRUE(wl.pop()) << owner; });
  }
  worklists::SmqParams params;
  params.stealDenominator = 0xffffffff; // no steal besides
  Smq empty(TaskPriority(), params);
  onThread(0, [&] { EXPECT_FALSE(empty.pop()); });
  EXPECT_EQ(counter(empty, "steal_attempts"), 4);
  EXPECT_EQ(counter(empty, "steal_successes"), 0);
  EXPECT_EQ(counter(empty, "tasks_stolen"), 0);
  EXPECT_EQ(counter(empty, "empty_pops"), 1);
}

TEST_F(StealingMultiQueueTest, AThiefTakesTheFrontOfASkipList) {
  setActiveThreads(2);
  SmqSkipList wl(TaskPriority(), {/*stealDenominator=*/8, /*stealSize=*/4});
  std::vector<std::uint32_t> stolen;
  onThread(0, [&] { pushTasks(wl, 100); });
  onThread(1, [&] {
    for (int i = 0; i < 4; ++i) {
      stolen.push_back(wl.pop()->priority);
    }
  });
  onThread(0, [&] { EXPECT_EQ(wl.pop()->priority, 4u); });
  EXPECT_EQ(stolen, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(counter(wl, "tasks_stolen"), 4);
}

TEST_F(StealingMultiQueueTest, AllTasksOfAStoppedThreadCanBeTakenFromItsSkipList) {
  // Thieves see only the tasks that a heap offers, but all tasks of a skip list.
  setActiveThreads(3);
  SmqSkipList wl;
  std::atomic<std::uint32_t> taken{0};
  std::atomic<bool> full{false};
  on_each([&](unsigned tid, unsigned) {
    substrate::Backoff backoff;
    if (tid == 0) {
      pushTasks(wl, 1000);
      full = true;
      return;
    }
    while (taken < 1000) {
      if (full && wl.pop()) {
        ++taken;
      } else {
        backoff();
      }
    }
  });
  EXPECT_FALSE(wl.pop());
}

/// No task of a few bytes may stand for "no task".
TEST_F(StealingMultiQueueTest, NoTaskIsTakenForASentinel) {
  setActiveThreads(2);
  Smq heaps;
  SmqSkipList lists;
  Task8 ones;
  std::memset(static_cast<void*>(&ones), 0xff, sizeof ones);
  for (const Task8& task : {ones, Task8(0, 0)}) {
    for (int i = 0; i < 3; ++i) {
      heaps.push(task);
      lists.push(task);
    }
  }
  int got = 0;
  while (heaps.pop() && lists.pop()) {
    ++got;
  }
  EXPECT_EQ(got, 6);
}

TEST_F(StealingMultiQueueTest, TheOwnerNeverComesBackEmptyWhileItsOwnBufferIsFull) {
  // A lost race, or a compare-exchange that fails spuriously, must not be taken for an empty queue.
  setActiveThreads(2);
  Smq wl(TaskPriority(), {/*stealDenominator=*/1, /*stealSize=*/2, /*ownBatch=*/2});
  std::atomic<bool> done{false};
  std::atomic<std::uint32_t> stolen{0};
  std::uint32_t own = 0, leftBehind = 0;
  constexpr std::uint32_t kTasks = 20000;
  on_each([&](unsigned tid, unsigned) {
    if (tid == 0) {
      for (std::uint32_t i = 0; i < kTasks; i += 4) {
        for (std::uint32_t k = 0; k < 4; ++k) {
          wl.push(Task8(i + k, i + k));
        }
        while (wl.pop()) {
          ++own;
        }
        leftBehind += wl.peek() != nullptr;
      }
      done = true;
    } else {
      substrate::Backoff backoff;
      while (!done) {
        if (wl.pop()) {
          ++stolen;
        } else {
          backoff();
        }
      }
      while (wl.pop()) {
        ++stolen;
      }
    }
  });
  while (wl.pop()) {
    ++own;
  }
  EXPECT_EQ(own + stolen, kTasks);
  EXPECT_EQ(leftBehind, 0u);
}

TEST_F(StealingMultiQueueTest, NodesAreFoundNotCompiledIn) {
  // On every machine each choice is counted, and with one memory node each choice is local.
  setActiveThreads(4);
  Smq wl(TaskPriority(), {/*stealDenominator=*/1});
  on_each([&](unsigned tid, unsigned) {
    for (std::uint32_t i = 0; i < 500; ++i) {
      wl.push(Task8(i, i * (tid + 1)));
      wl.pop();
    }
  });
  EXPECT_GT(counter(wl, "queue_choices"), 0);
  if (substrate::getThreadPool().getMaxNumaNodes() == 1) {
    EXPECT_EQ(counter(wl, "local_queue_choices"), counter(wl, "queue_choices"));
  }
}

TEST_F(StealingMultiQueueTest, ThreadsDrawDifferentVictims) {
  // Correlated generators would send all thieves to the same queue.
  const substrate::Random a(substrate::getSeed(), 0), b(substrate::getSeed(), 1);
  substrate::Random x = a, y = b;
  int same = 0;
  for (int i = 0; i < 1000; ++i) {
    same += x.below(64) == y.below(64);
  }
  EXPECT_LT(same, 100);
}

} // namespace
} // namespace galois::test
