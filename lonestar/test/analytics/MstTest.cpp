#include "galois/analytics/Mst.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::randomArrays;
using galois::test::waysToRun;

/// Kruskal's algorithm as a textbook has it.
std::vector<ForestEdge> reference(const Arrays& arrays) {
  std::vector<ForestEdge> edges;
  for (std::uint32_t node = 0; node < arrays.nodes(); ++node) {
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      const std::uint32_t other = arrays.targets[e];
      edges.push_back({std::min(node, other), std::max(node, other), arrays.weights[e]});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const ForestEdge& a, const ForestEdge& b) {
    return std::tuple(a.weight, a.u, a.v) < std::tuple(b.weight, b.u, b.v);
  });
  std::vector<std::uint32_t> leader(arrays.nodes());
  std::iota(leader.begin(), leader.end(), 0u);
  std::vector<ForestEdge> forest;
  for (const ForestEdge& edge : edges) {
    const std::uint32_t from = leader[edge.u], to = leader[edge.v];
    if (from != to) {
      std::replace(leader.begin(), leader.end(), from, to);
      forest.push_back(edge);
    }
  }
  return forest;
}

class Mst : public testing::Test {
  galois::SharedMemSys system;
};

} // namespace

TEST_F(Mst, IsTheForestOfKruskal) {
  for (unsigned seed = 0; seed < 15; ++seed) {
    const Arrays arrays = randomArrays(seed);
    const auto graph = arrays.graph<std::uint32_t>();
    const std::vector<ForestEdge> right = reference(arrays);
    for (const auto algorithm :
         {MstPlan::kWorklist, MstPlan::kBoruvka, MstPlan::kKruskal, MstPlan::kFilterKruskal}) {
      for (const RunOptions& options : waysToRun(seed)) {
        const MstResult result = mst(graph, {algorithm}, options);
        EXPECT_EQ(result.edges, right) << "seed " << seed << ", " << options.scheduler.name()
                                       << " on " << options.threads << ", algorithm " << algorithm;
        EXPECT_EQ(verifyMst(graph, result.edges, true), "");
        EXPECT_EQ(result.execution.useful, right.size());
      }
    }
  }
}

TEST_F(Mst, WrongForestsAreFound) {
  const Arrays triangle{{0, 2, 3, 3}, {1, 2, 2}, {1, 5, 2}};
  const auto graph = triangle.graph<std::uint32_t>();
  const std::vector<ForestEdge> right{{0, 1, 1}, {1, 2, 2}};
  EXPECT_EQ(mst(graph).edges, right);
  EXPECT_EQ(mst(graph).weight(), 3u);
  EXPECT_EQ(verifyMst(graph, right), "");
  for (const std::vector<ForestEdge>& wrong :
       {std::vector<ForestEdge>{{0, 1, 1}}, std::vector<ForestEdge>{{0, 1, 1}, {0, 2, 5}},
        std::vector<ForestEdge>{{0, 1, 1}, {1, 2, 1}},
        std::vector<ForestEdge>{{0, 1, 1}, {1, 2, 2}, {0, 2, 5}}}) {
    EXPECT_NE(verifyMst(graph, wrong), "");
  }
  EXPECT_THROW(verifyMst(graph, std::vector<ForestEdge>{{0, 3, 1}}), NodeOutOfRange);
}

} // namespace galois::analytics
