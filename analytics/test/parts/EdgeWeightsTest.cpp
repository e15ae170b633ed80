// The width of buckets that fits a sample of the weights.

#include "analytics/sssp/EdgeWeights.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace {

struct Edge {
  double weight;
};

/// What typicalShift() reads of a graph.
struct Weights {
  std::size_t nodes;
  std::vector<Edge> all;

  std::size_t size() const { return nodes; }
  std::size_t sizeEdges() const { return all.size(); }
  const std::vector<Edge>& edges() const { return all; }
};

Weights equalWeights(std::size_t nodes, std::size_t edges, double weight) {
  return {nodes, std::vector<Edge>(edges, Edge{weight})};
}

TEST(TypicalWeight, IsTheGeometricMean) {
  EXPECT_DOUBLE_EQ(sssp::typicalWeight(Weights{3, {{2}, {8}, {32}}}, 1), 8);
  EXPECT_DOUBLE_EQ(sssp::typicalWeight(Weights{3, {{2}, {8}, {32}}}, 4), 32);
  EXPECT_DOUBLE_EQ(sssp::typicalWeight(Weights{3, {{0}, {0.5}, {8}}}, 1), 2) << "1, 1 and 8 count";
  EXPECT_EQ(sssp::typicalWeight(Weights{3, {}}, 1), 0);
}

TEST(TypicalWeight, IsThatOfAllPartsOfTheGraph) {
  Weights halves = equalWeights(1000, 4000, 4);
  for (std::size_t edge = 0; edge < 2000; ++edge) {
    halves.all[edge].weight = 16;
  }
  EXPECT_NEAR(sssp::typicalWeight(halves, 1), 8, 0.1);
}

TEST(TypicalShift, IsHardlyChangedByHugeWeights) {
  Weights weights = equalWeights(1000, 2000, 1000);
  const unsigned shift = sssp::typicalShift(weights, 1, 2);
  EXPECT_EQ(shift, 11u) << "6 * 1000 / 2^1.5 is 2121";
  weights.all[0].weight = 4e9; // it is in the sample
  EXPECT_EQ(sssp::typicalShift(weights, 1, 2), shift);
}

TEST(TypicalShift, FollowsScaleAndDegree) {
  EXPECT_EQ(sssp::typicalShift(equalWeights(1000, 2000, 1), 1000, 2), 11u);
  EXPECT_EQ(sssp::typicalShift(equalWeights(1000, 16'000, 1000), 1, 2), 6u)
      << "6 * 1000 / 64 is 93";
  EXPECT_EQ(sssp::typicalShift(equalWeights(1000, 500, 1), 1, 2), 2u)
      << "a degree below 1 counts as 1";
  EXPECT_EQ(sssp::typicalShift(equalWeights(1000, 16'000, 1), 1, 2), 0u);
  EXPECT_EQ(sssp::typicalShift(equalWeights(1000, 0, 1), 1, 2), 0u);
  EXPECT_EQ(sssp::typicalShift(equalWeights(0, 0, 1), 1, 2), 0u);
  EXPECT_EQ(sssp::typicalShift(equalWeights(1000, 1000, 1e300), 1, 2), 62u);
}

TEST(TypicalShift, GrowsWithManyThreadsWhereNodesHaveFewEdges) {
  const Weights few = equalWeights(1000, 2000, 1000), many = equalWeights(1000, 16'000, 1000);
  EXPECT_EQ(sssp::typicalShift(few, 1, 16), 11u);
  EXPECT_EQ(sssp::typicalShift(few, 1, 32), 12u);
  EXPECT_EQ(sssp::typicalShift(few, 1, 64), 13u);
  EXPECT_EQ(sssp::typicalShift(few, 1, 256), 15u);
  EXPECT_EQ(sssp::typicalShift(many, 1, 256), 6u);
}

} // namespace
