#include "galois/worklists/AdaptiveObim.h"

#include <string>
#include <type_traits>

#include "galois/runtime/LoopReport.h"
#include "support/SharedMemTest.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

using Pmod = worklists::AdaptiveOrderedByIntegerMetric<TaskPriority>;

using PmodCase = InexactCase<Pmod>;
GALOIS_POLICY_SUITES(Pmod, PmodCase);

/// Parameters that merge and unmerge often: chunks of two tasks, and a decision after every second
/// chunk.
worklists::PmodParams frequentMerges() {
  worklists::PmodParams params;
  params.minDensity = 2;
  params.minQueues = 4;
  return params;
}
using FrequentMergesCase =
    InexactCase<AnyWith<worklists::AdaptiveOrderedByIntegerMetric<
                            TaskPriority, worklists::PerSocketChunkLIFO<2>, 3, false>,
                        frequentMerges>>;
GALOIS_POLICY_SUITES(PmodFrequentMerges, FrequentMergesCase);

using Task8 = Task<8>;

using AdaptiveObimTest = SharedMemTest;

/// Tasks that push tasks: there are 40 at a time, and each pushes one that is up to `spread` less
/// urgent.
template <typename WL>
void wander(WL& wl, std::uint32_t tasks, std::uint32_t spread, std::uint32_t alive = 40) {
  substrate::Random random(1, 0);
  for (std::uint32_t i = 0; i < alive; ++i) {
    wl.push(Task8(i, random.below(spread)));
  }
  for (std::uint32_t i = alive; i < tasks; ++i) {
    const auto got = wl.pop();
    ASSERT_TRUE(got);
    wl.push(Task8(i, got->priority + random.below(spread)));
  }
  while (wl.pop()) {
  }
}

// U9: in Galois, with_indexer and other options of this worklist declare a data member instead of a
// type, so they cannot be used.
TEST_F(AdaptiveObimTest, OptionsAreTypes) {
  using worklists::AdaptiveOrderedByIntegerMetric;
  using Container = worklists::PerSocketChunkLIFO<16>;
  struct Inverse {
    std::uint32_t operator()(const Task8& t) const { return ~t.priority; }
  };
  using All = Pmod::with_block_period<4>::type::with_container<Container>::type::with_indexer<
      Inverse>::type::with_back_scan_prevention<false>::type::with_unmerge<false>::type::
      with_monotonic<true>::type::with_descending<true>::type::retype<Task8>::rethread<true>;
  static_assert(
      std::is_same_v<All, AdaptiveOrderedByIntegerMetric<Inverse, Container, 4, false, false, 64,
                                                         Task8, std::uint32_t, false, true, true>>);
  setActiveThreads(1);
  All wl; // Descending order of the complement is ascending order.
  pushTasks(wl, 10, [](std::uint32_t i) { return i * 3 % 10; });
  for (std::uint32_t i = 0; i < 10; ++i) {
    const auto got = wl.pop();
    ASSERT_TRUE(got);
    EXPECT_EQ(got->priority, i);
  }
}

TEST_F(AdaptiveObimTest, OrderIsExactUntilTheFirstMerge) {
  setActiveThreads(1);
  Pmod::retype<Task8> wl;
  pushTasks(wl, 63, [](std::uint32_t i) { return i * 37 % 63 * 1000; });
  for (std::uint32_t i = 0; i < 63; ++i) {
    const auto got = wl.pop();
    ASSERT_TRUE(got);
    EXPECT_EQ(got->priority, i * 1000);
  }
  EXPECT_EQ(wl.lmf(), 0u);
}

TEST_F(AdaptiveObimTest, ThinBagsAreMergedWithinTheFirstHundredthOfTheRun) {
  setActiveThreads(1);
  constexpr std::uint32_t kTasks = 20000;
  Pmod::retype<Task8> merging, never;
  std::uint32_t last = 0;
  pushTasks(merging, 40, [](std::uint32_t i) { return i * 250; });
  for (std::uint32_t i = 0; i < kTasks / 100; ++i) {
    const auto got = merging.pop();
    ASSERT_TRUE(got);
    last = got->priority;
    merging.push(Task8(i, last + i * 7919 % 10000));
  }
  EXPECT_GT(merging.lmf(), 0u);

  Pmod::retype<Task8> whole;
  wander(whole, kTasks, 10000);
  EXPECT_GT(counter(whole, "merges"), 0);
  EXPECT_LE(counter(whole, "merges") + counter(whole, "unmerges"), 6)
      << "the factor reaches a steady state";
  EXPECT_LT(counter(whole, "bags"), kTasks / 20);
  EXPECT_EQ(counter(whole, "bag_searches"),
            counter(whole, "synchronizing_dequeues") + counter(whole, "empty_pops"));
}

