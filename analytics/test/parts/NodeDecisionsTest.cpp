#include "analytics/mis/NodeDecisions.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "UndirectedGraphs.h"
#include "analytics/mis/MisProblem.h"
#include "analytics/mis/SequentialSet.h"
#include "analytics/mis/SetInRounds.h"
#include "analytics/mis/misVerify.h"
#include "support/SharedMemTest.h"

namespace {

using galois::analytics::MisPlan;
using graphs_test::graphOf;
using graphs_test::randomGraph;
using mis::Graph;
using mis::Node;
using mis::NodeOrder;
using mis::SharedDecisions;

/// A set that is not known yet, on a graph in an order.
struct Set {
  Set(const Graph& graph, MisPlan plan)
      : order(graph.size(), plan), problem{graph, order, members} {
    members.allocateInterleaved(graph.size());
  }

  NodeOrder order;
  galois::LargeArray<std::uint8_t> members;
  mis::Problem problem;
};

/// Decides all nodes: threads take them one after the other from a random list, and run the tasks of
/// those that they wake. Returns the number of times that a node has waited.
std::uint64_t decideInAnyOrder(Set& set, unsigned seed) {
  SharedDecisions shared(set.problem);
  std::vector<Node> list(set.problem.graph.size());
  for (std::size_t n = 0; n < list.size(); ++n) {
    list[n] = static_cast<Node>(n);
  }
  std::shuffle(list.begin(), list.end(), std::mt19937(seed));
  std::atomic<std::size_t> taken{0};
  std::atomic<std::uint64_t> waited{0};
  galois::on_each([&](unsigned, unsigned) {
    std::vector<Node> mine;
    for (;;) {
      if (mine.empty()) {
        const std::size_t at = taken.fetch_add(1, std::memory_order_relaxed);
        if (at >= list.size()) {
          return;
        }
        mine.push_back(list[at]);
      }
      const Node node = mine.back();
      mine.pop_back();
      if (shared.decisions().decide(node, true, [&](Node woken) { mine.push_back(woken); }) ==
          SharedDecisions::Decisions::kWaits) {
        waited.fetch_add(1, std::memory_order_relaxed);
      }
    }
  });
  shared.finish();
  return waited.load();
}

using NodeDecisions = galois::test::SharedMemTest;

} // namespace

TEST_F(NodeDecisions, AnyOrderGivesTheGreedySet) {
  std::uint64_t waited = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Graph graph = randomGraph(seed);
    const MisPlan plan{.order = seed % 2 == 0 ? MisPlan::kById : MisPlan::kRandom,
                       .orderSeed = seed};
    Set right(graph, plan);
    mis::findGreedily(right.problem);
    ASSERT_EQ(mis::verifySet(graph, right.order, right.members), "");
    for (const unsigned threads : {1U, 2U, 5U}) {
      galois::setActiveThreads(threads);
      Set set(graph, plan);
      waited += decideInAnyOrder(set, seed);
      EXPECT_TRUE(std::equal(set.members.begin(), set.members.end(), right.members.begin()))
          << "seed " << seed << " on " << threads;
      mis::findInRounds(set.problem, 0);
      EXPECT_TRUE(std::equal(set.members.begin(), set.members.end(), right.members.begin()))
          << "in rounds, seed " << seed << " on " << threads;
    }
  }
  EXPECT_GT(waited, 0U);
}

TEST_F(NodeDecisions, ManyNodesWaitForOne) {
  // A star whose middle is the last but for one: all wait for it, or for who decides it.
  const Node leaves = 5000;
  std::vector<std::pair<Node, Node>> edges{{0, 1}};
  for (Node leaf = 2; leaf < leaves; ++leaf) {
    edges.emplace_back(1, leaf);
  }
  const Graph graph = graphOf(leaves, edges);
  for (const unsigned threads : {1U, 2U, 5U}) {
    galois::setActiveThreads(threads);
    Set set(graph, {.order = MisPlan::kById});
    decideInAnyOrder(set, threads);
    EXPECT_EQ(std::count(set.members.begin(), set.members.end(), 1), leaves - 1)
        << "all but the middle, which the first node leaves out";
  }
}
