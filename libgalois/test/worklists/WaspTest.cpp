#include "galois/worklists/Wasp.h"

#include <string>
#include <vector>

#include "support/Child.h"
#include "support/OnThread.h"
#include "support/SharedMemTest.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

// Inexact because a bucket may hold several priorities.
using WaspCase = InexactCase<worklists::Wasp<TaskPriority>>;
GALOIS_POLICY_SUITES(Wasp, WaspCase);

/// One priority per bucket and chunks of two tasks, so that most tasks are offered, stolen or taken
/// back.
template <typename T, bool Concurrent = true>
struct SmallChunks : worklists::Wasp<TaskPriority, T, Concurrent> {
  template <typename U>
  using retype = SmallChunks<U, Concurrent>;
  template <bool B>
  using rethread = SmallChunks<T, B>;

  static worklists::WaspParams params(std::uint32_t chunkSize) {
    worklists::WaspParams params;
    params.chunkSize = chunkSize;
    params.leastPiece = 1;
    params.buckets.shift = 0;
    params.buckets.buckets = 64;
    return params;
  }
  explicit SmallChunks(std::uint32_t chunkSize = 2)
      : worklists::Wasp<TaskPriority, T, Concurrent>(TaskPriority(), params(chunkSize)) {}
};
using SmallChunksCase = ExactCase<SmallChunks<int>>;
GALOIS_POLICY_SUITES(WaspSmallChunks, SmallChunksCase);

using Task8 = Task<8>;
using Wasp = SmallChunks<Task8>;

using WaspTest = SharedMemTest;

TEST_F(WaspTest, AloneNothingIsOfferedOrStolen) {
  setActiveThreads(1);
  Wasp wl;
  pushTasks(wl, 1000, [](std::uint32_t i) { return i / 100; });
  while (wl.pop()) {
  }
  EXPECT_EQ(counter(wl, "pushes"), 1000);
  EXPECT_EQ(counter(wl, "pops"), 1000);
  EXPECT_EQ(counter(wl, "empty_pops"), 1);
  EXPECT_EQ(counter(wl, "steal_attempts"), 0);
  EXPECT_EQ(counter(wl, "chunks_offered"), 0);
  EXPECT_EQ(counterNames(wl), commonCountersAnd({"chunks_offered", "offers_taken_back",
                                                 "steals_lost", "bucket_shift"}));
}

TEST_F(WaspTest, ABatchIsOfOneBucket) {
  setActiveThreads(1);
  Wasp wl;
  pushTasks(wl, 30, [](std::uint32_t i) { return i % 3; });
  Task8 out[64];
  for (std::uint32_t bucket = 0; bucket < 3; ++bucket) {
    ASSERT_EQ(wl.pop_batch(out, 64), 10u);
    for (int i = 0; i < 10; ++i) {
      EXPECT_EQ(out[i].priority, bucket);
    }
  }
  EXPECT_EQ(wl.pop_batch(out, 64), 0u);
}

/// Thread 1 has three tasks of priority 60 and has just finished one of 40. Thread 0 works on
/// priority `theirs` and offers four chunks of two tasks. Returns which of the next ten tasks of
/// thread 1 are stolen ('s') and which are its own ('o').
std::string poppedBeside(std::uint32_t theirs) {
  setActiveThreads(2);
  Wasp wl;
  std::string popped;
  onThread(0, [&] {
    pushTasks(wl, 20, theirs);
    EXPECT_EQ(wl.pop()->priority, theirs);
  });
  onThread(1, [&] {
    for (std::uint32_t i = 100; i < 103; ++i) {
      wl.push(Task8(i, 60));
    }
    wl.push(Task8(200, 40));
    EXPECT_EQ(wl.pop()->priority, 40u);
    for (int i = 0; i < 10; ++i) {
      popped += wl.pop()->id < 100 ? 's' : 'o';
    }
  });
  return popped;
}

TEST_F(WaspTest, BeforeItDropsALevelAThreadStealsWhatIsMoreUrgent) {
  EXPECT_EQ(poppedBeside(50), "ssssssssoo");
}

TEST_F(WaspTest, ChunksThatAreNoMoreUrgentAreStolenOnlyByAnIdleThread) {
  EXPECT_EQ(poppedBeside(60), "ooosssssss");
  EXPECT_EQ(poppedBeside(70), "ooosssssss");
}