TEST_F(AdaptiveObimTest, FillingDoesNotMakeABagATask) {
  for (const bool ascending : {true, false}) {
    setActiveThreads(4);
    Pmod::retype<Task8> wl;
    on_each([&](unsigned tid, unsigned n) {
      substrate::Random random(1, tid);
      for (std::uint32_t i = tid; i < 100000; i += n) {
        wl.push(Task8(i, ascending ? i * 1000 : static_cast<std::uint32_t>(random() >> 35)));
      }
    });
    EXPECT_LT(counter(wl, "bags"), 8000);
    EXPECT_GT(counter(wl, "merges"), 0);
  }
}

TEST_F(AdaptiveObimTest, WiderPrioritiesMergeFurther) {
  setActiveThreads(1);
  Pmod::retype<Task8> narrow, wide;
  wander(narrow, 5000, 1000);
  wander(wide, 5000, 64 * 1000);
  EXPECT_NEAR(wide.lmf(), narrow.lmf() + 6.0, 1.0);
}

TEST_F(AdaptiveObimTest, FewPrioritiesAreNeverMerged) {
  setActiveThreads(1);
  Pmod::retype<Task8> wl;
  pushTasks(wl, 20000, [](std::uint32_t i) { return i % 10; });
  std::uint32_t last = 0;
  while (const auto got = wl.pop()) {
    EXPECT_GE(got->priority, last);
    last = got->priority;
  }
  EXPECT_EQ(wl.lmf(), 0u);
  EXPECT_EQ(counter(wl, "bags"), 10);
}

TEST_F(AdaptiveObimTest, OnePriorityForAllTasksIsOneBag) {
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    constexpr std::uint32_t kTasks = 5000;
    Deliveries seen(kTasks);
    runtime::LoopReport report;
    for_each(
        iterate({Task8(0, 3)}),
        [&](const Task8& t, auto& ctx) {
          seen.record(t);
          for (std::uint32_t child = 4 * t.id + 1; child <= 4 * t.id + 4; ++child) {
            if (child < kTasks) {
              ctx.push(child, 3);
            }
          }
        },
        wl<Pmod>(), disable_conflict_detection(), loop_report(report));
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
    ASSERT_EQ(report.histories.size(), 2u);
    EXPECT_EQ(report.histories[0].points.size(), 1u) << "there is nothing to merge or to unmerge";
  }
}

TEST_F(AdaptiveObimTest, LongBagsAreUnmerged) {
  // The bags begin much too wide, with all tasks in one bag. Pops stay in that bag, and unmerging
  // happens there.
  setActiveThreads(1);
  worklists::PmodParams params;
  params.initialLmf = 16;
  Pmod::retype<Task8> wl(TaskPriority(), params);
  wander(wl, 20000, 4000, 3000);
  EXPECT_GT(counter(wl, "unmerges"), 0);
  EXPECT_LT(wl.lmf(), 13u);

  Pmod::with_unmerge<false>::type::retype<Task8> stays(TaskPriority(), params);
  wander(stays, 20000, 4000, 3000);
  EXPECT_EQ(counter(stays, "unmerges"), 0);
  EXPECT_GE(stays.lmf(), 16u);
}

// U11: in Galois, minimum and maximum ignore the descending order when tasks are pushed.
TEST_F(AdaptiveObimTest, DescendingMergesAlikeAndServesTheLargestFirst) {
  setActiveThreads(1);
  Pmod::with_descending<true>::type::retype<Task8> wl;
  // Priorities fall here, while wander() lets them rise. The range must be measured in both
  // directions.
  substrate::Random random(1, 0);
  std::uint32_t i = 0;
  for (; i < 40; ++i) {
    wl.push(Task8(i, 100000000 - random.below(10000)));
  }
  for (; i < 5000; ++i) {
    const auto got = wl.pop();
    ASSERT_TRUE(got);
    wl.push(Task8(i, got->priority - random.below(10000)));
  }
  EXPECT_GE(wl.lmf(), 8u);
  // The tasks of one bag come in any order, the bags in descending order.
  const std::uint32_t width = 1u << wl.lmf();
  std::uint32_t least = 0xffffffff;
  while (const auto got = wl.pop()) {
    EXPECT_LT(got->priority, static_cast<std::uint64_t>(least) + 2 * width);
    least = std::min(least, got->priority);
  }
}

TEST_F(AdaptiveObimTest, NegativePrioritiesAreMergedAndOrdered) {
  setActiveThreads(1);
  Pmod::with_indexer<worklists::DummyIndexer<int>>::type::retype<int> wl;
  substrate::Random random(1, 0);
  for (int i = 0; i < 40; ++i) {
    wl.push(-1000000 + static_cast<int>(random.below(10000)));
  }
  int greatest = -1000000;
  for (int i = 0; i < 5000; ++i) {
    const auto got = wl.pop();
    ASSERT_TRUE(got);
    EXPECT_GT(*got, greatest - (2 << wl.lmf()));
    greatest = std::max(greatest, *got);
    wl.push(*got + static_cast<int>(random.below(10000)));
  }
  EXPECT_GT(wl.lmf(), 0u);
}

