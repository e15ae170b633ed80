#include "galois/analytics/GreedyMatching.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <type_traits>
#include <utility>
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

/// The random key of an edge.
std::int64_t randomKey(Node u, Node v, std::uint64_t seed) {
  std::uint64_t state = (std::uint64_t{u} << 32 | v) ^ substrate::detail::splitMix64(seed);
  return static_cast<std::int64_t>(substrate::detail::splitMix64(state) >> 32);
}

/// The greedy algorithm as a textbook has it.
/// @param keyOf  (lower end, higher end, weight) -> what edges are sorted by
template <typename KeyOf>
std::vector<Node> greedyPartners(const Arrays& arrays, bool weighted, const KeyOf& keyOf) {
  std::map<std::pair<Node, Node>, std::uint32_t> weights; // the least of parallel arcs
  for (Node node = 0; node < arrays.nodes(); ++node) {
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      const Node other = arrays.targets[e];
      if (other != node) {
        const std::uint32_t weight = weighted ? arrays.weights[e] : 1;
        const auto ends = std::minmax(node, other);
        const auto [place, isNew] = weights.try_emplace({ends.first, ends.second}, weight);
        place->second = std::min(place->second, weight);
      }
    }
  }
  std::vector<std::tuple<std::int64_t, Node, Node>> edges;
  edges.reserve(weights.size());
  for (const auto& [ends, weight] : weights) {
    edges.emplace_back(keyOf(ends.first, ends.second, weight), ends.first, ends.second);
  }
  std::sort(edges.begin(), edges.end());
  std::vector<Node> partners(arrays.nodes(), kUnmatched);
  for (const auto& [key, u, v] : edges) {
    if (partners[u] == kUnmatched && partners[v] == kUnmatched) {
      partners[u] = v;
      partners[v] = u;
    }
  }
  return partners;
}

using GreedyMatchingApi = galois::test::SharedMemTest;
using Plan = GreedyMatchingPlan;

constexpr Plan::Algorithm kAlgorithms[] = {Plan::kAuto, Plan::kWorklist, Plan::kProposals,
                                           Plan::kGreedy};
constexpr Plan::Order kOrders[] = {Plan::kById, Plan::kRandom, Plan::kByWeight};

/// Compares every algorithm with the greedy one on one graph.
template <typename W>
void expectGreedy(const Arrays& arrays, const Graph<W>& graph, unsigned turn) {
  for (const Plan::Order order : kOrders) {
    Plan plan{.order = order, .orderSeed = turn % 7};
    const std::vector<Node> right = greedyPartners(
        arrays, !std::is_void_v<W>, [&](Node u, Node v, std::uint32_t weight) -> std::int64_t {
          return order == Plan::kById       ? 0
                 : order == Plan::kByWeight ? -std::int64_t{weight}
                                            : randomKey(u, v, plan.orderSeed);
        });
    for (const RunOptions& options : galois::test::allWaysToRun(turn)) {
      for (const Plan::Algorithm algorithm : kAlgorithms) {
        plan.algorithm = algorithm;
        std::vector<Node> partners(arrays.nodes(), 9);
        const Execution execution = greedyMatching(graph, partners, plan, options);
        EXPECT_EQ(partners, right)
            << "graph " << turn << ", order " << order << ", " << execution.scheduler << " on "
            << options.threads << ", algorithm " << algorithm;
        EXPECT_EQ(verifyGreedyMatching<W>(graph, partners, plan), "");
        EXPECT_EQ(execution.executed, execution.useful + execution.stale);
      }
    }
  }
}

} // namespace

TEST_F(GreedyMatchingApi, EveryPlanFindsTheGreedyMatching) {
  unsigned turn = 0;
  for (const Arrays& arrays : galois::test::greedyGraphs()) {
    expectGreedy(arrays, borrowed(arrays), turn);
    expectGreedy(arrays, arrays.graph<std::uint32_t>(), turn);
    ++turn;
  }
}

TEST_F(GreedyMatchingApi, EqualWeightsAreALongChain) {
  // The first edge of a path of equal weights decides all others.
  const Node nodes = 20001;
  Arrays path;
  for (Node node = 0; node < nodes; ++node) {
    if (node + 1 < nodes) {
      path.targets.push_back(node + 1);
    }
    path.offsets.push_back(path.targets.size());
  }
  const Graph<void> graph = borrowed(path);
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const Plan::Algorithm algorithm : kAlgorithms) {
      const auto result = greedyMatching(graph, {algorithm, Plan::kByWeight}, onThreads(threads));
      std::size_t wrong = 0;
      for (Node node = 0; node < nodes; ++node) {
        const Node partner = node + 1 == nodes ? kUnmatched : node ^ 1U;
        wrong += result.partners[node] != partner ? 1 : 0;
      }
      EXPECT_EQ(wrong, 0U) << algorithm << " on " << threads;
    }
  }
}

