#include "inputs/generate/Grid.h"

#include "GeneratedGraphs.h"

namespace galois::inputs::test {
namespace {

constexpr WeightSpec kWeights{1, 10'000, 1};

TEST(Grid, LinksNeighbours) {
  const Graph graph = generateGrid(3, 2, {7, 7, 1});
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 7},
                                 {0, 3, 7},
                                 {1, 0, 7},
                                 {1, 2, 7},
                                 {1, 4, 7},
                                 {2, 1, 7},
                                 {2, 5, 7},
                                 {3, 0, 7},
                                 {3, 4, 7},
                                 {4, 1, 7},
                                 {4, 3, 7},
                                 {4, 5, 7},
                                 {5, 2, 7},
                                 {5, 4, 7}}));
}

TEST(Grid, OfOneNodeOrOneRow) {
  EXPECT_EQ(generateGrid(1, 1, kWeights).numArcs(), 0u);
  EXPECT_EQ(generateGrid(5, 1, kWeights).numArcs(), 8u);
  EXPECT_EQ(generateGrid(1, 5, kWeights).numArcs(), 8u);
}

TEST(Grid, IsSymmetricAndConnectedWithWeightsInRange) {
  const Graph graph = generateGrid(50, 31, kWeights);
  EXPECT_EQ(graph.numNodes(), 1550u);
  EXPECT_TRUE(isSymmetric(graph));
  EXPECT_EQ(components(graph), 1u);
  const auto [low, high] = weightRange(graph);
  EXPECT_GE(low, 1u);
  EXPECT_LT(low, 50u);
  EXPECT_GT(high, 9'950u);
  EXPECT_LE(high, 10'000u);
}

TEST(Grid, RefusesImpossibleSizes) {
  EXPECT_THAT(messageOf([] { generateGrid(0, 5, kWeights); }), testing::HasSubstr("no node"));
  EXPECT_THAT(messageOf([] { generateGrid(1 << 20, 1 << 20, kWeights); }),
              testing::HasSubstr("too many nodes"));
  EXPECT_THAT(messageOf([] { generateGrid(UINT64_MAX, 2, kWeights); }),
              testing::HasSubstr("too many nodes"));
}

TEST(Grid, IsTheSameEverywhere) {
  // This must never change, because published results depend on it.
  EXPECT_EQ(fingerprint(generateGrid(100, 100, kWeights)), 15668729270055912991u);
}

TEST(Grid, IsMadeOfRangesOfRows) {
  for (const auto& size : {std::pair(1, 1), std::pair(1, 6), std::pair(6, 1), std::pair(4, 5)}) {
    expectRows([&](NodeRange rows) {
      return generateGrid(size.first, size.second, kWeights, false, rows);
    });
  }
}

} // namespace
} // namespace galois::inputs::test
