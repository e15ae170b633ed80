#include "inputs/transform/ScaleWeights.h"

#include "Support.h"

#include <algorithm>

namespace galois::inputs::test {
namespace {

Graph graphWith(std::uint64_t first, std::uint64_t second) {
  Graph graph;
  graph.offsets = {0, 2, 2};
  graph.dst = {1, 1};
  graph.weights.assign(2, std::max(first, second) > UINT32_MAX ? 8 : 4);
  graph.weights.set(0, first);
  graph.weights.set(1, second);
  return graph;
}

TEST(ScaleWeights, MultipliesEveryWeight) {
  Graph graph = graphWith(3, 0);
  scaleWeights(graph, 64);
  EXPECT_EQ(graph.weights[0], 192u);
  EXPECT_EQ(graph.weights[1], 0u);
}

TEST(ScaleWeights, GoesBeyond32Bits) {
  Graph graph = graphWith(UINT32_MAX, 1);
  scaleWeights(graph, 1000);
  EXPECT_EQ(graph.weights[0], 4'294'967'295'000u);
  EXPECT_EQ(graph.weights[1], 1000u);
}

TEST(ScaleWeights, RefusesWhatDoesNotFit) {
  Graph graph = graphWith(1, std::uint64_t{1} << 60);
  EXPECT_THROW(scaleWeights(graph, 16), UsageError);
  EXPECT_EQ(graph.weights[0], 1u) << "changed half-way";
}

TEST(ScaleWeights, LeavesGraphsWithoutWeightsAlone) {
  Graph graph = graphWith(1, 1);
  graph.weights.clear();
  scaleWeights(graph, 5);
  EXPECT_TRUE(graph.weights.empty());
}

} // namespace
} // namespace galois::inputs::test
