#include "galois/worklists/StealingBucketQueue.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

struct SmqBucketCase {
  template <typename T>
  using Policy = worklists::StealingBucketQueue<TaskPriority, T>;
  static constexpr bool kExact = false; // a bucket has no order inside
};
INSTANTIATE_TYPED_TEST_SUITE_P(SmqBucket, PolicySuite, CasesOf<SmqBucketCase>);

using Task8 = Task<8>;
using SmqBucket = worklists::StealingBucketQueue<TaskPriority, Task8>;
using worklists::StealingBucketParams;

double counter(SmqBucket& wl, const std::string& wanted) {
  double sum = 0;
  wl.reportCounters([&](unsigned, const char* name, auto value) {
    if (wanted == name) {
      sum += static_cast<double>(value);
    }
  });
  return sum;
}

/// Offers of 4 tasks, buckets of one priority.
StealingBucketParams exact() {
  StealingBucketParams params;
  params.stealSize = 4;
  params.buckets.shift = 0;
  return params;
}

class StealingBucketQueueTest : public ::testing::Test {
protected:
  /// Runs `steps` one after the other, step i on thread i % 2.
  template <typename... Steps>
  static void inTurns(Steps&&... steps) {
    setActiveThreads(2);
    const std::vector<std::function<void()>> all{steps...};
    std::atomic<unsigned> turn{0};
    on_each([&](unsigned tid, unsigned) {
      substrate::Backoff backoff;
      for (unsigned i = tid; i < all.size(); i += 2) {
        while (turn != i) {
          backoff();
        }
        all[i]();
        turn = i + 1;
      }
    });
  }

  SharedMemSys system_;
};

TEST_F(StealingBucketQueueTest, AloneTheOrderIsThatOfBucketsAndNothingIsShared) {
  setActiveThreads(1);
  SmqBucket wl(TaskPriority(), exact());
  for (std::uint32_t i = 0; i < 1000; ++i) {
    wl.push(Task8(i, (i * 31) % 977));
  }
  std::uint32_t last = 0;
  while (auto task = wl.pop()) {
    EXPECT_GE(task->priority, last);
    last = task->priority;
  }
  EXPECT_EQ(counter(wl, "pushes"), 1000);
  EXPECT_EQ(counter(wl, "pops"), 1000);
  EXPECT_EQ(counter(wl, "steal_attempts"), 0);
}

TEST_F(StealingBucketQueueTest, OfPlentyOneOfferIsMadeWithoutBeingAsked) {
  SmqBucket wl(TaskPriority(), exact());
  std::size_t stolen = 0;
  inTurns(
      [&] {
        for (std::uint32_t i = 0; i < 100; ++i) {
          wl.push(Task8(i, 1));
        }
        EXPECT_TRUE(wl.pop());
      },
      [&] {
        Task8 out[64];
        stolen = wl.pop_batch(out, 64);
      });
  EXPECT_EQ(stolen, 4u);
  EXPECT_EQ(counter(wl, "tasks_stolen"), 4);
}

TEST_F(StealingBucketQueueTest, TheHungryGetHalfHoweverLittleThereIs) {
  SmqBucket wl(TaskPriority(), exact());
  std::size_t kept = 0, stolen = 0;
  inTurns(
      [&] {
        wl.push(Task8(0, 7));
        wl.push(Task8(1, 7));
      },
      [&] { EXPECT_FALSE(wl.pop()); }, // says that it is hungry
      [&] {
        Task8 out[64];
        kept = wl.pop_batch(out, 64);
      },
      [&] {
        Task8 out[64];
        stolen = wl.pop_batch(out, 64);
      });
  EXPECT_EQ(kept, 1u);
  EXPECT_EQ(stolen, 1u);
}

TEST_F(StealingBucketQueueTest, WithoutHungerLittleIsKept) {
  SmqBucket wl(TaskPriority(), exact());
  inTurns(
      [&] {
        for (std::uint32_t i = 0; i < 10; ++i) {
          wl.push(Task8(i, i));
        }
        EXPECT_TRUE(wl.pop());
      },
      [&] { EXPECT_FALSE(wl.pop()); });
}

