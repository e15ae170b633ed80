#include "galois/analytics/Triangles.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "support/SharedMemTest.h"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::arraysOf;
using galois::test::borrowed;
using galois::test::onThreads;
using galois::test::randomArrays;

/// Edges between random nodes, which are near each other in every other graph.
Arrays random(unsigned seed, std::uint32_t nodes, std::uint32_t edges) {
  std::mt19937 random(seed);
  std::vector<std::pair<Node, Node>> list;
  for (std::uint32_t edge = 0; edge < edges; ++edge) {
    const auto from = static_cast<Node>(random() % nodes);
    const auto to =
        static_cast<Node>(seed % 2 == 0 ? random() % nodes : (from + random() % 7) % nodes);
    list.emplace_back(from, to);
    if (seed % 3 == 0) {
      list.emplace_back(to, from);
    }
  }
  return arraysOf(nodes, list);
}

/// By the definition: all pairs of neighbours of each node.
struct Right {
  explicit Right(const Arrays& arrays) {
    std::set<std::pair<Node, Node>> arcs;
    std::vector<std::set<Node>> near(arrays.nodes());
    for (Node node = 0; node < arrays.nodes(); ++node) {
      for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
        const Node to = arrays.targets[e];
        if (to != node) {
          arcs.emplace(node, to);
          near[node].insert(to);
          near[to].insert(node);
        }
      }
    }
    for (const std::set<Node>& around : near) {
      std::uint64_t pairs = 0, between = 0;
      for (const Node a : around) {
        for (const Node b : around) {
          between += arcs.count({a, b});
          pairs += a < b && (arcs.count({a, b}) != 0 || arcs.count({b, a}) != 0) ? 1 : 0;
        }
      }
      const auto degree = static_cast<double>(around.size());
      triangles.push_back(pairs);
      total += pairs;
      clustering.push_back(degree < 2 ? 0 : static_cast<double>(between) / (degree * (degree - 1)));
    }
    total /= 3;
  }

  std::vector<std::uint64_t> triangles;
  std::vector<double> clustering;
  std::uint64_t total = 0;
};

std::vector<Arrays> graphs() {
  std::vector<Arrays> graphs;
  for (unsigned seed = 0; seed < 20; ++seed) {
    graphs.push_back(randomArrays(seed));
    graphs.push_back(random(seed, 10 + 20 * seed, 60 * seed));
  }
  graphs.push_back(galois::test::grid(20));
  return graphs;
}

using TrianglesApi = galois::test::SharedMemTest;

const std::vector<TrianglesPlan> kPlans{
    {TrianglesPlan::kAuto}, {TrianglesPlan::kMarks}, {TrianglesPlan::kMerge}};

} // namespace

TEST_F(TrianglesApi, CountsAreThoseOfTheDefinition) {
  unsigned turn = 0;
  std::uint64_t oneWay = 0, triangles = 0;
  for (const Arrays& arrays : graphs()) {
    const Right right(arrays);
    const Graph<void> graph = borrowed(arrays);
    oneWay += graph.symmetric() ? 0 : 1;
    triangles += right.total;
    ++turn;
    for (const TrianglesPlan& plan : kPlans) {
      for (const unsigned threads : {1u, 2u, 5u}) {
        const TrianglesResult result = analytics::triangles(graph, plan, onThreads(threads));
        EXPECT_TRUE(std::ranges::equal(result.triangles, right.triangles))
            << "graph " << turn << ", algorithm " << plan.algorithm << " on " << threads;
        EXPECT_TRUE(std::ranges::equal(result.clustering, right.clustering))
            << "graph " << turn << ", algorithm " << plan.algorithm << " on " << threads;
        EXPECT_EQ(result.total, right.total);
        std::vector<std::uint64_t> only(arrays.nodes(), 17);
        analytics::triangles(graph, only, {}, plan, onThreads(threads));
        EXPECT_EQ(only, right.triangles);
      }
    }
    EXPECT_EQ(verifyTriangles(graph, right.triangles, right.clustering, turn % 2 == 0), "");
  }
  EXPECT_GT(oneWay, 20u);
  EXPECT_GT(triangles, 1000u);
}