TEST_F(WaspTest, TheMostUrgentBucketOfAllIsStolenFrom) {
  // The key of this bucket is 0, which is just far enough before that of thread 1.
  setActiveThreads(2);
  Wasp wl;
  onThread(0, [&] {
    pushTasks(wl, 20, 0);
    EXPECT_EQ(wl.pop()->priority, 0u);
  });
  onThread(1, [&] {
    wl.push(Task8(100, 2)); // a bucket and a margin later
    EXPECT_EQ(wl.pop()->priority, 0u);
  });
}

TEST_F(WaspTest, OnTheSameLevelNoVictimIsProbed) {
  setActiveThreads(2);
  Wasp wl;
  pushTasks(wl, 20, 7);
  EXPECT_TRUE(wl.pop());
  EXPECT_EQ(counter(wl, "steal_attempts"), 1) << "before the thread goes on to priority 7";
  for (std::uint32_t i = 1; i < 20; ++i) {
    EXPECT_TRUE(wl.pop());
  }
  EXPECT_EQ(counter(wl, "steal_attempts"), 1);
  EXPECT_FALSE(wl.pop());
  EXPECT_EQ(counter(wl, "steal_attempts"), 2);
  // The thread has just searched for any task, so it begins with its own at once.
  wl.push(Task8(100, 9));
  EXPECT_TRUE(wl.pop());
  EXPECT_EQ(counter(wl, "steal_attempts"), 2);
}

TEST_F(WaspTest, AStolenChunkIsTheLevelFromWhichAThreadSearchesOn) {
  setActiveThreads(2);
  Wasp wl;
  onThread(0, [&] {
    pushTasks(wl, 20, 50);
    EXPECT_EQ(wl.pop()->priority, 50u);
  });
  onThread(1, [&] {
    Task8 out[2];
    EXPECT_EQ(wl.pop_batch(out, 2), 2u) << "the whole chunk that it has stolen";
    wl.push(Task8(100, 60));
    EXPECT_EQ(wl.pop()->priority, 50u) << "another one is more urgent than its own task";
  });
}

TEST_F(WaspTest, AThreadThatIsNearlyLevelDoesNotSteal) {
  // Buckets of one priority and a stride of one: two priorities apart are far enough with two threads.
  for (const std::uint32_t ahead : {1u, 2u}) {
    setActiveThreads(2);
    Wasp wl;
    onThread(0, [&] {
      pushTasks(wl, 20, 50);
      EXPECT_EQ(wl.pop()->priority, 50u);
      EXPECT_GT(counter(wl, "chunks_offered"), 0);
    });
    onThread(1, [&] {
      wl.push(Task8(100, 50 + ahead));
      EXPECT_EQ(wl.pop()->priority, ahead == 1 ? 51u : 50u);
    });
  }
}

TEST_F(WaspTest, OwnOffersAreTakenBackBeforeALevelIsDropped) {
  setActiveThreads(2);
  Wasp wl;
  pushTasks(wl, 40, [](std::uint32_t i) { return i / 20; });
  for (std::uint32_t i = 0; i < 40; ++i) {
    EXPECT_EQ(wl.pop()->priority, i / 20);
  }
  EXPECT_FALSE(wl.pop());
  EXPECT_GT(counter(wl, "chunks_offered"), 0);
}

TEST_F(WaspTest, OfferedTasksAreServedAfterThreadsAreReduced) {
  setActiveThreads(2);
  Wasp wl;
  pushTasks(wl, 20, 0);
  wl.pop();
  EXPECT_GT(counter(wl, "chunks_offered"), 0);
  setActiveThreads(1);
  for (int i = 0; i < 19; ++i) {
    EXPECT_TRUE(wl.pop());
  }
  EXPECT_FALSE(wl.pop());
  EXPECT_EQ(counter(wl, "steal_attempts"), 0) << "there is no other thread";
}

TEST_F(WaspTest, AThreadThatFoundNothingAloneIsNotStarving) {
  setActiveThreads(2);
  Wasp wl(64);
  Task8 out[64];
  pushTasks(wl, 100, 5);
  EXPECT_EQ(wl.pop_batch(out, 64), 64u);
  EXPECT_EQ(counter(wl, "chunks_offered"), 1);
  setActiveThreads(1);
  EXPECT_EQ(wl.pop_batch(out, 64), 36u);
  EXPECT_EQ(wl.pop_batch(out, 64), 0u);
  setActiveThreads(2);
  onThread(1, [&] {
    pushTasks(wl, 16, 5);
    EXPECT_EQ(wl.pop_batch(out, 64), 16u) << "no part of it is offered";
  });
}