TEST_F(AdaptiveObimTest, ManyThreadsDecideOneAtATime) {
  // Published code decides without the lock when another thread holds it, and then releases that
  // lock. Here each change of lmf is made by one thread, and their record has no gap.
  constexpr std::uint32_t kTasks = 30000;
  for (const unsigned threads : {2u, 16u}) {
    setActiveThreads(threads);
    FrequentMergesCase::Policy<Task8> wl;
    std::atomic<std::uint32_t> next{threads * 8};
    std::atomic<std::uint32_t> done{0};
    on_each([&](unsigned tid, unsigned) {
      substrate::Random random(2, tid);
      for (std::uint32_t i = 0; i < 8; ++i) {
        wl.push(Task8(tid * 8 + i, random.below(5000)));
      }
      substrate::Backoff backoff;
      while (done.load() < kTasks) {
        const auto got = wl.pop();
        if (!got) {
          backoff();
          continue;
        }
        backoff.reset();
        ++done;
        // Phases with wide and with narrow spreads alternate.
        const std::uint32_t spread = done.load() / 2000 % 2 ? 20000 : 4;
        if (const std::uint32_t id = next++; id < kTasks) {
          wl.push(Task8(id, got->priority + random.below(spread)));
        }
      }
    });
    std::vector<std::pair<std::uint64_t, double>> history, pops;
    wl.reportHistories([&](const std::string& name, std::uint64_t when, double value) {
      EXPECT_TRUE(name == "lmf" || name == "lmf_pops") << name;
      (name == "lmf" ? history : pops).emplace_back(when, value);
    });
    SCOPED_TRACE(threads);
    EXPECT_EQ(counter(wl, "pops"), kTasks);
    EXPECT_EQ(history.size(), 1 + counter(wl, "merges") + counter(wl, "unmerges"));
    EXPECT_GT(counter(wl, "merges"), 0);
    EXPECT_EQ(history.front().second, 0.0);
    EXPECT_EQ(history.back().second, static_cast<double>(wl.lmf()));
    ASSERT_EQ(pops.size(), history.size());
    EXPECT_EQ(pops.front().second, 0.0);
    EXPECT_LE(pops.back().second, kTasks);
    EXPECT_GT(pops.back().second, 0.0);
    for (std::size_t i = 1; i < history.size(); ++i) {
      EXPECT_NE(history[i].second, history[i - 1].second);
      EXPECT_EQ(history[i].first, pops[i].first);
      EXPECT_GE(pops[i].second, pops[i - 1].second) << "threads only add to what they have shown";
    }
  }
}

TEST_F(AdaptiveObimTest, AnIdleThreadMakesBagsMergeUntilWorkIsShared) {
  // With one bag per priority no chunk ever gets full, so one thread holds all tasks in its own
  // chunks. A thread whose pops fail makes the bags wider until it finds tasks to take.
  setActiveThreads(2);
  Pmod::retype<Task8> wl;
  std::atomic<bool> stop{false};
  std::atomic<std::uint32_t> taken{0};
  on_each([&](unsigned tid, unsigned) {
    substrate::Backoff backoff;
    if (tid == 1) {
      while (!stop.load()) {
        if (wl.pop()) {
          ++taken;
        }
        backoff();
      }
      return;
    }
    substrate::Random random(1, 0);
    for (std::uint32_t i = 0; i < 1000; ++i) {
      wl.push(Task8(i, random.below(100000)));
    }
    // This is a hundred times more than necessary, because the system decides when the other thread
    // runs.
    for (std::uint32_t i = 0; i < 1000000 && taken.load() == 0; ++i) {
      if (const auto got = wl.pop()) {
        wl.push(Task8(i, got->priority + random.below(1000)));
      }
      if (i % 1000 == 0) {
        backoff();
      }
    }
    stop.store(true);
  });
  EXPECT_GT(taken.load(), 0u);
  EXPECT_GT(wl.lmf(), 0u);
}

TEST_F(AdaptiveObimTest, TheHistoryOfLmfIsReportedSinceTheLoopBegan) {
  setActiveThreads(2);
  runtime::LoopReport report;
  std::atomic<std::uint32_t> next{1};
  for_each(
      iterate({Task8(0, 0)}),
      [&](const Task8& t, auto& ctx) {
        for (int k = 0; k < 2; ++k) {
          if (const std::uint32_t id = next++; id < 5000) {
            ctx.push(id, t.priority + id * 7919 % 10000);
          }
        }
      },
      wl<Pmod>(), disable_conflict_detection(), loop_report(report));
  ASSERT_EQ(report.histories.size(), 2u);
  EXPECT_EQ(report.histories[0].name, "lmf");
  EXPECT_EQ(report.histories[1].name, "lmf_pops");
  const auto& points = report.histories[0].points;
  ASSERT_GE(points.size(), 2u);
  EXPECT_EQ(points[0], (std::pair<double, double>(0.0, 0.0)));
  for (std::size_t i = 1; i < points.size(); ++i) {
    EXPECT_LE(points[i - 1].first, points[i].first);
    EXPECT_LE(points[i].first, report.seconds);
  }
}

} // namespace
} // namespace galois::test
