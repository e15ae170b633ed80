#include "analytics/color/FewerColors.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "UndirectedGraphs.h"
#include "analytics/color/DenseCore.h"
#include "analytics/color/colorVerify.h"

namespace {

using color::Color;
using color::Graph;
using color::Node;
using graphs_test::randomGraph;

/// Computes the k-core from its definition.
std::vector<Node> coreOf(const Graph& graph, std::uint64_t k) {
  std::vector<bool> inside(graph.size(), true);
  std::vector<Node> nodes;
  do {
    nodes.clear();
    std::vector<bool> next = inside;
    for (Node n = 0; n < graph.size(); ++n) {
      const auto row = graph.row(n);
      const auto near = static_cast<std::uint64_t>(
          std::count_if(row.begin(), row.end(), [&](const auto& e) { return inside[e.dst]; }));
      next[n] = inside[n] && near >= k;
      if (inside[n] != next[n]) {
        nodes.push_back(n);
      }
    }
    inside = next;
  } while (!nodes.empty());
  for (Node n = 0; n < graph.size(); ++n) {
    if (inside[n]) {
      nodes.push_back(n);
    }
  }
  return nodes;
}

struct FewerColors : testing::Test {
  FewerColors() { galois::setActiveThreads(3); }
  galois::SharedMemSys system;
};

} // namespace

TEST_F(FewerColors, CoresAreThoseOfTheDefinition) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Graph graph = randomGraph(seed);
    for (const std::uint64_t k : {0U, 1U, 2U, 3U, 5U, 9U, 20U}) {
      const color::DenseCore core(graph, k);
      std::vector<Node> nodes;
      for (Node n = 0; n < core.size(); ++n) {
        nodes.push_back(core.original(n));
        for (const auto& edge : core.row(n)) {
          const auto row = graph.row(core.original(n));
          EXPECT_TRUE(std::ranges::any_of(
              row, [&](const auto& e) { return e.dst == core.original(edge.dst); }));
        }
      }
      EXPECT_EQ(nodes, coreOf(graph, k)) << seed << ' ' << k;
    }
  }
}

TEST_F(FewerColors, PassesOverTheCoreNeverTakeMore) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Graph graph = randomGraph(seed);
    const color::DenseCore core(graph, seed % 7);
    color::CoreColoring coloring(core);
    for (unsigned turn = 0; turn < 9; ++turn) {
      const std::uint64_t before = coloring.count();
      coloring.again(turn);
      EXPECT_LE(coloring.count(), before) << seed;
      for (Node n = 0; n < core.size(); ++n) {
        for (const auto& edge : core.row(n)) {
          EXPECT_NE(coloring[n], coloring[edge.dst]) << seed;
        }
      }
    }
  }
}

TEST_F(FewerColors, TheRestTakesNoMoreThanTheCore) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Graph graph = randomGraph(seed);
    const std::uint64_t k = 1 + seed % 7;
    const color::DenseCore core(graph, k);
    const color::CoreColoring coloring(core);
    std::vector<Color> colors(graph.size(), 12345);
    for (Node n = 0; n < core.size(); ++n) {
      colors[core.original(n)] = coloring[n];
    }
    core.colorRest(colors);
    EXPECT_LE(color::countColors(colors), std::max(k, coloring.count())) << seed;
    EXPECT_EQ(color::verifyColors(graph, colors.data(), color::greatestDegree(graph)), "") << seed;
  }
}

TEST_F(FewerColors, AnyColoringBecomesAGoodOne) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Graph graph = randomGraph(seed);
    galois::LargeArray<Color> colors;
    colors.allocateInterleaved(graph.size());
    std::fill(colors.begin(), colors.end(), color::kUncolored);
    color::colorBySaturation(graph, colors);
    const std::uint64_t dsatur = color::countColors(colors);
    for (Node n = 0; n < graph.size(); ++n) {
      colors[n] = n;
    }
    const color::Problem problem{graph, color::greatestDegree(graph), colors};
    color::FewerColors(problem).run();
    EXPECT_EQ(color::verifyColors(graph, colors.data(), problem.greatestDegree), "") << seed;
    EXPECT_LE(color::countColors(colors), dsatur + 1) << seed;
  }
}