TEST_F(WaspTest, MoreUrgentTasksComeFirstAndAnOutdatedOfferIsTakenBack) {
  // As in A*, the owner gets more and more urgent tasks while its chunks of priority 9 are on
  // offer.
  setActiveThreads(2);
  Wasp wl;
  pushTasks(wl, 20, 9);
  EXPECT_EQ(wl.pop()->priority, 9u);
  EXPECT_GT(counter(wl, "chunks_offered"), 0);
  for (std::uint32_t i = 0; i < 40; ++i) {
    wl.push(Task8(100 + i, 2));
  }
  for (std::uint32_t i = 0; i < 40; ++i) {
    EXPECT_EQ(wl.pop()->priority, 2u);
  }
  EXPECT_EQ(counter(wl, "offers_taken_back"), 1);
  for (std::uint32_t i = 0; i < 19; ++i) {
    EXPECT_EQ(wl.pop()->priority, 9u);
  }
  EXPECT_FALSE(wl.pop());
  EXPECT_EQ(counter(wl, "pushes"), 60);
  EXPECT_EQ(counter(wl, "pops"), 60);
}

TEST_F(WaspTest, AThreadWithoutWorkGetsAPartOfTheBatchAtHand) {
  // All tasks fit into one batch. Without splitting it the other thread would stay idle.
  setActiveThreads(2);
  Wasp wl(64);
  Task8 out[64];
  onThread(1, [&] { EXPECT_EQ(wl.pop_batch(out, 64), 0u); });
  onThread(0, [&] {
    pushTasks(wl, 32, 5);
    EXPECT_EQ(wl.pop_batch(out, 64), 16u);
  });
  onThread(1, [&] { EXPECT_EQ(wl.pop_batch(out, 64), 16u); });
}

TEST_F(WaspTest, WhileAllAreAtWorkTheRestOfTheBucketIsOfferedButNoBatchIsSplit) {
  setActiveThreads(2);
  Wasp wl(64);
  pushTasks(wl, 100, 5);
  Task8 out[64];
  EXPECT_EQ(wl.pop_batch(out, 64), 64u);
  EXPECT_EQ(counter(wl, "chunks_offered"), 1);
  EXPECT_EQ(wl.pop_batch(out, 64), 36u);
  EXPECT_EQ(wl.pop_batch(out, 64), 0u);
  EXPECT_EQ(counter(wl, "chunks_offered"), 1);
}

TEST_F(WaspTest, OffersThatNobodyTookMakeNoSmallBatches) {
  setActiveThreads(2);
  Wasp wl(64);
  Task8 out[64];
  pushTasks(wl, 30, [](std::uint32_t i) { return i < 20 ? 5 : 6; });
  EXPECT_EQ(wl.pop_batch(out, 64), 20u); // It offers the ten tasks of the next bucket.
  EXPECT_EQ(counter(wl, "chunks_offered"), 1);
  for (std::uint32_t i = 0; i < 15; ++i) {
    wl.push(Task8(100 + i, 6));
  }
  EXPECT_EQ(wl.pop_batch(out, 64), 25u);
}

TEST_F(WaspTest, WithoutARestAChunkOfTheNextBucketIsOffered) {
  // Otherwise the other thread would proceed to priority 30 while only the owner can run the tasks
  // of priority 20.
  setActiveThreads(2);
  Wasp wl(64);
  Task8 out[64];
  onThread(0, [&] {
    for (std::uint32_t i = 0; i < 20; ++i) {
      wl.push(Task8(i, 10));
      wl.push(Task8(i, 20));
    }
    EXPECT_EQ(wl.pop_batch(out, 64), 20u);
  });
  onThread(1, [&] {
    wl.push(Task8(0, 30));
    ASSERT_EQ(wl.pop_batch(out, 64), 20u);
    EXPECT_EQ(out[0].priority, 20u);
  });
}

