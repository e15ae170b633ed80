#include "galois/analytics/Kcore.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "ManyGraphs.h"
#include "galois/Galois.h"
#include "support/SharedMemTest.h"

namespace galois::analytics {
namespace {

using galois::test::allWaysToRun;
using galois::test::Arrays;
using galois::test::borrowed;
using galois::test::grid;
using galois::test::kManyGraphs;
using galois::test::manyGraphs;
using galois::test::onThreads;

/// Core numbers by taking away a node of the least degree, one after the other.
std::vector<Core> coresOf(const Arrays& arrays) {
  std::vector<std::set<std::uint32_t>> near(arrays.nodes());
  for (std::uint32_t node = 0; node < arrays.nodes(); ++node) {
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      if (arrays.targets[e] != node) {
        near[node].insert(arrays.targets[e]);
        near[arrays.targets[e]].insert(node);
      }
    }
  }
  std::vector<Core> cores(arrays.nodes());
  std::vector<std::uint32_t> left(arrays.nodes());
  for (std::uint32_t node = 0; node < arrays.nodes(); ++node) {
    left[node] = node;
  }
  for (Core k = 0; !left.empty();) {
    const auto least = std::min_element(
        left.begin(), left.end(), [&](auto a, auto b) { return near[a].size() < near[b].size(); });
    k = std::max(k, static_cast<Core>(near[*least].size()));
    cores[*least] = k;
    for (const std::uint32_t other : near[*least]) {
      near[other].erase(*least);
    }
    left.erase(least);
  }
  return cores;
}

using KcoreApi = galois::test::SharedMemTest;

const std::vector<KcorePlan> kPlans{
    {KcorePlan::kAuto}, {KcorePlan::kWorklist}, {KcorePlan::kRounds}, {KcorePlan::kPeeling}};

} // namespace

TEST_F(KcoreApi, EveryPlanFindsTheSameNumbers) {
  for (unsigned turn = 0; turn < kManyGraphs; ++turn) {
    const Arrays arrays = manyGraphs(turn);
    const Graph<void> graph = borrowed(arrays);
    const std::vector<Core> right = coresOf(arrays);
    for (const KcorePlan& plan : kPlans) {
      for (RunOptions options : allWaysToRun(turn)) {
        if (plan.algorithm != KcorePlan::kWorklist && plan.algorithm != KcorePlan::kAuto) {
          options.scheduler = {};
        }
        std::vector<Core> cores(arrays.nodes(), 17);
        const Execution execution = kcore(graph, cores, plan, options);
        EXPECT_EQ(cores, right) << "graph " << turn << ", " << execution.scheduler << " on "
                                << options.threads << ", algorithm " << plan.algorithm;
        EXPECT_EQ(verifyKcore(graph, cores), "");
        EXPECT_GE(execution.executed, execution.useful);
      }
    }
  }
}

TEST_F(KcoreApi, ADenseGraphHasManyFallingEstimates) {
  // Cliques of 1 to 40 nodes, one after the other, and an edge from each to the next.
  Arrays arrays;
  std::uint32_t first = 0;
  std::vector<Core> right;
  for (std::uint32_t width = 1; width <= 40; ++width) {
    for (std::uint32_t node = first; node < first + width; ++node) {
      for (std::uint32_t other = node + 1; other < first + width + (node == first ? 1 : 0);
           ++other) {
        if (width < 40 || other < first + width) {
          arrays.targets.push_back(other);
        }
      }
      arrays.offsets.push_back(arrays.targets.size());
      right.push_back(std::max(width, 2U) - 1);
    }
    first += width;
  }
  const Graph<void> graph = borrowed(arrays);
  ASSERT_EQ(coresOf(arrays), right);
  for (const KcorePlan& plan : kPlans) {
    for (const unsigned threads : {1U, 2U, 5U}) {
      const KcoreResult result = kcore(graph, plan, onThreads(threads));
      EXPECT_TRUE(std::equal(right.begin(), right.end(), result.cores.begin(), result.cores.end()))
          << plan.algorithm << " on " << threads;
    }
  }
}

TEST_F(KcoreApi, AutoRunsWhatThePlanAndTheSchedulerAskFor) {
  const Arrays arrays = grid(8);
  const Graph<void> graph = borrowed(arrays);
  EXPECT_EQ(kcore(graph, {}, onThreads(1)).execution.algorithm, "peeling");
  EXPECT_EQ(kcore(graph, {}, onThreads(2)).execution.algorithm, "rounds");
  RunOptions options = onThreads(2);
  options.scheduler = Scheduler(schedulerNames().front());
  const Execution execution = kcore(graph, {}, options).execution;
  EXPECT_EQ(execution.scheduler, schedulerNames().front());
  EXPECT_EQ(execution.useful, 60U) << "all but the four corners have more than two neighbours";
}

TEST_F(KcoreApi, AGraphWithoutNodesHasNoCores) {
  const Arrays arrays{{0}, {}, {}};
  const Graph<void> graph = borrowed(arrays);
  for (const KcorePlan& plan : kPlans) {
    EXPECT_EQ(kcore(graph, plan).cores.size(), 0U);
  }
}

TEST_F(KcoreApi, WrongNumbersAreFoundAndArgumentsChecked) {
  const Arrays edge{{0, 1, 1}, {1}, {1}};
  EXPECT_EQ(verifyKcore(borrowed(edge), std::vector<Core>{1, 1}), "");
  EXPECT_NE(verifyKcore(borrowed(edge), std::vector<Core>{0, 1}), "");
  EXPECT_NE(verifyKcore(borrowed(edge), std::vector<Core>{0, 0}), "");
  EXPECT_NE(verifyKcore(borrowed(edge), std::vector<Core>{2, 1}), "");
  std::vector<Core> cores(3);
  EXPECT_THROW(kcore(borrowed(edge), cores), InvalidOption);
  EXPECT_THROW(verifyKcore(borrowed(edge), cores), InvalidOption);
}

} // namespace galois::analytics
