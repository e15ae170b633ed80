#include "inputs/EdgeListBuilder.h"

#include "Support.h"

#include <random>

namespace galois::inputs::test {
namespace {

TEST(EdgeListBuilder, SortsManyBlocksOfArcsStably) {
  std::mt19937_64 random(7);
  constexpr std::uint64_t kNodes = 1000;
  EdgeListBuilder builder;
  std::vector<std::vector<std::pair<std::uint64_t, std::uint64_t>>> expected(kNodes);
  for (std::uint64_t i = 0; i < 300'000; ++i) {
    const auto from = static_cast<std::uint32_t>(random() % kNodes);
    const auto to = static_cast<std::uint32_t>(random() % kNodes);
    // The first weight that needs 8 bytes is in the middle of the third block.
    const std::uint64_t weight = i == 150'000 ? std::uint64_t{1} << 40 : i;
    builder.add(from, to, weight);
    expected[from].emplace_back(to, weight);
  }
  EXPECT_EQ(builder.size(), 300'000u);
  const Graph graph = builder.build(kNodes, "test");
  EXPECT_EQ(builder.size(), 0u);
  EXPECT_EQ(graph.weights.bytes(), 8u);
  ASSERT_EQ(graph.numNodes(), kNodes);
  for (std::uint64_t node = 0; node < kNodes; ++node) {
    ASSERT_EQ(graph.degree(node), expected[node].size());
    for (std::uint64_t i = 0; i < expected[node].size(); ++i) {
      ASSERT_EQ(graph.dst[graph.offsets[node] + i], expected[node][i].first);
      ASSERT_EQ(graph.weights[graph.offsets[node] + i], expected[node][i].second);
    }
  }
}

TEST(EdgeListBuilder, TurnsEdgesIntoArcsBothWays) {
  EdgeListBuilder builder(EdgeKind::kEdge);
  builder.add(0, 1, 5);
  builder.add(2, 2, 6);
  EXPECT_EQ(sorted(arcsOf(builder.build(3, "test"))), (Arcs{{0, 1, 5}, {1, 0, 5}, {2, 2, 6}}));
}

TEST(EdgeListBuilder, BuildsGraphsWithoutArcs) {
  EXPECT_EQ(EdgeListBuilder().build(0, "test").numNodes(), 0u);
  const Graph graph = EdgeListBuilder().build(3, "test");
  EXPECT_EQ(graph.offsets, (std::vector<std::uint64_t>{0, 0, 0, 0}));
  EXPECT_TRUE(graph.weights.empty());
}

TEST(EdgeListBuilder, CanBeUsedAgain) {
  EdgeListBuilder builder;
  builder.add(0, 1, 3);
  builder.build(2, "test");
  builder.add(1, 0);
  const Graph graph = builder.build(2, "test");
  EXPECT_EQ(arcsOf(graph), (Arcs{{1, 0, 0}}));
  EXPECT_TRUE(graph.weights.empty());
}

TEST(Graph, ChecksSizes) {
  EXPECT_NO_THROW(checkFits(1000, 1000, 8, "x"));
  EXPECT_THAT(messageOf([] { checkFits(std::uint64_t{1} << 32, 0, 0, "x.gr"); }),
              testing::HasSubstr("x.gr: 4294967296 nodes are too many"));
  EXPECT_THAT(messageOf([] { checkFits(1, std::uint64_t{1} << 50, 4, "x.gr"); }),
              testing::HasSubstr("are the counts in the file right?"));
}

TEST(Graph, KnowsItsWeightRange) {
  EXPECT_EQ(weightRange(Graph()), (std::pair<std::uint64_t, std::uint64_t>(0, 0)));
  EXPECT_EQ(weightRange(parse("0 1 7\n1 0 3\n")), (std::pair<std::uint64_t, std::uint64_t>(3, 7)));
}

} // namespace
} // namespace galois::inputs::test
