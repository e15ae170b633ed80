#include "galois/worklists/BulkSynchronous.h"

#include <stdexcept>

#include "support/SharedMemTest.h"
#include "worklists/LevelsInOrder.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

using BulkCase = InexactCase<worklists::BulkSynchronous<worklists::PerSocketChunkFIFO<64>>>;
GALOIS_POLICY_SUITES(BulkSynchronous, BulkCase);

using BulkLifoCase = InexactCase<
    worklists::BulkSynchronous<>::with_container<worklists::PerThreadChunkLIFO<2>>::type>;
GALOIS_POLICY_SUITE(BulkSynchronousLifo, CasesOf<BulkLifoCase>);

using Task8 = Task<8>;
using Bulk = worklists::BulkSynchronous<worklists::PerSocketChunkFIFO<4>, Task8>;

using BulkSynchronousTest = SharedMemTest;

TEST_F(BulkSynchronousTest, NoTaskRunsBeforeTheLevelBeforeItIsDone) { expectLevelsInOrder<Bulk>(); }

// U22: in Galois, pop() contains a barrier, so a thread that leaves the loop leaves the others
// waiting.
TEST_F(BulkSynchronousTest, ABreakEndsTheLoopWhileOthersWaitForTheNextLevel) {
  // There is one task per level, so all threads but one always wait. If pop() contained a barrier,
  // they would wait for ever for the thread that has left.
  for (const unsigned threads : kThreadCounts) {
    for (const std::uint32_t last : {0u, 1u, 7u}) {
      setActiveThreads(threads);
      std::atomic<std::uint32_t> ran{0};
      for_each(
          iterate({Task8(0, 0)}),
          [&](const Task8& t, auto& ctx) {
            ++ran;
            if (t.priority == last) {
              ctx.breakLoop();
            }
            ctx.push(t.id, t.priority + 1);
          },
          wl<Bulk>(), parallel_break(), disable_conflict_detection());
      EXPECT_EQ(ran.load(), last + 1);
    }
  }
}

TEST_F(BulkSynchronousTest, AnExceptionReachesTheCallerWhileOthersWaitForTheNextLevel) {
  for (const unsigned threads : kThreadCounts) {
    for (const std::uint32_t last : {0u, 1u, 7u}) {
      setActiveThreads(threads);
      EXPECT_THROW(for_each(
                       iterate({Task8(0, 0)}),
                       [&](const Task8& t, auto& ctx) {
                         ctx.push(t.id, t.priority + 1);
                         if (t.priority == last) {
                           throw std::runtime_error("last level");
                         }
                       },
                       wl<Bulk>(), disable_conflict_detection()),
                   std::runtime_error);
    }
  }
}

TEST_F(BulkSynchronousTest, EmptyGivesAllThreadsTheSameAnswer) {
  for (const unsigned threads : {1u, 2u, 4u}) {
    setActiveThreads(threads);
    substrate::Barrier& barrier = substrate::getBarrier(threads); // That of the executor, too.
    Bulk wl;
    std::atomic<int> wrong{0};
    on_each([&](unsigned tid, unsigned) {
      const auto isEmpty = [&] { // as the executor calls it
        barrier.wait();
        return wl.empty();
      };
      wrong += static_cast<bool>(wl.pop());
      wrong += !isEmpty(); // No task has been pushed.
      if (tid == threads - 1) {
        wl.push(Task8(1, 1));
        wrong += static_cast<bool>(wl.pop()); // The task comes only in the next level.
      }
      wrong += isEmpty();
      if (tid == threads - 1) {
        wrong += !static_cast<bool>(wl.pop());
      }
      wrong += !isEmpty();
    });
    EXPECT_EQ(wrong.load(), 0);
  }
}

TEST_F(BulkSynchronousTest, OneObjectServesLoopsOfDifferentSizes) {
  Bulk wl;
  for (const unsigned threads : {2u, 4u, 1u, 3u}) {
    setActiveThreads(threads);
    substrate::Barrier& barrier = substrate::getBarrier(threads); // That of the executor, too.
    constexpr std::uint32_t kTasks = 300;
    Deliveries seen(kTasks);
    on_each([&](unsigned tid, unsigned n) {
      for (std::uint32_t i = tid; i < kTasks; i += n) {
        wl.push(Task8(i, 0));
      }
      for (barrier.wait(); !wl.empty(); barrier.wait()) {
        while (auto task = wl.pop()) {
          seen.record(*task);
        }
      }
    });
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
  }
}

TEST_F(BulkSynchronousTest, CountsLevelsAndSumsUpBothBags) {
  setActiveThreads(1);
  Bulk wl(worklists::ChunkParams{});
  for (std::uint32_t i = 0; i < 10; ++i) {
    wl.push(Task8(i, 0));
    if (i % 2 == 1) {
      EXPECT_FALSE(wl.empty());
      EXPECT_TRUE(wl.pop());
      EXPECT_TRUE(wl.pop());
    }
  }
  EXPECT_EQ(counter(wl, "pushes"), 10);
  EXPECT_EQ(counter(wl, "pops"), 10);
  EXPECT_EQ(counter(wl, "levels"), 6) << "the first level was empty";
}

} // namespace
} // namespace galois::test
