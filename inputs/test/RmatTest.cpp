#include "inputs/generate/Rmat.h"

#include "GeneratedGraphs.h"

namespace galois::inputs::test {
namespace {

std::uint64_t largestDegree(const Graph& graph) {
  std::uint64_t largest = 0;
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    largest = std::max(largest, graph.degree(node));
  }
  return largest;
}

TEST(Rmat, HasTheNodesAndArcsAskedFor) {
  for (const unsigned scale : {0u, 1u, 2u, 7u, 12u}) {
    const Graph graph = generateRmat({.scale = scale, .edgeFactor = 5});
    EXPECT_EQ(graph.numNodes(), std::uint64_t{1} << scale);
    EXPECT_EQ(graph.numArcs(), std::uint64_t{5} << scale);
    EXPECT_TRUE(graph.weights.empty());
  }
}

TEST(Rmat, IsSkewedAsTheProbabilitiesSay) {
  const RmatOptions even{.scale = 12, .edgeFactor = 16, .a = 0.25, .b = 0.25, .c = 0.25};
  EXPECT_LT(largestDegree(generateRmat(even)), 50u);
  EXPECT_GT(largestDegree(generateRmat({.scale = 12})), 500u);
  // With all arcs in one corner, they all join the same two nodes.
  EXPECT_EQ(largestDegree(generateRmat({.scale = 8, .a = 1, .b = 0, .c = 0})), 16u << 8);
  // Sources depend on a + b. With all probability there, one node has all arcs, to any node.
  const Graph above = generateRmat({.scale = 8, .a = 0.5, .b = 0.5, .c = 0});
  EXPECT_EQ(largestDegree(above), 16u << 8);
  std::vector<std::uint32_t> heads = above.dst;
  std::sort(heads.begin(), heads.end());
  EXPECT_GT(std::unique(heads.begin(), heads.end()) - heads.begin(), 250);
}

TEST(Rmat, RefusesImpossibleOptions) {
  EXPECT_THAT(messageOf([] { generateRmat({.scale = 32}); }), testing::HasSubstr("at most 31"));
  EXPECT_THAT(messageOf([] { generateRmat({.a = 0.9, .b = 0.2}); }),
              testing::HasSubstr("not probabilities"));
  EXPECT_THAT(messageOf([] { generateRmat({.a = -0.1}); }),
              testing::HasSubstr("not probabilities"));
  EXPECT_THAT(messageOf([] { generateRmat({.scale = 31, .edgeFactor = 1 << 20}); }),
              testing::HasSubstr("memory"));
}

TEST(Rmat, IsTheSameEverywhere) {
  // This must never change, because published results depend on it.
  EXPECT_EQ(fingerprint(generateRmat({.scale = 10})), 83920510343489862u);
}

TEST(IdScrambler, IsOneToOneForAnyNumberOfBits) {
  for (unsigned bits = 0; bits <= 14; ++bits) {
    const IdScrambler scramble(bits, bits);
    std::vector<bool> hit(size_t{1} << bits);
    for (std::uint32_t id = 0; id < hit.size(); ++id) {
      ASSERT_LT(scramble(id), hit.size());
      ASSERT_FALSE(hit[scramble(id)]);
      hit[scramble(id)] = true;
    }
  }
}

} // namespace
} // namespace galois::inputs::test
