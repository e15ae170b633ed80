#include "analytics/mst/SynchronousBoruvka.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "TestGraph.h"
#include "analytics/mst/Kruskal.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/PackedCSR.h"

namespace {

using mst::BoruvkaCounts;
using mst::BoruvkaParams;
using mst::Edge;

/// Returns the graph as a program would read it.
galois::graphs::PackedCSR<mst::Weight> arcsOf(const TestGraph& graph) {
  galois::graphs::FileGraphWriter writer;
  writer.setNumNodes(graph.size());
  std::uint64_t arcs = 0;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    arcs += graph.edges(node).size();
  }
  writer.setNumEdges<mst::Weight>(arcs);
  writer.phase1();
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    writer.incrementDegree(node, graph.edges(node).size());
  }
  writer.phase2();
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (const auto& edge : graph.edges(node)) {
      writer.addNeighbor<mst::Weight>(node, edge.dst, edge.weight);
    }
  }
  writer.finish();
  galois::graphs::PackedCSR<mst::Weight> directed;
  directed.allocateFrom(writer);
  directed.constructFrom(writer, 0, 1);
  return directed;
}

mst::Graph undirected(const TestGraph& graph) { return mst::Graph(arcsOf(graph)); }

/// Returns the graph with the reverse of each arc, in rows whose order is another one if `list` has
/// long rows.
TestGraph bothWays(const TestGraph& list) {
  TestGraph graph(list.size());
  for (std::uint32_t node = 0; node < list.size(); ++node) {
    for (const auto& edge : list.edges(node)) {
      graph.add(node, edge.dst, edge.weight).add(edge.dst, node, edge.weight);
    }
  }
  return graph;
}

/// Returns a graph whose arcs join nodes of the same group, of `parts` groups, with weights 0 to
/// `heaviest`. It has loops and parallel arcs.
TestGraph randomGraph(std::mt19937& random, std::uint32_t nodes, std::size_t arcs,
                      std::uint32_t parts, std::uint32_t heaviest) {
  TestGraph graph(nodes);
  for (std::size_t i = 0; i < arcs; ++i) {
    const std::uint32_t from = random() % nodes;
    const std::uint32_t to = random() % nodes;
    if (from % parts == to % parts) {
      graph.add(from, to, random() % (heaviest + 1));
    }
  }
  return graph;
}

std::vector<Edge> inOrder(std::vector<Edge> forest) {
  std::sort(forest.begin(), forest.end(), mst::Lighter());
  return forest;
}

struct Boruvka : testing::Test {
  static std::vector<Edge> forest(const mst::Graph& graph, const BoruvkaParams& params = {}) {
    BoruvkaCounts counts;
    return inOrder(mst::boruvka(graph, counts, params));
  }

  static void expectKruskals(const TestGraph& list, const BoruvkaParams& params) {
    galois::setActiveThreads(1);
    const mst::Graph graph = undirected(list);
    std::uint64_t looked = 0;
    const std::vector<Edge> right = inOrder(mst::kruskal(graph, looked));
    for (const TestGraph& given : {list, bothWays(list)}) {
      ASSERT_TRUE(mst::kruskal(arcsOf(given), looked) == right) << given.size() << " nodes";
    }
    for (const unsigned threads : {1U, 2U, 5U}) {
      galois::setActiveThreads(threads);
      ASSERT_TRUE(forest(graph, params) == right)
          << graph.size() << " nodes, " << graph.numEdges() << " edges, dense " << params.dense
          << ", few " << params.few << ", most " << params.most << ", " << threads << " threads";
    }
  }

  galois::SharedMemSys system;
};

} // namespace

TEST_F(Boruvka, FindsKruskalsForestOfRandomGraphs) {
  constexpr std::uint32_t kHeaviest = ~0U - 1;
  std::mt19937 random(11);
  for (const std::uint32_t nodes : {9U, 300U, 3000U}) {
    for (const std::size_t degree : {1U, 3U, 15U}) {
      for (const std::uint32_t heaviest : {0U, 3U, kHeaviest}) {
        const TestGraph graph =
            randomGraph(random, nodes, nodes * degree, 1 + random() % 3, heaviest);
        // The parameters are those of programs, those with rounds to the end, and those with a
        // filter that defers edges.
        for (const BoruvkaParams& params : {BoruvkaParams{}, BoruvkaParams{.dense = 1e9, .few = 0},
                                            BoruvkaParams{.dense = 0, .light = 0.1, .few = 5}}) {
          expectKruskals(graph, params);
        }
      }
    }
  }
}

TEST_F(Boruvka, ManyListsWhereOneCannotHoldAllEdges) {
  std::mt19937 random(12);
  for (const std::uint32_t heaviest : {0U, 2U, ~0U - 1}) {
    const TestGraph graph = randomGraph(random, 200, 2000, 2, heaviest);
    for (const std::uint64_t most : {20U, 300U}) {
      expectKruskals(graph, {.few = 0, .most = most});
    }
  }
}

TEST_F(Boruvka, GreatestWeightsAreEdgesToo) {
  expectKruskals(TestGraph(3).add(0, 1, ~0U).add(1, 2, ~0U).add(0, 2, ~0U), {.few = 0});
}

TEST_F(Boruvka, ChainsOfLighterAndLighterEdges) {
  constexpr std::uint32_t kNodes = 5000;
  TestGraph graph(kNodes), star(kNodes);
  for (std::uint32_t node = 1; node < kNodes; ++node) {
    graph.add(node - 1, node, kNodes - node);
    star.add(node, kNodes / 2, node % 7);
  }
  expectKruskals(graph, {.few = 0});
  expectKruskals(star, {.few = 0});
}

TEST_F(Boruvka, WithoutEdges) {
  EXPECT_TRUE(forest(undirected(TestGraph(0))).empty());
  EXPECT_TRUE(forest(undirected(TestGraph(1))).empty());
  EXPECT_TRUE(forest(undirected(TestGraph(3).add(1, 1, 4))).empty());
}

TEST_F(Boruvka, MostHeavyEdgesTakePartInTheFirstRoundOnly) {
  galois::setActiveThreads(2);
  std::mt19937 random(13);
  const mst::Graph graph = undirected(randomGraph(random, 400, 40000, 1, 1000000));
  BoruvkaCounts filtered, all;
  const auto right = inOrder(mst::boruvka(graph, all, {.dense = 1e9, .few = 0}));
  EXPECT_TRUE(inOrder(mst::boruvka(graph, filtered, {.few = 0})) == right);
  EXPECT_LT(filtered.looked, graph.numEdges() / 2 * 3);
  EXPECT_GT(all.looked, graph.numEdges() / 2 * 3);
}
