#include "analytics/kcore/PeelingInRounds.h"

#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "UndirectedGraphs.h"
#include "analytics/kcore/Peeling.h"
#include "analytics/kcore/kcoreVerify.h"

namespace {

using graphs_test::graphOf;
using graphs_test::randomGraph;
using kcore::Core;
using kcore::Graph;
using kcore::Node;

/// The core numbers of a graph.
struct Cores {
  explicit Cores(const Graph& graph) : problem{graph, numbers} {
    numbers.allocateInterleaved(graph.size());
  }

  galois::LargeArray<Core> numbers;
  kcore::Problem problem;
};

/// Core numbers by their definition: for each k, takes away nodes with fewer than k neighbours until
/// all have as many.
std::vector<Core> coresByDefinition(const Graph& graph) {
  std::vector<Core> cores(graph.size());
  std::vector<bool> left(graph.size(), true);
  bool any = graph.size() > 0;
  for (Core k = 1; any; ++k) {
    for (bool changed = true; changed;) {
      changed = false;
      for (Node n = 0; n < graph.size(); ++n) {
        std::size_t near = 0;
        for (const auto& edge : graph.row(n)) {
          near += left[edge.dst] ? 1 : 0;
        }
        if (left[n] && near < k) {
          left[n] = false;
          changed = true;
        }
      }
    }
    any = false;
    for (Node n = 0; n < graph.size(); ++n) {
      cores[n] = left[n] ? k : cores[n];
      any = any || left[n];
    }
  }
  return cores;
}

/// With 1, 2 and 5 threads, and rounds of few nodes on several threads, too.
struct PeelingInRounds : testing::TestWithParam<unsigned> {
  PeelingInRounds() { galois::setActiveThreads(GetParam()); }

  static void check(const Graph& graph, std::size_t seed) {
    const std::vector<Core> right = coresByDefinition(graph);
    Cores peeled(graph), inRounds(graph), oneByOne(graph);
    kcore::peel(oneByOne.problem);
    kcore::PeelingInRounds(inRounds.problem).run();
    kcore::PeelingInRounds(peeled.problem, 0).run();
    for (Node n = 0; n < graph.size(); ++n) {
      EXPECT_EQ(oneByOne.numbers[n], right[n]) << "node " << n << " of graph " << seed;
      EXPECT_EQ(inRounds.numbers[n], right[n]) << "node " << n << " of graph " << seed;
      EXPECT_EQ(peeled.numbers[n], right[n]) << "node " << n << " of graph " << seed;
    }
    EXPECT_EQ(kcore::verifyCores(graph, right.data()), "");
  }

  galois::SharedMemSys system;
};

INSTANTIATE_TEST_SUITE_P(Threads, PeelingInRounds, testing::Values(1U, 2U, 5U));

} // namespace

TEST_P(PeelingInRounds, FindsTheCoresOfRandomGraphs) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    check(randomGraph(seed), seed);
  }
}

TEST_P(PeelingInRounds, FindsTheCoresOfSpecialGraphs) {
  check(graphOf(0, {}), 0);
  check(graphOf(3, {{1, 1}}), 1);
  std::vector<std::pair<Node, Node>> edges; // a clique of 20 nodes with a tail
  for (Node i = 0; i < 20; ++i) {
    for (Node j = 0; j < i; ++j) {
      edges.emplace_back(i, j);
    }
    edges.emplace_back(19 + i, 20 + i);
  }
  check(graphOf(40, edges), 2);
  // Ladders whose ends come off first, node by node.
  for (const Node width : {2U, 7U, 8U, 9U, 17U}) {
    edges.clear();
    for (Node i = 0; i < 200; ++i) {
      for (Node by = 1; by <= width; ++by) {
        edges.emplace_back(i, i + by);
      }
    }
    check(graphOf(200 + width, edges), 100 + width);
  }
  edges.clear(); // nodes whose degrees fall far, and numbers that no node has
  for (Node i = 0; i < 30; ++i) {
    for (Node leaf = 0; leaf < 3 * i; ++leaf) {
      edges.emplace_back(i, 30 + i * 100 + leaf);
    }
    for (Node j = 0; i % 3 == 0 && j < i; j += 3) {
      edges.emplace_back(i, j);
    }
  }
  check(graphOf(3030, edges), 3);
}

TEST(KcoreVerify, FindsNumbersThatAreTooHighOrTooLow) {
  const galois::SharedMemSys system;
  // A triangle, a tail of two nodes, and a node alone: 2 2 2 1 1 0.
  const Graph graph = graphOf(6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}});
  const std::vector<Core> right{2, 2, 2, 1, 1, 0};
  EXPECT_EQ(kcore::verifyCores(graph, right.data()), "");
  for (Node n = 0; n < 6; ++n) {
    for (const int by : {-1, 1, 1000}) {
      std::vector<Core> wrong = right;
      wrong[n] += static_cast<Core>(by); // below 0 it is a great number
      EXPECT_NE(kcore::verifyCores(graph, wrong.data()), "") << "node " << n << " by " << by;
    }
  }
  const std::vector<Core> low(6, 0);
  EXPECT_NE(kcore::verifyCores(graph, low.data()), "");
  const std::vector<Core> lowTriangle{1, 1, 1, 1, 1, 0}; // wrong together, right one by one
  EXPECT_NE(kcore::verifyCores(graph, lowTriangle.data()), "");
}
