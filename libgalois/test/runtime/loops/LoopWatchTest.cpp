#include "galois/runtime/loops/LoopWatch.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Clock.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "support/SharedMemTest.h"

namespace galois::runtime {
namespace {

using LoopWatchTest = galois::test::SharedMemTest;

TEST_F(LoopWatchTest, DriftIsTheMeanDistanceFromTheMostUrgentTask) {
  setActiveThreads(3);
  LoopWatch watch(1, 3);
  watch.works(0, 10); // a single task: 0
  watch.works(1, 40); // (0 + 30) / 2
  watch.works(2, 25); // (0 + 30 + 15) / 3
  const LoopReport::Drift drift = watch.drift();
  EXPECT_EQ(drift.samples, 3u);
  EXPECT_DOUBLE_EQ(drift.mean, 10);
  EXPECT_DOUBLE_EQ(drift.max, 15);
}

TEST_F(LoopWatchTest, ThreadsWithoutATaskDoNotCount) {
  setActiveThreads(2);
  LoopWatch watch(1, 2);
  watch.works(0, 10);
  watch.waits(0);
  watch.works(1, 1000);
  EXPECT_EQ(watch.drift().max, 0);
  watch.works(0, 900);
  EXPECT_EQ(watch.drift().max, 50);
}

TEST_F(LoopWatchTest, SamplesEveryGivenNumberOfTasksPerThread) {
  setActiveThreads(2);
  LoopWatch watch(3, 2);
  for (int task = 0; task < 8; ++task) {
    watch.works(0, 0);
  }
  watch.works(1, 0);
  EXPECT_EQ(watch.drift().samples, 2u);
}

TEST_F(LoopWatchTest, NothingMeasuredIsZero) {
  const LoopReport::Drift drift = LoopWatch(1, 1).drift();
  EXPECT_EQ(drift.samples, 0u);
  EXPECT_EQ(drift.mean, 0);
  EXPECT_EQ(drift.max, 0);
}

struct Number {
  std::uint64_t operator()(std::uint32_t task) const { return task; }
};
std::uint32_t same(std::uint32_t task) { return task; }
std::uint64_t noneStale() { return 0; }

/// Runs tasks 0 to 999. Each task below 500 pushes another one. @return the report
template <typename Policy>
LoopReport watchedLoop(LoopWatch* watch) {
  std::vector<std::uint32_t> tasks(1000);
  std::iota(tasks.begin(), tasks.end(), 0u);
  LoopReport report;
  const galois::loop_watch option(watch, Number(), same, noneStale);
  const std::uint64_t before = substrate::nowNs();
  for_each(
      iterate(tasks),
      [](std::uint32_t task, auto& context) {
        if (task < 500) {
          context.push(task + 1000);
        }
      },
      wl<Policy>(Number()), disable_conflict_detection(), loop_report(report), option);
  EXPECT_EQ(std::accumulate(report.iterations.begin(), report.iterations.end(), std::uint64_t{0}),
            1500u);
  EXPECT_GT(report.seconds, 0);
  EXPECT_LE(report.seconds, static_cast<double>(substrate::nowNs() - before) * 1e-9)
      << "the loop is a part of this function";
  return report;
}

using OneByOne = worklists::StealingMultiQueue<Number, std::uint32_t>;
using Batches = worklists::OrderedByIntegerMetric<Number>;

TEST_F(LoopWatchTest, LoopsShowEachTask) {
  for (const unsigned threads : {1u, 2u, 5u}) {
    setActiveThreads(threads);
    for (const bool batches : {false, true}) {
      LoopWatch watch(1, threads);
      const LoopReport report =
          batches ? watchedLoop<Batches>(&watch) : watchedLoop<OneByOne>(&watch);
      ASSERT_TRUE(report.drift.has_value());
      EXPECT_EQ(report.drift->samples, 1500u) << threads << batches;
      EXPECT_LE(report.drift->mean, report.drift->max);
      if (threads == 1) {
        EXPECT_EQ(report.drift->max, 0);
      }
    }
  }
}

TEST_F(LoopWatchTest, ThreadsHaveNoTaskAfterTheLoop) {
  setActiveThreads(2); // so that there is a thread 1
  setActiveThreads(1);
  for (const bool batches : {false, true}) {
    LoopWatch watch(1, 2);
    if (batches) {
      watchedLoop<Batches>(&watch);
    } else {
      watchedLoop<OneByOne>(&watch);
    }
    watch.works(1, 1000000); // far from every task of the loop, but alone
    EXPECT_EQ(watch.drift().samples, 1501u);
    EXPECT_EQ(watch.drift().max, 0);
  }
}

TEST_F(LoopWatchTest, WatchingIsOptional) {
  setActiveThreads(2);
  EXPECT_FALSE(watchedLoop<Batches>(nullptr).drift.has_value());
  EXPECT_FALSE(watchedLoop<OneByOne>(nullptr).drift.has_value());
}

TEST_F(LoopWatchTest, CyclesAreAccountedForInProfileBuilds) {
  setActiveThreads(2);
  for (const LoopReport& report : {watchedLoop<Batches>(nullptr), watchedLoop<OneByOne>(nullptr)}) {
    ASSERT_EQ(report.breakdown.has_value(), kProfile);
    if (kProfile) {
      const LoopReport::Breakdown& spent = *report.breakdown;
      const std::array<double, 6> shares{spent.goodWork, spent.uselessWork,   spent.enqueue,
                                         spent.dequeue,  spent.failedDequeue, spent.other};
      for (const double share : shares) {
        EXPECT_GE(share, 0);
      }
      EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-9);
      EXPECT_GT(spent.cycles, 0);
    }
  }
}

} // namespace
} // namespace galois::runtime
