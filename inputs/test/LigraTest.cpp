#include "inputs/formats/Formats.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

TEST(Ligra, ReadsBothKinds) {
  EXPECT_EQ(arcsOf(parse("AdjacencyGraph\n3\n4\n0\n2\n3\n1\n2\n2\n0\n")),
            (Arcs{{0, 1, 0}, {0, 2, 0}, {1, 2, 0}, {2, 0, 0}}));
  EXPECT_EQ(arcsOf(parse("WeightedAdjacencyGraph\r\n3\r\n3\r\n0\r\n0\r\n3\r\n1\r\n2\r\n0\r\n7\r\n9"
                         "\r\n1\r\n",
                         "", {}, "x.adj")),
            (Arcs{{1, 1, 7}, {1, 2, 9}, {1, 0, 1}}));
  // Nodes without arcs first, between and last; several numbers on a line.
  EXPECT_EQ(arcsOf(parse("AdjacencyGraph\n5 2\n0 0 1 1 2\n4 0\n")), (Arcs{{1, 4, 0}, {3, 0, 0}}));
  EXPECT_EQ(parse("AdjacencyGraph\n2\n0\n0\n0\n").numNodes(), 2u);
  EXPECT_EQ(parse("AdjacencyGraph\n0\n0\n").numNodes(), 0u);
}

TEST(Ligra, ReadsFilesOfManyBlocks) {
  // A path, in a file that is read in several blocks.
  constexpr std::uint64_t kNodes = 30000;
  std::string text = fmt::format("WeightedAdjacencyGraph\n{}\n{}\n", kNodes, kNodes - 1);
  std::string heads;
  std::string weights;
  for (std::uint64_t node = 0; node < kNodes; ++node) {
    text += fmt::format("{}\n", node);
    if (node + 1 < kNodes) {
      heads += fmt::format("{}\n", node + 1);
      weights += fmt::format("{}\n", node % 7);
    }
  }
  const Graph graph = parse(text + heads + weights);
  ASSERT_EQ(graph.numArcs(), kNodes - 1);
  for (std::uint64_t arc = 0; arc < graph.numArcs(); ++arc) {
    ASSERT_EQ(graph.dst[arc], arc + 1);
    ASSERT_EQ(graph.weights[arc], arc % 7);
  }
  EXPECT_EQ(parse(text + heads + weights, "", {.ignoreWeights = true}).numArcs(), kNodes - 1);
}

TEST(Ligra, ReadsWeightsAsAsked) {
  const std::string text = "WeightedAdjacencyGraph\n2\n2\n0\n1\n1\n0\n0.5\n-2\n";
  const Graph graph = parse(text, "", {.weightType = WeightType::kFloat});
  EXPECT_EQ(graph.weights.real(graph.weights[0]), 0.5);
  EXPECT_EQ(graph.weights.real(graph.weights[1]), -2.0);
  EXPECT_TRUE(parse(text, "", {.ignoreWeights = true}).weights.empty());
  EXPECT_THAT(parseError(text), HasSubstr(":8: weight 0.5 of the arc 0 -> 1 is not an integer"));
}

TEST(Ligra, NamesLineAndFault) {
  const auto errorOf = [](const std::string& text) {
    return parseError("AdjacencyGraph\n" + text, "ligra");
  };
  EXPECT_THAT(parseError("AdjacencyHypergraph\n1\n", "ligra"), HasSubstr(":1: the first line is"));
  EXPECT_THAT(errorOf("2\n1\n0\n"), HasSubstr("is cut short: it has fewer numbers"));
  EXPECT_THAT(errorOf("2\n1\n0\n1\n1\n1\n"), HasSubstr(":7: more numbers than the header"));
  EXPECT_THAT(errorOf("2\n1\n0\n1\n2\n"), HasSubstr(":6: head 2 is out of range"));
  EXPECT_THAT(errorOf("2\n1\n1\n1\n0\n"), HasSubstr("the first offset is 1; it must be 0"));
  EXPECT_THAT(errorOf("3\n2\n0\n2\n1\n0\n0\n"), HasSubstr(":6: an offset below the one before it"));
  EXPECT_THAT(errorOf("2\n1\n0\n2\n1\n"), HasSubstr("offset 2 is too large; at most 1"));
  EXPECT_THAT(errorOf("0\n1\n0\n"), HasSubstr("1 arcs, and no node"));
  EXPECT_THAT(errorOf("x\n"), HasSubstr("number of nodes \"x\" is not a number"));
  EXPECT_THAT(errorOf("4000000000\n1\n0\n"), HasSubstr("4000000000 nodes for 1 arcs cannot be"));
}

} // namespace
} // namespace galois::inputs::test