TEST_F(WaspTest, ThreadsWithBucketsOfDifferentWidthsCompareWhereTheyBegin) {
  // Each thread derives its own width from the distance between a task and those that it pushes.
  // The width of thread 1 is far larger than that of thread 0.
  constexpr std::uint32_t kFar = 20000000;
  setActiveThreads(2);
  using Auto = worklists::Wasp<TaskPriority, Task8>;
  Auto wl;
  onThread(1, [&] {
    wl.push(Task8(0, kFar - 1000000));
    EXPECT_EQ(wl.pop()->priority, kFar - 1000000);
  });
  onThread(0, [&] {
    pushTasks(wl, 20000, [](std::uint32_t i) { return 1000 + i % 2; });
    EXPECT_LE(wl.pop()->priority, 1001u);
  });
  onThread(1, [&] {
    pushTasks(wl, 20000, [](std::uint32_t i) { return kFar + 100 * i; });
    EXPECT_LE(wl.pop()->priority, 1001u) << "stolen";
  });
}

/// After `failures` searches in vain of thread 1, a thread offers a task. Returns in how many further
/// searches thread 1 finds it; 100 if it does not.
unsigned searchesUntilFound(unsigned threads, unsigned failures, unsigned owner) {
  EXPECT_EQ(setActiveThreads(threads), threads);
  Wasp wl;
  unsigned searches = 0;
  onThread(1, [&] {
    for (unsigned i = 0; i < failures; ++i) {
      EXPECT_FALSE(wl.pop());
    }
  });
  onThread(owner, [&] {
    pushTasks(wl, 20, 7);
    EXPECT_TRUE(wl.pop());
  });
  onThread(1, [&] {
    for (bool found = false; !found && searches < 100; ++searches) {
      found = static_cast<bool>(wl.pop());
    }
  });
  return searches;
}

TEST_F(WaspTest, OnlyWithManyThreadsAndAfterManySearchesInVainAreFewVictimsProbed) {
  unsigned most = 0;
  for (const unsigned owner : {0u, 20u, 40u, 63u}) {
    EXPECT_EQ(searchesUntilFound(64, 20, owner), 1u) << owner << ": so few threads are all probed";
  }
  for (const unsigned owner : {0u, 20u, 40u, 60u, 79u}) {
    EXPECT_EQ(searchesUntilFound(80, 15, owner), 1u) << owner << ": and so are all at first";
    most = std::max(most, searchesUntilFound(80, 16, owner));
  }
  EXPECT_GT(most, 1u) << "later, 16 of 79 threads are probed at a time";
  EXPECT_LE(most, 10u) << "but other ones each time";
}

// A thief without tasks empties the deques of all other threads.
TEST(WaspChild, DISABLED_StealsNearestFirst) {
  SharedMemSys system;
  const unsigned threads = setActiveThreads(40);
  ASSERT_EQ(threads, 40u);
  ASSERT_EQ(substrate::getThreadPool().getMaxNumaNodes(), 4u);
  for (const unsigned thief : {0u, 13u, 39u}) {
    Wasp wl;
    std::atomic<unsigned> ready{0};
    std::atomic<bool> done{false};
    std::vector<unsigned> nodes;
    on_each([&](unsigned tid, unsigned) {
      substrate::Backoff backoff;
      if (tid != thief) {
        wl.push(Task8(tid, 7));
        wl.pop();
        ++ready;
        while (ready < threads - 1) {
          backoff();
        }
        for (std::uint32_t i = 0; i < 10; ++i) {
          wl.push(Task8(tid, 7));
        }
        wl.pop(); // It is on the same level, so it steals no task, and it offers chunks of the
                  // rest.
        ++ready;
        while (!done) {
          backoff();
        }
      } else {
        while (ready < 2 * (threads - 1)) {
          backoff();
        }
        while (auto task = wl.pop()) {
          nodes.push_back(substrate::getThreadPool().getNumaNode(task->id));
        }
        done = true;
      }
    });
    const unsigned home = substrate::getThreadPool().getNumaNode(thief);
    std::size_t atHome = 0;
    while (atHome < nodes.size() && nodes[atHome] == home) {
      ++atHome;
    }
    EXPECT_EQ(atHome, 9u * 4 * 2) << "nine neighbours with four chunks of two on offer";
    EXPECT_EQ(nodes.size(), 39u * 4 * 2);
    EXPECT_EQ(std::count(nodes.begin(), nodes.end(), home), 72) << "all of them come first";
  }
}
TEST(WaspChildren, StealNearestFirst) {
  EXPECT_EQ(runChild("WaspChild.DISABLED_StealsNearestFirst",
                     "HWLOC_SYNTHETIC='pack:4 numa:1 core:10 pu:1'"),
            0);
}

} // namespace
} // namespace galois::test
