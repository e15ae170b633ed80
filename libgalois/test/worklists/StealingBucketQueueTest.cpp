#include "galois/worklists/StealingBucketQueue.h"

#include <cstdint>
#include <set>

#include "support/OnThread.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

struct SmqBucketCase {
  template <typename T>
  using Policy = worklists::StealingBucketQueue<TaskPriority, T>;
  static constexpr bool kExact = false; // a bucket has no order inside
};
INSTANTIATE_TYPED_TEST_SUITE_P(SmqBucket, PolicySuite, CasesOf<SmqBucketCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(SmqBucket, PolicyRanges, RangesOf<SmqBucketCase>);

using Task8 = Task<8>;
using SmqBucket = worklists::StealingBucketQueue<TaskPriority, Task8>;
using worklists::StealingBucketParams;

/// Offers of 4 tasks, buckets of one priority.
StealingBucketParams exact() {
  StealingBucketParams params;
  params.stealSize = 4;
  params.buckets.shift = 0;
  return params;
}

class StealingBucketQueueTest : public ::testing::Test {
protected:
  StealingBucketQueueTest() { setActiveThreads(2); }

  /// Thread 0 gets 100 tasks of that priority, and begins.
  static void beginOn(SmqBucket& wl, std::uint32_t priority) {
    onThread(0, [&] {
      for (std::uint32_t i = 0; i < 100; ++i) {
        wl.push(Task8(i, priority));
      }
      EXPECT_TRUE(wl.pop());
    });
  }

  /// The thread runs a task of that priority, its only one, and is known to work there.
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
  for (std::uint32_t i = 0; i < 1000; ++i) {
    wl_.push(Task8(i, (i * 31) % 977));
  }
  std::uint32_t last = 0;
  while (auto task = wl_.pop()) {
    EXPECT_GE(task->priority, last);
    last = task->priority;
  }
  EXPECT_EQ(counter(wl_, "pushes"), 1000);
  EXPECT_EQ(counter(wl_, "pops"), 1000);
  EXPECT_EQ(counter(wl_, "steal_attempts"), 0);
}

TEST_F(StealingBucketQueueTest, OfPlentyOneOfferIsMadeWithoutBeingAsked) {
  workOn(1, 1); // so the two are level
  beginOn(wl_, 1);
  onThread(1, [&] { EXPECT_EQ(wl_.pop_batch(out_, 64), 2u); });
  EXPECT_EQ(counter(wl_, "tasks_stolen"),
            4); // having had nothing, it offers half to others in turn
}

TEST_F(StealingBucketQueueTest, TheHungryGetHalfHoweverLittleThereIs) {
  onThread(0, [&] {
    wl_.push(Task8(0, 7));
    wl_.push(Task8(1, 7));
  });
  onThread(1, [&] { EXPECT_FALSE(wl_.pop()); }); // says that it is hungry
  inTurn(2, [&](unsigned) { EXPECT_EQ(wl_.pop_batch(out_, 64), 1u); });
}

TEST_F(StealingBucketQueueTest, WhoAreLevelKeepLittleToThemselves) {
  workOn(1, 0);
  onThread(0, [&] {
    for (std::uint32_t i = 0; i < 10; ++i) {
      wl_.push(Task8(i, i));
    }
    EXPECT_TRUE(wl_.pop());
  });
  onThread(1, [&] { EXPECT_FALSE(wl_.pop()); });
}

TEST_F(StealingBucketQueueTest, WhoFindsNothingAsksForSome) {
  workOn(1, 0);
  onThread(0, [&] {
    for (std::uint32_t i = 0; i < 4; ++i) {
      wl_.push(Task8(i, 0));
    }
    EXPECT_TRUE(wl_.pop());
  });
  onThread(1, [&] { EXPECT_FALSE(wl_.pop()); });
  onThread(0, [&] { EXPECT_TRUE(wl_.pop()); });
  onThread(1, [&] { EXPECT_TRUE(wl_.pop()); });
}

TEST_F(StealingBucketQueueTest, WhoWorksOnAWorseBucketIsOfferedSomeOfABetterOne) {
  // Few tasks, and nobody is idle: without such offers the two would drift apart for good.
  onThread(1, [&] {
    wl_.push(Task8(100, 50));
    wl_.push(Task8(101, 50));
    ASSERT_TRUE(wl_.pop()); // works at 50 from now on
  });
  onThread(0, [&] {
    for (std::uint32_t i = 0; i < 4; ++i) {
      wl_.push(Task8(i, 1));
    }
    ASSERT_TRUE(wl_.pop()); // looks, and sees that
  });
  onThread(1, [&] {
    ASSERT_EQ(wl_.pop_batch(out_, 64), 1u); // 101, since it does not look after every task
    ASSERT_EQ(wl_.pop_batch(out_, 64), 1u);
    EXPECT_EQ(out_[0].priority, 1u);
  });
  EXPECT_EQ(counter(wl_, "tasks_stolen"), 2);
}

/// Every task has the least urgent priority that there is, which is also the key of an empty queue.
struct LeastUrgent {
  std::uint64_t operator()(const Task8& /*task*/) const { return ~std::uint64_t{0}; }
};

TEST_F(StealingBucketQueueTest, AnOfferOfTheLeastUrgentPriorityIsNotStranded) {
  worklists::StealingBucketQueue<LeastUrgent, Task8> wl(LeastUrgent(), exact());
  onThread(0, [&] {
    wl.push(Task8(0, 0));
    wl.push(Task8(1, 0));
    EXPECT_TRUE(wl.pop()); // and offers the other, since thread 1 has nothing
    EXPECT_TRUE(wl.pop());
    EXPECT_FALSE(wl.pop());
  });
  onThread(1, [&] { EXPECT_FALSE(wl.pop()); });
}

TEST_F(StealingBucketQueueTest, TheOwnOfferIsTakenBackInItsTurn) {
  // The trap of listing 4: tasks sit in the own buffer while less urgent ones are worked off.
  for (std::uint32_t i = 0; i < 12; ++i) {
    wl_.push(Task8(i, 1));
  }
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

TEST_F(StealingBucketQueueTest, AThiefTakesABetterBucketBeforeItsOwn) {
  beginOn(wl_, 1);
  onThread(1, [&] {
    wl_.push(Task8(200, 9));
    ASSERT_EQ(wl_.pop_batch(out_, 64), 4u);
    EXPECT_EQ(out_[0].priority, 1u);
    ASSERT_EQ(wl_.pop_batch(out_, 64), 1u);
    EXPECT_EQ(out_[0].priority, 9u);
  });
}

TEST_F(StealingBucketQueueTest, AThiefLeavesWorseBucketsAlone) {
  beginOn(wl_, 5);
  onThread(1, [&] {
    wl_.push(Task8(200, 5));
    EXPECT_EQ(wl_.pop()->id, 200u);
  });
  EXPECT_EQ(counter(wl_, "tasks_stolen"), 0);
}

TEST_F(StealingBucketQueueTest, WhoHasMuchSendsHalfToWhoIsAhead) {
  workOn(1, 500);
  onThread(0, [&] {
    for (std::uint32_t i = 0; i < 4000; ++i) {
      wl_.push(Task8(i, i % 32));
    }
    ASSERT_TRUE(wl_.pop()); // looks, and sees where the other one works
  });
  onThread(1, [&] {
    ASSERT_TRUE(wl_.pop());
    EXPECT_GT(counter(wl_, "tasks_received"), 500); // 16 chunks
  });
  // Nothing is lost, and nothing comes twice.
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
  EXPECT_EQ(counter(wl_, "pushes"), 4001); // with the other thread's first; sent ones count once
  EXPECT_EQ(counter(wl_, "pops"), 4001);
}

TEST_F(StealingBucketQueueTest, MailOfALoopThatWasLeftEarlyIsFoundByOneThread) {
  workOn(0, 500);
  onThread(1, [&] {
    for (std::uint32_t i = 0; i < 4000; ++i) {
      wl_.push(Task8(i, i % 32));
    }
    ASSERT_TRUE(wl_.pop());
  });
  setActiveThreads(1);
  EXPECT_TRUE(wl_.pop());
  EXPECT_GT(counter(wl_, "tasks_received"), 500);
}

TEST_F(StealingBucketQueueTest, OneThreadTakesBackWhatItSentInALoopThatWasLeftEarly) {
  workOn(1, 500);
  onThread(0, [&] {
    for (std::uint32_t i = 0; i < 4000; ++i) {
      wl_.push(Task8(i, i % 32));
    }
    ASSERT_TRUE(wl_.pop()); // sends some to the other thread, which never runs again
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
    EXPECT_EQ(wl_.pop_batch(out_, 3), 3u); // of four
    EXPECT_EQ(wl_.pop_batch(out_, 3), 1u);
  });
  EXPECT_EQ(counter(wl_, "pushes"), 100); // what was put back is not counted again
}

} // namespace
} // namespace galois::test
