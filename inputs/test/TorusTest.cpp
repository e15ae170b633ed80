#include "inputs/generate/Torus.h"

#include "GeneratedGraphs.h"

namespace galois::inputs::test {
namespace {

TEST(Torus, JoinsEveryNodeToItsNeighboursInEachDimension) {
  for (const unsigned dimensions : {2u, 3u}) {
    for (const std::uint64_t side : {3u, 4u, 7u}) {
      const Graph graph = generateTorus(dimensions, side);
      std::uint64_t nodes = 1;
      for (unsigned i = 0; i < dimensions; ++i) {
        nodes *= side;
      }
      EXPECT_EQ(graph.numNodes(), nodes);
      EXPECT_EQ(degreeShares(graph).size(), 1u);
      EXPECT_EQ(graph.degree(0), 2 * dimensions);
      EXPECT_TRUE(isSymmetric(graph));
      EXPECT_EQ(components(graph), 1u);
      EXPECT_TRUE(graph.weights.empty());
      for (const auto& [from, to, weight] : arcsOf(graph)) {
        // They differ in one coordinate, by one place around the line.
        unsigned different = 0;
        std::uint64_t a = from, b = to;
        for (unsigned i = 0; i < dimensions; ++i, a /= side, b /= side) {
          const std::uint64_t apart = (a % side + side - b % side) % side;
          different += apart != 0 ? 1 : 0;
          EXPECT_TRUE(apart <= 1 || apart == side - 1);
        }
        EXPECT_EQ(different, 1u);
      }
    }
  }
}

TEST(Torus, SmallSidesHaveNoLoopsAndNoParallelArcs) {
  EXPECT_EQ(generateTorus(3, 1).numNodes(), 1u);
  EXPECT_EQ(generateTorus(3, 1).numArcs(), 0u);
  const Graph cube = generateTorus(3, 2);
  EXPECT_EQ(cube.numNodes(), 8u);
  EXPECT_EQ(cube.numArcs(), 24u);
  EXPECT_EQ(components(cube), 1u);
  EXPECT_THAT(std::vector(cube.dst.begin(), cube.dst.begin() + 3), testing::ElementsAre(1, 2, 4));
}

TEST(Torus, SideIsTheLargestThatFits) {
  EXPECT_EQ(torusSide(2, 1), 1u);
  EXPECT_EQ(torusSide(2, 99), 9u);
  EXPECT_EQ(torusSide(2, 100), 10u);
  EXPECT_EQ(torusSide(3, 999), 9u);
  EXPECT_EQ(torusSide(3, 1000), 10u);
  EXPECT_EQ(torusSide(3, 40'000'000), 341u);
}

TEST(Torus, RefusesWhatItCannotMake) {
  EXPECT_THAT(messageOf([] { generateTorus(4, 5); }), testing::HasSubstr("2 or 3"));
  EXPECT_THAT(messageOf([] { generateTorus(2, 0); }), testing::HasSubstr("no node"));
  EXPECT_THAT(messageOf([] { generateTorus(3, 2000); }), testing::HasSubstr("too many nodes"));
}

TEST(Torus, IsTheSameEverywhere) {
  // This must never change, because published results depend on it.
  EXPECT_EQ(fingerprint(generateTorus(2, 30)), 10677678732680622808u);
  EXPECT_EQ(fingerprint(generateTorus(3, 10)), 8747961059426011751u);
}

TEST(Torus, IsMadeOfRangesOfRows) {
  for (const unsigned dimensions : {2u, 3u}) {
    for (const std::uint64_t side : {1u, 2u, 3u}) {
      EXPECT_EQ(torusNodes(dimensions, side), generateTorus(dimensions, side).numNodes());
      expectRows([&](NodeRange rows) { return generateTorus(dimensions, side, false, rows); });
    }
  }
}

} // namespace
} // namespace galois::inputs::test
