#include "inputs/generate/LocalRandom.h"

#include "GeneratedGraphs.h"

#include <cmath>

namespace galois::inputs::test {
namespace {

/// Returns the distance around the ring.
std::uint64_t distance(std::uint64_t from, std::uint64_t to, std::uint64_t nodes) {
  const std::uint64_t forward = (to + nodes - from) % nodes;
  return std::min(forward, nodes - forward);
}

TEST(LocalRandom, GivesEveryNodeItsArcsAndNoLoop) {
  for (const std::uint64_t nodes : {2u, 3u, 10u, 1001u}) {
    const Graph graph = generateLocal(nodes, 5, 3);
    EXPECT_EQ(graph.numNodes(), nodes);
    EXPECT_EQ(degreeShares(graph).size(), 1u);
    EXPECT_EQ(graph.degree(0), 5u);
    for (const auto& [from, to, weight] : arcsOf(graph)) {
      EXPECT_NE(from, to);
      EXPECT_LT(to, nodes);
    }
  }
  EXPECT_EQ(generateLocal(0, 5, 1).numNodes(), 0u);
  EXPECT_EQ(generateLocal(1, 0, 1).numArcs(), 0u);
}

TEST(LocalRandom, DistancesFollowTheirLaw) {
  // A distance of more than k has the probability (k+1)^(-1/3), apart from the cut at nodes / 2.
  constexpr std::uint64_t kNodes = 200000;
  const Graph graph = generateLocal(kNodes, 5, 1);
  const double cut = std::pow(kNodes / 2 + 1, -1.0 / 3);
  for (const std::uint64_t k : {1u, 2u, 7u, 100u, 5000u}) {
    double above = 0;
    for (const auto& [from, to, weight] : arcsOf(graph)) {
      above += distance(from, to, kNodes) > k ? 1 : 0;
    }
    const auto arcs = static_cast<double>(graph.numArcs());
    const double p = (std::pow(static_cast<double>(k + 1), -1.0 / 3) - cut) / (1 - cut);
    EXPECT_NEAR(above / arcs, p, 5 * std::sqrt(p / arcs)) << k;
  }
}

TEST(LocalRandom, BothDirectionsAreEquallyFrequent) {
  constexpr std::uint64_t kNodes = 10000;
  const Graph graph = generateLocal(kNodes, 10, 2);
  double forward = 0;
  for (const auto& [from, to, weight] : arcsOf(graph)) {
    forward += (to + kNodes - from) % kNodes < kNodes / 2 ? 1 : 0;
  }
  EXPECT_NEAR(forward / static_cast<double>(graph.numArcs()), 0.5, 0.01);
}

TEST(LocalRandom, DependsOnTheSeed) {
  EXPECT_EQ(generateLocal(1000, 5, 7).dst, generateLocal(1000, 5, 7).dst);
  EXPECT_NE(generateLocal(1000, 5, 7).dst, generateLocal(1000, 5, 8).dst);
}

TEST(LocalRandom, RefusesWhatItCannotMake) {
  EXPECT_THAT(messageOf([] { generateLocal(1, 5, 1); }), testing::HasSubstr("two nodes"));
  EXPECT_THAT(messageOf([] { generateLocal(std::uint64_t{1} << 33, 5, 1); }),
              testing::HasSubstr("too large"));
  EXPECT_THAT(messageOf([] { generateLocal(4'000'000'000, 200, 1); }),
              testing::HasSubstr("memory"));
}

TEST(LocalRandom, IsTheSameEverywhere) {
  // This must never change, because published results depend on it.
  EXPECT_EQ(fingerprint(generateLocal(1000, 5, 1)), 3158962877438961118u);
}

TEST(LocalRandom, IsMadeOfRangesOfRows) {
  for (const std::uint64_t nodes : {2u, 3u, 30u}) {
    expectRows([&](NodeRange rows) { return generateLocal(nodes, 3, 5, false, rows); });
  }
}

} // namespace
} // namespace galois::inputs::test
