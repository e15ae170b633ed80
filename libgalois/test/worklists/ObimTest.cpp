#include "worklists/ObimCases.h"

#include "support/CountedHeap.h"
#include "support/SharedMemTest.h"
#include "worklists/LevelsInOrder.h"
#include "worklists/PolicyCounters.h"

namespace galois::test {
namespace {

/// The chunk size is a run-time parameter, bags deliver the youngest task first, and a thread looks
/// for more urgent bags every 16 pops.
using ObimLifoCase = ExactCase<
    worklists::OrderedByIntegerMetric<TaskPriority, worklists::PerSocketChunkLIFO<0>, 4, false>>;
GALOIS_POLICY_SUITE(ObimLifo, CasesOf<ObimLifoCase>);

using Task8 = Task<8>;
using Obim = worklists::OrderedByIntegerMetric<TaskPriority>;

using ObimTest = SharedMemTest;

TEST_F(ObimTest, DescendingServesTheLargestFirst) {
  setActiveThreads(1);
  Obim::with_descending<true>::type::retype<Task8> wl;
  pushTasks(wl, 500, [](std::uint32_t i) { return i * 7 % 500; });
  std::uint32_t last = 500;
  while (auto got = wl.pop()) {
    EXPECT_LT(got->priority, last);
    last = got->priority;
  }
  EXPECT_EQ(last, 0u);
}

TEST_F(ObimTest, WithBarrierNoTaskRunsBeforeTheBagsBeforeItAreDone) {
  expectLevelsInOrder<Obim::with_barrier<true>::type>();
}

// U11: in Galois, the scan positions of other threads are plain integers. ThreadSanitizer would see
// such a race here.
TEST_F(ObimTest, ManyDistinctPrioritiesAreServed) {
  // Each task has its own bag; the published implementation runs out of per-thread storage here.
  setActiveThreads(2);
  constexpr std::uint32_t kTasks = 100000;
  std::atomic<std::uint32_t> count{0};
  for_each(
      iterate({Task8(0, 0)}),
      [&](const Task8& t, auto& ctx) {
        ++count;
        for (std::uint32_t child = 2 * t.id + 1; child <= 2 * t.id + 2; ++child) {
          if (child < kTasks) {
            ctx.push(child, child * 40503u);
          }
        }
      },
      wl<Obim>(), disable_conflict_detection());
  EXPECT_EQ(count.load(), kTasks);
}

TEST_F(ObimTest, BagsThatOneThreadEmptiesAreForgotten) {
  setActiveThreads(1);
  Obim::retype<Task8> wl;
  const auto round = [&wl](std::uint32_t from) { // With 63 tasks per bag no chunk is ever full.
    for (std::uint32_t i = 0; i < 63 * 200; ++i) {
      wl.push(Task8(i, from + i % 200));
    }
    for (std::uint32_t i = 0; i < 63 * 200; ++i) {
      EXPECT_EQ(wl.pop()->priority, from + i / 63);
    }
    EXPECT_FALSE(wl.pop());
  };
  round(0);
  const std::size_t before = CountedHeap::held();
  for (std::uint32_t r = 1; r < 20; ++r) {
    round(1000 * r);
  }
  EXPECT_LE(CountedHeap::held(), before + 4096);
  EXPECT_EQ(counter(wl, "bags"), 0);
  EXPECT_EQ(counter(wl, "bag_entries"), 20 * 200);
  EXPECT_GE(counter(wl, "bag_searches"), 20 * 200) << "one for each bag, as each is done";
  EXPECT_EQ(counterNames(wl), commonCountersAnd({"bag_searches", "bag_entries", "bags"}));
}

TEST_F(ObimTest, AForgottenBagKeepsNoChunk) {
  setActiveThreads(1);
  Obim::retype<Task8> wl;
  // The last task of a bag leaves its chunk open while the thread goes on with a more urgent bag.
  const auto round = [&wl](std::uint32_t priority) {
    for (const std::uint32_t each : {priority + 1, priority}) {
      wl.push(Task8(0, each));
      EXPECT_EQ(wl.pop()->priority, each);
    }
    EXPECT_FALSE(wl.pop());
  };
  round(0);
  const std::size_t before = CountedHeap::held();
  for (std::uint32_t r = 1; r < 2000; ++r) {
    round(10 * r);
  }
  EXPECT_LE(CountedHeap::held(), before + 4096);
}

TEST_F(ObimTest, AThreadKeepsItsChunkWhereThereIsNoMemoryToShareIt) {
  setActiveThreads(16);
  Obim::retype<Task8> wl;
  pushTasks(wl, 63, 5);
  CountedHeap::refuse(true);
  const bool popped = static_cast<bool>(wl.pop());
  CountedHeap::refuse(false);
  EXPECT_TRUE(popped);
  unsigned left = 0;
  while (wl.pop()) {
    ++left;
  }
  EXPECT_EQ(left, 62u);
  EXPECT_EQ(counter(wl, "bags"), 0);
}

TEST_F(ObimTest, ManyThreadsShareAChunkThatNobodyElseHasOffered) {
  for (const unsigned threads : {4u, 16u}) {
    setActiveThreads(threads);
    Obim::retype<Task8> wl;
    pushTasks(wl, 63, 5);
    EXPECT_TRUE(wl.pop()); // The rest of the chunk is now shared if there are 16 threads.
    std::atomic<unsigned> found{0};
    on_each([&](unsigned tid, unsigned) {
      if (tid != 0 && wl.pop()) {
        ++found;
      }
    });
    EXPECT_EQ(found > 0, threads == 16) << threads;
    std::atomic<unsigned> left{0};
    on_each([&](unsigned, unsigned) {
      while (wl.pop()) {
        ++left;
      }
    });
    EXPECT_EQ(left + found + 1, 63u);
  }
}

/// Returns how many of the thread's own 1000 tasks it pops from its own bag after another thread has
/// offered more urgent ones.
template <typename WL>
std::uint32_t tasksBeforeTheUrgentOne() {
  setActiveThreads(2);
  WL wl;
  std::atomic<int> phase{0};
  std::uint32_t before = 0;
  on_each([&](unsigned tid, unsigned) {
    substrate::Backoff backoff;
    if (tid == 1) {
      while (phase.load() == 0) {
        backoff();
      }
      for (std::uint32_t i = 0; i < 64; ++i) { // A full chunk is visible to all threads.
        wl.push(Task8(i, 1));
      }
      phase.store(2);
      return;
    }
    pushTasks(wl, 1000, 5);
    EXPECT_EQ(wl.pop()->priority, 5u);
    phase.store(1);
    while (phase.load() == 1) {
      backoff();
    }
    for (; before < 999 && wl.pop()->priority != 1; ++before) {
    }
  });
  return before;
}

TEST_F(ObimTest, BlockPeriodMakesAThreadLookForMoreUrgentBags) {
  // In published code a missing pair of parentheses prevents threads from ever doing this.
  EXPECT_EQ(tasksBeforeTheUrgentOne<Obim::with_block_period<4>::type::retype<Task8>>(), 15u);
  EXPECT_EQ(tasksBeforeTheUrgentOne<Obim::with_block_period<7>::type::retype<Task8>>(), 127u);
  EXPECT_EQ(tasksBeforeTheUrgentOne<Obim::retype<Task8>>(), 999u)
      << "without a block period a thread stays in its own bag";
}

TEST_F(ObimTest, NegativePrioritiesAreOrderedToo) {
  setActiveThreads(1);
  Obim::with_indexer<worklists::DummyIndexer<int>>::type::retype<int> wl;
  for (int i = -50; i < 50; ++i) {
    wl.push(i * 37 % 50);
  }
  int last = -50;
  while (auto got = wl.pop()) {
    EXPECT_GE(*got, last);
    last = *got;
  }
  EXPECT_EQ(last, 49);
}

} // namespace
} // namespace galois::test
