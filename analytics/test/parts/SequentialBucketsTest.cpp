#include "analytics/sssp/SequentialBuckets.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "TestGraph.h"

namespace {

using sssp::BucketShape;
using sssp::WeightSummary;

/// A shape with buckets of 2^shift for weights up to `greatest`.
BucketShape shapeOf(std::uint32_t greatest, unsigned shift) {
  return {shift, 1, std::bit_ceil((std::size_t{greatest} >> shift) + 3)};
}

template <typename Distance>
std::vector<Distance> distancesFrom(const TestGraph& graph, std::vector<std::uint32_t> sources,
                                    const BucketShape& shape, sssp::BucketRing<Distance>& ring) {
  std::vector<Distance> distances(graph.size(), sssp::kInfinity<Distance>);
  sssp::sequentialBuckets(graph, sources, distances.data(), shape, ring);
  return distances;
}

template <typename Distance>
std::vector<Distance> distancesFrom(const TestGraph& graph, std::vector<std::uint32_t> sources,
                                    const BucketShape& shape) {
  sssp::BucketRing<Distance> ring;
  return distancesFrom<Distance>(graph, sources, shape, ring);
}

/// What bucketShape() reads of a graph.
struct Size {
  std::size_t nodes, edges;
  std::size_t size() const { return nodes; }
  std::size_t sizeEdges() const { return edges; }
};

} // namespace

TEST(SequentialBuckets, AgreesWithBellmanFordAtEveryWidth) {
  sssp::BucketRing<std::uint32_t> ring; // one for all, of changing shape
  for (unsigned seed = 0; seed < 400; ++seed) {
    const std::uint32_t nodes = 1 + seed % 40;
    const std::uint32_t greatest[] = {0, 2, 20, 4000};
    const std::uint32_t most = greatest[seed % 4];
    const TestGraph graph = randomGraph(nodes, nodes * (seed % 25), most, seed);
    const auto narrow = bellmanFord<std::uint32_t>(graph, 0);
    const auto wide = bellmanFord<std::uint64_t>(graph, 0);
    for (const unsigned shift : {0u, 2u, 7u, 13u}) {
      const BucketShape shape = shapeOf(most, shift);
      EXPECT_EQ(distancesFrom(graph, {0}, shape, ring), narrow) << seed;
      EXPECT_EQ(distancesFrom<std::uint64_t>(graph, {0}, shape), wide) << seed;
      const auto doubles = distancesFrom<double>(graph, {0}, shape);
      for (std::uint32_t node = 0; node < nodes; ++node) {
        EXPECT_EQ(doubles[node], wide[node] == ~std::uint64_t{0}
                                     ? std::numeric_limits<double>::infinity()
                                     : static_cast<double>(wide[node]));
      }
    }
  }
}

TEST(SequentialBuckets, TakesTheNearestOfSeveralSources) {
  TestGraph graph(5);
  graph.add(0, 1, 5).add(1, 2, 5).add(4, 2, 1).add(2, 3, 0);
  EXPECT_EQ(distancesFrom<std::uint32_t>(graph, {0, 4, 0}, shapeOf(5, 1)),
            (std::vector<std::uint32_t>{0, 5, 1, 1, 0}));
}

TEST(SequentialBuckets, DistancesUpToTheTypesLimit) {
  TestGraph graph(4);
  graph.add(0, 1, 4294967290u).add(1, 2, 4).add(1, 3, 5);
  const BucketShape shape = shapeOf(4294967290u, 24);
  const auto narrow = distancesFrom<std::uint32_t>(graph, {0}, shape);
  EXPECT_EQ(narrow[2], 4294967294u);
  EXPECT_EQ(narrow[3], ~0u) << "a distance that does not fit counts as unreached";
  EXPECT_EQ(distancesFrom<std::uint64_t>(graph, {0}, shape)[3], 4294967295ull);
}

TEST(SequentialBuckets, CountsItsWork) {
  TestGraph graph(3);
  graph.add(0, 1, 10).add(0, 2, 1).add(2, 1, 1);
  std::vector<std::uint32_t> distances(3, ~0u);
  const std::vector<std::uint32_t> sources{0};
  sssp::BucketRing<std::uint32_t> ring;
  const auto counts =
      sssp::sequentialBuckets(graph, sources, distances.data(), shapeOf(10, 0), ring);
  EXPECT_EQ(counts.pushed, 4u);
  EXPECT_EQ(counts.popped, 4u);
  EXPECT_EQ(counts.stale, 1u);
}

TEST(BucketShape, FollowsMeanWeightAndDegree) {
  const BucketShape road =
      sssp::bucketShape(Size{1000, 2500}, WeightSummary<std::uint32_t>{10'000, 5000});
  EXPECT_EQ(road.shift, 11u); // 4000 is the width
  EXPECT_EQ(road.buckets, 8u);
  const BucketShape units =
      sssp::bucketShape(Size{1000, 16'000}, WeightSummary<std::uint32_t>{1, 1});
  EXPECT_EQ(units.shift, 0u);
  EXPECT_EQ(units.buckets, 4u);
  EXPECT_EQ(sssp::bucketShape(Size{5, 0}, WeightSummary<std::uint32_t>{}).buckets, 4u);
  const BucketShape doubles =
      sssp::bucketShape(Size{1000, 2500}, WeightSummary<double>{1e-3, 0.5e-3});
  EXPECT_EQ(doubles.scale, sssp::priorityScale(WeightSummary<double>{1e-3, 0.5e-3}, 1000));
  EXPECT_EQ(doubles.buckets, 8u);
}

TEST(BucketShape, IsNoneWhereOneWeightIsHuge) {
  EXPECT_EQ(sssp::bucketShape(Size{1000, 2000}, WeightSummary<std::uint32_t>{~0u, 8}).buckets, 0u);
  EXPECT_EQ(sssp::bucketShape(Size{1000, 2000}, WeightSummary<std::uint64_t>{~std::uint64_t{0}, 8})
                .buckets,
            0u);
  EXPECT_EQ(sssp::bucketShape(Size{1000, 2000}, WeightSummary<double>{1e300, 1e-300}).buckets, 0u);
}