TEST_F(GreedyMatchingApi, TheHeaviestEdgesComeFirst) {
  // A path of weights 2, 3, 2: the middle edge alone, unless the order is another one.
  const Arrays path{{0, 1, 2, 3, 3}, {1, 2, 3}, {2, 3, 2}};
  const Graph<std::uint32_t> graph = path.graph<std::uint32_t>();
  const auto partnersOf = [&](Plan::Order order) {
    std::vector<Node> partners(4);
    greedyMatching(graph, partners, {.order = order});
    return partners;
  };
  EXPECT_EQ(partnersOf(Plan::kByWeight), (std::vector<Node>{kUnmatched, 2, 1, kUnmatched}));
  EXPECT_EQ(partnersOf(Plan::kById), (std::vector<Node>{1, 0, 3, 2}));
}

TEST_F(GreedyMatchingApi, SeedsSelectOrders) {
  const Arrays arrays = grid(12);
  const Graph<void> graph = borrowed(arrays);
  std::set<std::vector<Node>> matchings;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    std::vector<Node> partners(arrays.nodes());
    greedyMatching(graph, partners, {.orderSeed = seed});
    matchings.insert(partners);
  }
  EXPECT_EQ(matchings.size(), 10U);
}

TEST_F(GreedyMatchingApi, AutoRunsWhatTheSchedulerAsksFor) {
  const Arrays arrays = grid(8);
  const Graph<void> graph = borrowed(arrays);
  EXPECT_EQ(greedyMatching(graph, {}, onThreads(2)).execution.algorithm, "proposals");
  const Plan byId{.order = Plan::kById};
  EXPECT_EQ(greedyMatching(graph, byId, onThreads(2)).execution.algorithm, "greedy");
  EXPECT_EQ(greedyMatching(graph, byId, onThreads(3)).execution.algorithm, "proposals");
  RunOptions options = onThreads(2);
  options.scheduler = Scheduler(schedulerNames().front());
  EXPECT_EQ(greedyMatching(graph, {}, options).execution.scheduler, schedulerNames().front());
}

TEST_F(GreedyMatchingApi, AGraphWithoutNodesHasAnEmptyMatching) {
  const Arrays arrays{{0}, {}, {}};
  const Graph<void> graph = borrowed(arrays);
  for (const Plan::Order order : kOrders) {
    for (const Plan::Algorithm algorithm : kAlgorithms) {
      EXPECT_EQ(greedyMatching(graph, {algorithm, order}).partners.size(), 0U);
    }
  }
}

TEST_F(GreedyMatchingApi, WrongMatchingsAreFoundAndArgumentsChecked) {
  const Arrays path{{0, 1, 2, 3, 3}, {1, 2, 3}, {1, 1, 1}};
  const Graph<void> graph = borrowed(path);
  const Plan byId{.order = Plan::kById};
  using Partners = std::vector<Node>;
  EXPECT_EQ(verifyGreedyMatching<void>(graph, Partners{1, 0, 3, 2}, byId), "");
  EXPECT_NE(verifyGreedyMatching<void>(graph, Partners{kUnmatched, 2, 1, kUnmatched}, byId), "")
      << "maximal, and not the greedy one";
  EXPECT_NE(verifyGreedyMatching<void>(graph, Partners{1, 0, kUnmatched, kUnmatched}, byId), "");
  EXPECT_NE(verifyGreedyMatching<void>(graph, Partners{3, 2, 1, 0}, byId), "") << "no edge";
  EXPECT_NE(verifyGreedyMatching<void>(graph, Partners{1, 2, 3, 2}, byId), "");
  EXPECT_NE(verifyGreedyMatching<void>(graph, Partners{1, 0, 3, 7}, byId), "");
  Partners partners(5);
  EXPECT_THROW(greedyMatching<void>(graph, partners), InvalidOption);
  EXPECT_THROW(verifyGreedyMatching<void>(graph, partners), InvalidOption);
}

} // namespace galois::analytics
