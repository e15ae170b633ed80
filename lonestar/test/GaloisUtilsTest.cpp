#include "Lonestar/Utils.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LC_CSR_Graph.h"

namespace {

using Graph = galois::graphs::LC_CSR_Graph<void, void>;

/// A graph in which node 0 has `first` edges and every other node has `others`.
Graph graphOf(std::uint32_t nodes, std::uint32_t first, std::uint32_t others) {
  const std::uint64_t edges = nodes == 0 ? 0 : first + std::uint64_t{others} * (nodes - 1);
  return Graph(
      nodes, edges, [=](std::uint32_t n) { return n == 0 ? first : others; },
      [=](std::uint32_t n, std::uint64_t e) {
        return static_cast<std::uint32_t>((n + e + 1) % nodes);
      },
      [](std::uint32_t, std::uint64_t) { return 0; });
}

// U20: in Galois, this function divides by the number of nodes also if there is none.
TEST(GaloisUtils, U20_AGraphWithoutNodesHasNoPowerLaw) {
  const galois::SharedMemSys system;
  EXPECT_FALSE(isApproximateDegreeDistributionPowerLaw(graphOf(0, 0, 0)));
  EXPECT_FALSE(isApproximateDegreeDistributionPowerLaw(graphOf(10, 0, 0)));
}

TEST(GaloisUtils, AHubMakesAPowerLaw) {
  const galois::SharedMemSys system;
  EXPECT_TRUE(isApproximateDegreeDistributionPowerLaw(graphOf(1000, 10000, 10)));
  EXPECT_FALSE(isApproximateDegreeDistributionPowerLaw(graphOf(1000, 12, 12)));
  EXPECT_FALSE(isApproximateDegreeDistributionPowerLaw(graphOf(1000, 1000, 1))); // few edges
}

TEST(GaloisUtils, SourcesHaveEdgesAndRepeat) {
  const galois::SharedMemSys system;
  const Graph graph = graphOf(50, 3, 0);
  SourcePicker<Graph> picker(graph);
  EXPECT_EQ(picker.PickNext(), 0U);
  const Graph all = graphOf(50, 1, 1);
  SourcePicker<Graph> one(all);
  SourcePicker<Graph> other(all);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(one.PickNext(), other.PickNext());
  }
}

} // namespace
