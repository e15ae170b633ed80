#include "inputs/generate/UniformRandom.h"

#include "GeneratedGraphs.h"

namespace galois::inputs::test {
namespace {

TEST(UniformRandom, SpreadsArcsEvenly) {
  const Graph graph = generateUniform(1'000, 100'000, 1);
  EXPECT_EQ(graph.numNodes(), 1'000u);
  EXPECT_EQ(graph.numArcs(), 100'000u);
  std::vector<std::uint64_t> in(1'000);
  for (const std::uint32_t head : graph.dst) {
    ++in[head];
  }
  for (std::uint64_t node = 0; node < 1'000; ++node) {
    EXPECT_NEAR(static_cast<double>(graph.degree(node)), 100, 50); // five standard deviations
    EXPECT_NEAR(static_cast<double>(in[node]), 100, 50);
  }
}

TEST(UniformRandom, OfTheSmallest) {
  EXPECT_EQ(generateUniform(0, 0, 1).numNodes(), 0u);
  EXPECT_EQ(generateUniform(5, 0, 1).numArcs(), 0u);
  EXPECT_EQ(arcsOf(generateUniform(1, 2, 1)), (Arcs{{0, 0, 0}, {0, 0, 0}}));
  EXPECT_THAT(messageOf([] { generateUniform(0, 1, 1); }), testing::HasSubstr("need nodes"));
  EXPECT_THAT(messageOf([] { generateUniform(std::uint64_t{1} << 33, 1, 1); }),
              testing::HasSubstr("too many"));
}

TEST(UniformRandom, IsTheSameEverywhere) {
  // This must never change, because published results depend on it.
  EXPECT_EQ(fingerprint(generateUniform(1'000, 10'000, 1)), 4527636691902479531u);
}

} // namespace
} // namespace galois::inputs::test
