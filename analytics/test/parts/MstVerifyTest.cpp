#include "analytics/mst/mstVerify.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "TestGraph.h"
#include "analytics/mst/MstProblem.h"

namespace {

using mst::Edge;

/// A TestGraph with both arcs of every edge, as the check needs it.
struct Undirected : TestGraph {
  using TestGraph::TestGraph;
  Undirected& join(std::uint32_t u, std::uint32_t v, std::uint32_t weight) {
    add(u, v, weight);
    add(v, u, weight);
    return *this;
  }
  const std::vector<TestGraph::Edge>& row(std::uint32_t node) const { return edges(node); }
};

struct MstVerify : testing::Test {
  MstVerify() { galois::setActiveThreads(3); }

  static std::string wrong(const Undirected& graph, std::vector<Edge> forest) {
    return mst::verifyForest(graph, forest);
  }

  /// A path 0-1-2-3 of weights 1, 2, 3, an edge of weight 3 that makes it a cycle, and an isolated
  /// node.
  static Undirected circle() {
    return Undirected(5).join(0, 1, 1).join(1, 2, 2).join(2, 3, 3).join(0, 3, 3);
  }

  galois::SharedMemSys system;
};

} // namespace

TEST_F(MstVerify, AcceptsTheLeastForestInAnyOrder) {
  EXPECT_EQ(wrong(circle(), {{1, 2, 2}, {0, 3, 3}, {0, 1, 1}}), "");
  EXPECT_EQ(wrong(Undirected(1), {}), "");
}

TEST_F(MstVerify, TiesAreBrokenByTheEnds) {
  EXPECT_NE(wrong(circle(), {{1, 2, 2}, {2, 3, 3}, {0, 1, 1}}), "");
}

TEST_F(MstVerify, RejectsWhatIsNoForestOrNotTheLeast) {
  EXPECT_NE(wrong(circle(), {{0, 1, 1}, {1, 2, 2}}), "") << "a node is missing";
  EXPECT_NE(wrong(circle(), {{0, 1, 1}, {1, 2, 2}, {0, 3, 3}, {2, 3, 3}}), "") << "a cycle";
  EXPECT_NE(wrong(circle(), {{0, 1, 1}, {2, 3, 3}, {0, 3, 3}}), "") << "too heavy";
  EXPECT_NE(wrong(circle(), {{0, 1, 1}, {1, 2, 2}, {0, 3, 2}}), "") << "a wrong weight";
  EXPECT_NE(wrong(circle(), {{0, 1, 1}, {1, 2, 2}, {0, 3, 3}, {0, 4, 0}}), "") << "no such edge";
}

TEST_F(MstVerify, RejectsEverySwapOfAnEdge) {
  std::mt19937 random(5);
  for (unsigned seed = 0; seed < 30; ++seed) {
    // In this complete graph the star around node 0 is the least tree.
    const std::uint32_t nodes = 3 + seed % 8;
    Undirected graph(nodes);
    std::vector<Edge> star;
    for (std::uint32_t u = 0; u < nodes; ++u) {
      for (std::uint32_t v = u + 1; v < nodes; ++v) {
        const std::uint32_t weight = u == 0 ? random() % 5 : 5 + random() % 9;
        graph.join(u, v, weight);
        if (u == 0) {
          star.push_back({u, v, weight});
        }
      }
    }
    ASSERT_EQ(wrong(graph, star), "") << seed;
    for (std::size_t i = 0; i < star.size(); ++i) {
      for (const auto& edge : graph.row(star[i].v)) {
        if (edge.dst != 0) {
          std::vector<Edge> other = star;
          other[i] = Edge::between(star[i].v, edge.dst, edge.weight);
          EXPECT_NE(wrong(graph, other), "") << seed;
        }
      }
    }
  }
}
