#include "inputs/generate/Road.h"

#include "GeneratedGraphs.h"

#include "inputs/generate/RoadGeometry.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boyer_myrvold_planar_test.hpp>

#include <cmath>

namespace galois::inputs::test {
namespace {

/// Returns the great-circle distance in decimetres.
double greatCircle(Coordinate a, Coordinate b) {
  const double unit = M_PI / 180e6;
  const double lat = std::sin((a.y - b.y) * unit / 2);
  const double lon = std::sin((a.x - b.x) * unit / 2);
  const double h = lat * lat + std::cos(a.y * unit) * std::cos(b.y * unit) * lon * lon;
  return 2 * 63'710'088.0 * std::asin(std::sqrt(h));
}

TEST(Road, HasExactlyTheNodesAskedForAndIsConnected) {
  for (std::uint64_t nodes = 1; nodes < 200; ++nodes) {
    const Graph graph = generateRoad(nodes, nodes);
    ASSERT_EQ(graph.numNodes(), nodes);
    ASSERT_EQ(graph.coords.size(), nodes);
    ASSERT_EQ(components(graph), 1u) << nodes;
    ASSERT_TRUE(isSymmetric(graph));
  }
  EXPECT_EQ(generateRoad(0, 1).numNodes(), 0u);
  const Graph large = generateRoad(123'457, 3);
  EXPECT_EQ(large.numNodes(), 123'457u);
  EXPECT_EQ(components(large), 1u);
}

TEST(Road, HasTheDegreesOfTheUsaNetwork) {
  const Graph graph = generateRoad(200'000, 1);
  EXPECT_NEAR(static_cast<double>(graph.numArcs()) / 200'000, 2.45, 0.05);
  auto shares = degreeShares(graph);
  EXPECT_NEAR(shares[1], 0.20, 0.02);
  EXPECT_NEAR(shares[2], 0.235, 0.02);
  EXPECT_NEAR(shares[3], 0.45, 0.02);
  EXPECT_NEAR(shares[4], 0.11, 0.02);
  EXPECT_EQ(shares.rbegin()->first, 4u);
}

TEST(Road, HasLengthsOverOrdersOfMagnitude) {
  for (const std::uint64_t nodes : {20'000u, 400'000u}) {
    const Graph graph = generateRoad(nodes, 1);
    std::vector<std::uint32_t> lengths = graph.weights.narrow();
    std::sort(lengths.begin(), lengths.end());
    const auto quantile = [&](double q) {
      return lengths[static_cast<size_t>(q * static_cast<double>(lengths.size() - 1))];
    };
    const double mean =
        static_cast<double>(std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0})) /
        static_cast<double>(lengths.size());
    EXPECT_GT(mean, 2'000) << "some 300 m, for any size";
    EXPECT_LT(mean, 4'000);
    EXPECT_LT(quantile(0.01), 150u);
    EXPECT_GT(quantile(0.99), 10'000u);
    EXPECT_GE(lengths.front(), 1u);
  }
}

TEST(Road, IsNeverShorterThanTheGreatCircle) {
  for (const std::uint64_t nodes : {100u, 50'000u}) {
    const Graph graph = generateRoad(nodes, 2);
    for (const auto& [from, to, length] : arcsOf(graph)) {
      ASSERT_GE(static_cast<double>(length), greatCircle(graph.coords[from], graph.coords[to]));
    }
  }
}

TEST(Road, IsPlanar) {
  const Graph graph = generateRoad(5'000, 4);
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> roads(graph.numNodes());
  for (const auto& [from, to, length] : arcsOf(graph)) {
    EXPECT_NE(from, to);
    if (from < to) {
      boost::add_edge(from, to, roads);
    }
  }
  EXPECT_TRUE(boost::boyer_myrvold_planarity_test(roads));
}

TEST(Road, NumbersNearNodesNear) {
  const Graph graph = generateRoad(100'000, 1);
  std::uint64_t near = 0;
  for (const auto& [from, to, length] : arcsOf(graph)) {
    near += (from > to ? from - to : to - from) < 100;
  }
  EXPECT_GT(static_cast<double>(near) / static_cast<double>(graph.numArcs()), 0.8);
}

TEST(Road, StaysOnTheGlobe) {
  // Only the geometry is made for so many nodes; it determines how large the area is.
  const RoadGeometry geometry(1'000'000, 500'000, 4'000'000'000, 1);
  for (const double x : {0.0, 500'000.0, 1'000'000.0}) {
    for (const double y : {0.0, 250'000.0, 500'000.0}) {
      const Coordinate at = geometry.place({x, y});
      EXPECT_LT(std::abs(at.x), 180'000'000);
      EXPECT_LT(std::abs(at.y), 80'000'000);
    }
  }
}

TEST(Road, IsTheSameEverywhere) {
  // These must never change, because published results depend on them.
  EXPECT_EQ(fingerprint(generateRoad(10'000, 1)), 6354777664930039868u);
  EXPECT_EQ(fingerprint(generateRoad(10'000, 2)), 3575686873207545114u);
}

TEST(RoadLength, IsAtLeastOne) {
  EXPECT_EQ(roadLength({5, 5}, {5, 5}, 1.001), 1u);
  // A millionth of a degree of latitude is 1.11 dm.
  EXPECT_EQ(roadLength({0, 0}, {0, 100}, 1), 112u);
  EXPECT_EQ(roadLength({0, 60'000'000}, {1000, 60'000'000}, 1), 556u);
}

} // namespace
} // namespace galois::inputs::test