TEST_F(TrianglesApi, CompleteGraphs) {
  std::vector<std::pair<Node, Node>> edges;
  for (Node a = 0; a < 40; ++a) {
    for (Node b = 0; b < a; ++b) {
      edges.emplace_back(a, b);
    }
  }
  const Arrays arrays = arraysOf(40, edges);
  const TrianglesResult result = triangles(borrowed(arrays));
  EXPECT_EQ(result.total, 40u * 39 * 38 / 6);
  EXPECT_EQ(result.triangles[7], 39u * 38 / 2);
  EXPECT_DOUBLE_EQ(result.clustering[7], 0.5) << "each edge leads one way";
  EXPECT_DOUBLE_EQ(meanClustering({result.clustering.data(), 40}), 0.5);
}

TEST_F(TrianglesApi, TheChoiceDependsOnMemory) {
  const Arrays clique = arraysOf(4, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}});
  EXPECT_EQ(triangles(borrowed(clique), {}, onThreads(2)).execution.algorithm, "marks");
  const Arrays path = arraysOf(4, {{0, 1}, {1, 2}, {2, 3}});
  EXPECT_EQ(triangles(borrowed(path), {}, onThreads(2)).execution.algorithm, "merge");
}

TEST_F(TrianglesApi, AGraphWithoutNodesHasNoTriangles) {
  const Arrays arrays{{0}, {}, {}};
  for (const TrianglesPlan& plan : kPlans) {
    EXPECT_EQ(triangles(borrowed(arrays), plan).total, 0u);
  }
  EXPECT_EQ(verifyTriangles(borrowed(arrays), {}), "");
  EXPECT_EQ(meanClustering({}), 0);
}

TEST_F(TrianglesApi, WrongCountsAreFoundAndArgumentsChecked) {
  // A triangle, and an edge out of it.
  const Arrays arrays = arraysOf(4, {{0, 1}, {1, 2}, {2, 0}, {0, 2}, {3, 0}});
  const Graph<void> graph = borrowed(arrays);
  using Counts = std::vector<std::uint64_t>;
  const std::vector<double> clustering{1.0 / 6, 1, 0.5, 0};
  EXPECT_EQ(verifyTriangles(graph, Counts{1, 1, 1, 0}), "");
  EXPECT_EQ(verifyTriangles(graph, Counts{1, 1, 1, 0}, clustering), "");
  EXPECT_EQ(verifyTriangles(graph, Counts{1, 1, 1, 1}), "node 3 has 1 triangles; it is 0");
  EXPECT_EQ(verifyTriangles(graph, Counts{1, 2, 1, 0}), "node 1 has 2 triangles; it is 1");
  EXPECT_EQ(verifyTriangles(graph, Counts{1, 1, 1, 0}, std::vector<double>{1.0 / 6, 1, 0.25, 0}),
            "node 2 has the clustering coefficient 0.25; it is 0.5");
  EXPECT_NE(verifyTriangles(graph, Counts{1, 1, 1, 0}, std::vector<double>{NAN, 1, 0.5, 0}), "");
  Counts counts(3);
  std::vector<double> few(3);
  EXPECT_THROW(triangles(graph, counts), InvalidOption);
  EXPECT_THROW(verifyTriangles(graph, counts), InvalidOption);
  counts.resize(4);
  EXPECT_THROW(triangles(graph, counts, few), InvalidOption);
  EXPECT_THROW(verifyTriangles(graph, counts, few), InvalidOption);
}

TEST_F(TrianglesApi, ASampleOfALargeGraphIsChecked) {
  const Arrays arrays = random(3, 20000, 100000);
  const Graph<void> graph = borrowed(arrays);
  TrianglesResult result = triangles(graph);
  const std::span<std::uint64_t> counts(result.triangles.data(), result.triangles.size());
  EXPECT_GT(result.total, 10000u);
  EXPECT_EQ(verifyTriangles(graph, counts), "");
  for (std::uint64_t& count : counts) {
    ++count;
  }
  EXPECT_NE(verifyTriangles(graph, counts), "");
  for (std::uint64_t& count : counts) {
    --count;
  }
  --counts[19999]; // where no sample needs to come
  EXPECT_NE(verifyTriangles(graph, counts), "");
}

} // namespace galois::analytics
