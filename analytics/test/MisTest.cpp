#include "galois/analytics/Mis.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "GreedyCases.h"
#include "galois/Galois.h"
#include "galois/substrate/Random.h"
#include "support/SharedMemTest.h"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::borrowed;
using galois::test::grid;
using galois::test::onThreads;

/// The order of a plan, as its documentation has it.
std::vector<std::uint32_t> orderOf(std::uint32_t nodes, const MisPlan& plan) {
  std::vector<std::uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0U);
  substrate::Random random(plan.orderSeed);
  for (std::uint32_t n = 0; plan.order == MisPlan::kRandom && n < nodes; ++n) {
    std::swap(order[n], order[random.below(n + 1)]);
  }
  return order;
}

/// The greedy algorithm as a textbook has it.
std::vector<std::uint8_t> greedySet(const Arrays& arrays, const MisPlan& plan) {
  const std::vector<std::set<std::uint32_t>> near = galois::test::neighboursIn(arrays);
  std::vector<std::uint8_t> members(arrays.nodes());
  for (const std::uint32_t node : orderOf(arrays.nodes(), plan)) {
    members[node] = std::none_of(near[node].begin(), near[node].end(),
                                 [&](std::uint32_t other) { return members[other] == 1; });
  }
  return members;
}

using MisApi = galois::test::SharedMemTest;

constexpr MisPlan::Algorithm kAlgorithms[] = {
    MisPlan::kAuto, MisPlan::kWorklist, MisPlan::kReinsert, MisPlan::kRounds, MisPlan::kGreedy};

} // namespace

TEST_F(MisApi, EveryPlanFindsTheGreedySet) {
  unsigned turn = 0;
  for (const Arrays& arrays : galois::test::greedyGraphs()) {
    const Graph<void> graph = borrowed(arrays);
    for (const MisPlan::Order order : {MisPlan::kById, MisPlan::kRandom}) {
      MisPlan plan{.order = order, .orderSeed = turn % 7};
      const std::vector<std::uint8_t> right = greedySet(arrays, plan);
      for (const RunOptions& options : galois::test::allWaysToRun(turn)) {
        for (const MisPlan::Algorithm algorithm : kAlgorithms) {
          plan.algorithm = algorithm;
          std::vector<std::uint8_t> members(arrays.nodes(), 9);
          const Execution execution = mis(graph, members, plan, options);
          EXPECT_EQ(members, right) << "graph " << turn << ", " << execution.scheduler << " on "
                                    << options.threads << ", algorithm " << algorithm;
          EXPECT_EQ(verifyMis(graph, members, plan), "");
          EXPECT_EQ(execution.useful, arrays.nodes());
          EXPECT_EQ(execution.executed, execution.useful + execution.stale);
        }
      }
    }
    ++turn;
  }
}

TEST_F(MisApi, LongChainsWait) {
  // In the order of their numbers, the nodes of a path depend on each other one by one.
  const std::uint32_t nodes = 20000;
  Arrays path;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (node + 1 < nodes) {
      path.targets.push_back(node + 1);
    }
    path.offsets.push_back(path.targets.size());
  }
  const Graph<void> graph = borrowed(path);
  for (const std::string& name : schedulerNames()) {
    for (const MisPlan::Algorithm algorithm : {MisPlan::kWorklist, MisPlan::kReinsert}) {
      RunOptions options = onThreads(2);
      options.scheduler = Scheduler(name);
      const MisResult result = mis(graph, {algorithm, MisPlan::kById}, options);
      std::size_t wrong = 0;
      for (std::uint32_t node = 0; node < nodes; ++node) {
        wrong += result.members[node] != (node % 2 == 0 ? 1 : 0) ? 1 : 0;
      }
      EXPECT_EQ(wrong, 0U) << name;
    }
  }
}

TEST_F(MisApi, SeedsSelectOrders) {
  const Arrays arrays = grid(12);
  const Graph<void> graph = borrowed(arrays);
  std::set<std::vector<std::uint8_t>> sets;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    std::vector<std::uint8_t> members(arrays.nodes());
    mis(graph, members, {.orderSeed = seed});
    sets.insert(members);
  }
  EXPECT_EQ(sets.size(), 10U);
}

TEST_F(MisApi, AutoRunsWhatThePlanAndTheSchedulerAskFor) {
  const Arrays arrays = grid(8);
  const Graph<void> graph = borrowed(arrays);
  EXPECT_EQ(mis(graph, {}, onThreads(1)).execution.algorithm, "greedy");
  EXPECT_EQ(mis(graph, {}, onThreads(4)).execution.algorithm, "greedy");
  EXPECT_EQ(mis(graph, {}, onThreads(5)).execution.algorithm, "rounds");
  RunOptions options = onThreads(2);
  options.scheduler = Scheduler(schedulerNames().front());
  EXPECT_EQ(mis(graph, {}, options).execution.scheduler, schedulerNames().front());
}

TEST_F(MisApi, AGraphWithoutNodesHasAnEmptySet) {
  const Arrays arrays{{0}, {}, {}};
  const Graph<void> graph = borrowed(arrays);
  for (const MisPlan::Algorithm algorithm : kAlgorithms) {
    EXPECT_EQ(mis(graph, {algorithm}).members.size(), 0U);
  }
}

TEST_F(MisApi, WrongSetsAreFoundAndArgumentsChecked) {
  const Arrays path{{0, 1, 2, 2}, {1, 2}, {1, 1}};
  const Graph<void> graph = borrowed(path);
  const MisPlan byId{.order = MisPlan::kById};
  using Members = std::vector<std::uint8_t>;
  EXPECT_EQ(verifyMis(graph, Members{1, 0, 1}, byId), "");
  EXPECT_NE(verifyMis(graph, Members{0, 1, 0}, byId), "") << "maximal, and not the greedy one";
  EXPECT_NE(verifyMis(graph, Members{1, 0, 0}, byId), "");
  EXPECT_NE(verifyMis(graph, Members{1, 1, 1}, byId), "");
  EXPECT_NE(verifyMis(graph, Members{1, 0, 2}, byId), "");
  Members members(4);
  EXPECT_THROW(mis(graph, members), InvalidOption);
  EXPECT_THROW(verifyMis(graph, members), InvalidOption);
}

} // namespace galois::analytics
