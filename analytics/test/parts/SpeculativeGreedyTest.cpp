#include "analytics/color/SpeculativeGreedy.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "UndirectedGraphs.h"
#include "analytics/color/SequentialColoring.h"
#include "analytics/color/colorVerify.h"

namespace {

using color::Color;
using color::Graph;
using color::kUncolored;
using color::Node;
using graphs_test::graphOf;
using graphs_test::randomGraph;
using Edges = std::vector<std::pair<Node, Node>>;

/// The colours of a graph, at first none.
struct Canvas {
  explicit Canvas(const Graph& graph) : problem{graph, color::greatestDegree(graph), colors} {
    colors.allocateInterleaved(graph.size());
    std::ranges::fill(colors, kUncolored);
  }
  std::string error() const {
    return color::verifyColors(problem.graph, colors.data(), problem.greatestDegree);
  }

  galois::LargeArray<Color> colors;
  color::Problem problem;
};

Edges edgesOfClique(Node nodes) {
  Edges edges;
  for (Node i = 0; i < nodes; ++i) {
    for (Node j = 0; j < i; ++j) {
      edges.emplace_back(i, j);
    }
  }
  return edges;
}

/// Connects every node of one half with some nodes of the other half.
Edges edgesOfBipartite(Node nodes) {
  Edges edges;
  for (Node i = 0; i < nodes / 2; ++i) {
    for (Node j = nodes / 2; j < nodes; j += 1 + i % 7) {
      edges.emplace_back(i, j);
    }
  }
  return edges;
}

Edges edgesOfStar(Node nodes, Node center) {
  Edges edges;
  for (Node i = 0; i < nodes; ++i) {
    edges.emplace_back(center, i);
  }
  return edges;
}

/// Returns so many edges between different blocks that threads conflict.
Edges edgesAtRandom(Node nodes, std::size_t count) {
  std::mt19937 random(1);
  Edges edges;
  for (std::size_t i = 0; i < count; ++i) {
    edges.emplace_back(random() % nodes, random() % nodes);
  }
  return edges;
}

struct SpeculativeGreedy : testing::TestWithParam<unsigned> {
  SpeculativeGreedy() { galois::setActiveThreads(GetParam()); }

  /// Colours all nodes, verifies the result, and returns the number of colours.
  static std::uint64_t colorsOf(std::size_t nodes, const Edges& edges) {
    const Graph graph = graphOf(nodes, edges);
    Canvas canvas(graph);
    const auto counts = color::SpeculativeGreedy(canvas.problem).colorAll();
    EXPECT_EQ(canvas.error(), "");
    EXPECT_EQ(counts.colored, nodes + counts.undone);
    return color::countColors(canvas.colors);
  }

  galois::SharedMemSys system;
};

INSTANTIATE_TEST_SUITE_P(Threads, SpeculativeGreedy, testing::Values(1U, 2U, 5U));

} // namespace

TEST_P(SpeculativeGreedy, ColorsSpecialGraphs) {
  EXPECT_EQ(colorsOf(0, {}), 0U);
  EXPECT_EQ(colorsOf(1, {}), 1U);
  EXPECT_EQ(colorsOf(5000, {}), 1U);
  EXPECT_EQ(colorsOf(200, edgesOfClique(200)),
            200U); // This is more than the 64 colours that a word can hold.
  EXPECT_EQ(colorsOf(4000, edgesOfStar(4000, 0)), 2U);
  EXPECT_EQ(colorsOf(4000, edgesOfStar(4000, 3999)), 2U);
  EXPECT_GE(colorsOf(600, edgesOfBipartite(600)), 2U);
  EXPECT_GE(colorsOf(20000, edgesAtRandom(20000, 100000)), 3U);
}

TEST_P(SpeculativeGreedy, ColorsRandomGraphs) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const Graph graph = randomGraph(seed);
    Canvas canvas(graph);
    color::SpeculativeGreedy(canvas.problem).colorAll();
    EXPECT_EQ(canvas.error(), "") << seed;
  }
}

TEST_P(SpeculativeGreedy, KeepsExistingColors) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const Graph graph = randomGraph(seed);
    Canvas whole(graph), half(graph);
    color::colorGreedily(whole.problem);
    std::size_t open = 0;
    for (Node n = 0; n < graph.size(); ++n) {
      half.colors[n] = n % 3 == seed % 3 ? kUncolored : whole.colors[n];
      open += half.colors[n] == kUncolored ? 1 : 0;
    }
    const auto counts = color::SpeculativeGreedy(half.problem).colorRest();
    EXPECT_EQ(half.error(), "") << seed;
    EXPECT_EQ(counts.colored, open + counts.undone) << seed;
    for (Node n = 0; n < graph.size(); ++n) {
      EXPECT_LE(half.colors[n], graph.degree(n)) << seed;
      if (n % 3 != seed % 3) {
        EXPECT_EQ(half.colors[n], whole.colors[n]) << seed;
      }
    }
  }
}

TEST(SpeculativeGreedyAlone, IsTheGreedyAlgorithm) {
  galois::SharedMemSys system;
  galois::setActiveThreads(1);
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const Graph graph = randomGraph(seed);
    Canvas ours(graph), theirs(graph);
    const auto counts = color::SpeculativeGreedy(ours.problem).colorAll();
    color::colorGreedily(theirs.problem);
    EXPECT_TRUE(std::ranges::equal(ours.colors, theirs.colors)) << seed;
    EXPECT_EQ(counts.undone, 0U) << seed;
  }
}

/// Graphs with few nodes have so small blocks and so short rounds that resolving conflicts takes
/// many attempts. One thread resolves the last ones, or all threads do.
TEST_P(SpeculativeGreedy, ResolvesConflicts) {
  const Graph graph = graphOf(3000, edgesAtRandom(3000, 300000));
  for (unsigned turn = 0; turn < 20; ++turn) {
    for (const std::size_t few : {color::SpeculativeGreedy::kFew, std::size_t{0}}) {
      Canvas canvas(graph);
      const auto counts = color::SpeculativeGreedy(canvas.problem, few).colorAll();
      EXPECT_EQ(canvas.error(), "");
      EXPECT_EQ(counts.colored, graph.size() + counts.undone);
    }
  }
}