TEST_F(StealingBucketQueueTest, WhoWorksOnAWorseBucketIsOfferedSomeOfABetterOne) {
  // Few tasks, and nobody is idle: without such offers the two would drift apart for good.
  SmqBucket wl(TaskPriority(), exact());
  std::uint32_t got = 0;
  inTurns([] {},
          [&] {
            wl.push(Task8(100, 50));
            wl.push(Task8(101, 50));
            ASSERT_TRUE(wl.pop()); // works at 50 from now on
          },
          [&] {
            for (std::uint32_t i = 0; i < 4; ++i) {
              wl.push(Task8(i, 1));
            }
            ASSERT_TRUE(wl.pop()); // looks, and sees that
          },
          [&] {
            Task8 out[64];
            ASSERT_EQ(wl.pop_batch(out, 64), 1u); // 101, since it does not look after every task
            ASSERT_EQ(wl.pop_batch(out, 64), 2u);
            got = out[0].priority;
          });
  EXPECT_EQ(got, 1u);
}

TEST_F(StealingBucketQueueTest, TheOwnOfferIsTakenBackInItsTurn) {
  // The trap of listing 4: tasks sit in the own buffer while less urgent ones are worked off.
  setActiveThreads(2);
  SmqBucket wl(TaskPriority(), exact());
  for (std::uint32_t i = 0; i < 12; ++i) {
    wl.push(Task8(i, 1));
  }
  wl.push(Task8(12, 2));
  std::uint32_t last = 0;
  unsigned count = 0;
  while (auto task = wl.pop()) {
    EXPECT_GE(task->priority, last);
    last = task->priority;
    ++count;
  }
  EXPECT_EQ(count, 13u);
  EXPECT_EQ(counter(wl, "tasks_stolen"), 0);
}

TEST_F(StealingBucketQueueTest, AThiefTakesABetterBucketBeforeItsOwn) {
  SmqBucket wl(TaskPriority(), exact());
  std::uint32_t got = 0, second = 0;
  inTurns(
      [&] {
        for (std::uint32_t i = 0; i < 100; ++i) {
          wl.push(Task8(i, 1));
        }
        EXPECT_TRUE(wl.pop());
      },
      [&] {
        wl.push(Task8(200, 9));
        Task8 out[64];
        ASSERT_EQ(wl.pop_batch(out, 64), 4u);
        got = out[0].priority;
        ASSERT_EQ(wl.pop_batch(out, 64), 1u);
        second = out[0].priority;
      });
  EXPECT_EQ(got, 1u);
  EXPECT_EQ(second, 9u);
}

TEST_F(StealingBucketQueueTest, AThiefLeavesWorseBucketsAlone) {
  SmqBucket wl(TaskPriority(), exact());
  std::uint32_t got = 0;
  inTurns(
      [&] {
        for (std::uint32_t i = 0; i < 100; ++i) {
          wl.push(Task8(i, 5));
        }
        EXPECT_TRUE(wl.pop());
      },
      [&] {
        wl.push(Task8(200, 5));
        auto task = wl.pop();
        ASSERT_TRUE(task);
        got = task->id;
      });
  EXPECT_EQ(got, 200u);
  EXPECT_EQ(counter(wl, "tasks_stolen"), 0);
}

TEST_F(StealingBucketQueueTest, WhatDoesNotFitTheCallersBatchIsKept) {
  SmqBucket wl(TaskPriority(), exact());
  unsigned got = 0;
  inTurns(
      [&] {
        for (std::uint32_t i = 0; i < 100; ++i) {
          wl.push(Task8(i, 1));
        }
        EXPECT_TRUE(wl.pop());
      },
      [&] {
        Task8 out[3];
        EXPECT_EQ(wl.pop_batch(out, 3), 3u); // of four
        EXPECT_EQ(wl.pop_batch(out, 3), 1u);
        got = 4;
      });
  EXPECT_EQ(got, 4u);
  EXPECT_EQ(counter(wl, "pushes"), 100); // what was put back is not counted again
}

} // namespace
} // namespace galois::test
