#include "inputs/formats/Formats.h"

#include "Compress.h"
#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

TEST(Metis, ReadsNeighbours) {
  const Graph graph = parse("% x\n4 3\n2 3\n1\r\n% y\n1 4\n3\n\n", "metis");
  EXPECT_EQ(arcsOf(graph),
            (Arcs{{0, 1, 0}, {0, 2, 0}, {1, 0, 0}, {2, 0, 0}, {2, 3, 0}, {3, 2, 0}}));
  EXPECT_EQ(parse("2 0\n\n\n", "metis").numNodes(), 2u);
}

TEST(Metis, ReadsWhatTheFormatNumberSays) {
  const Arcs weighted = {{0, 1, 7}, {1, 0, 7}};
  EXPECT_EQ(arcsOf(parse("2 1 1\n2 7\n1 7\n", "metis")), weighted);
  EXPECT_EQ(arcsOf(parse("2 1 001\n2 7\n1 7\n", "metis")), weighted);
  EXPECT_EQ(arcsOf(parse("2 1 011 2\n5 6 2 7\n5 6 1 7\n", "metis")), weighted);
  EXPECT_EQ(arcsOf(parse("2 1 111\n9 5 2 7\n9 5 1 7\n", "metis")), weighted);
  EXPECT_EQ(arcsOf(parse("2 1 100\n9 2\n9 1\n", "metis")), (Arcs{{0, 1, 0}, {1, 0, 0}}));
  EXPECT_TRUE(parse("2 1 1\n2 x\n1 y\n", "metis", {.ignoreWeights = true}).weights.empty());
}

TEST(Metis, IsToldByItsSuffix) {
  EXPECT_EQ(parse("2 1\n2\n1\n", "", {}, "x.graph").numArcs(), 2u);
  EXPECT_EQ(parse("% x\n2 1\n2\n1\n", "", {}, "x.metis").numArcs(), 2u);
  EXPECT_THAT(messageOf([] { parse("2 1\n2\n1\n", "", {}, "x.txt"); }),
              HasSubstr(":2: the head is missing"));
}

TEST(Metis, ReadsLinesOfAnyLength) {
  constexpr std::uint64_t kNodes = 400'000;
  std::string text = fmt::format("{} {}\n", kNodes, kNodes - 1);
  for (std::uint64_t node = 2; node <= kNodes; ++node) {
    text += fmt::format("{} ", node);
  }
  ASSERT_GT(text.size(), 2u << 20);
  for (std::uint64_t node = 2; node <= kNodes; ++node) {
    text += "\n1";
  }
  const Graph graph = parse(text, "metis");
  EXPECT_EQ(graph.degree(0), kNodes - 1);
  EXPECT_EQ(graph.degree(kNodes - 1), 1u);
}

TEST(Metis, HoldsNoLongLines) {
  const std::string blanks(size_t{40} << 20, ' ');
  EXPECT_THAT(parseError("2 1\n2" + blanks + "\n1\n", "metis"),
              HasSubstr(":2: a line of over 1 MB"));
  // Edges that the header only claims do not help compressed text.
  const std::string bomb = gzip("2 9000000\n2" + blanks + "2\n1\n");
  ASSERT_LT(bomb.size(), size_t{100'000});
  EXPECT_THAT(parseError(bomb, "metis"), testing::ContainsRegex(":2: a line of over [24] MB"));
  EXPECT_THAT(parseError(gzip("1 2\n3" + blanks + "4\n"), "adjlist"),
              testing::ContainsRegex(":2: a line of over [24] MB"));
  // What a graph needs is read, compressed as well.
  std::string text = "1000000 999999\n";
  for (int i = 2; i <= 1'000'000; ++i) {
    text += fmt::format("{} ", i);
  }
  for (int i = 2; i <= 1'000'000; ++i) {
    text += "\n1";
  }
  EXPECT_EQ(parse(gzip(text + "\n"), "metis").degree(0), 999'999u);
}

TEST(Metis, NamesLineAndFault) {
  const auto errorOf = [](const std::string& text) { return parseError(text, "metis"); };
  EXPECT_THAT(errorOf("% x\n"), HasSubstr("there is no header"));
  EXPECT_THAT(errorOf("2\n"), HasSubstr(":1: the number of edges is missing"));
  EXPECT_THAT(errorOf("2 1 012\n"), HasSubstr(":1: format \"012\" is not known"));
  EXPECT_THAT(errorOf("2 1 0011\n"), HasSubstr(":1: format \"0011\" is not known"));
  EXPECT_THAT(errorOf("2 1 1 1 1\n"), HasSubstr(":1: \"1\" is too much"));
  EXPECT_THAT(errorOf("2 1\n2\n"), HasSubstr("announces 2 nodes and 1 are there"));
  EXPECT_THAT(errorOf("2 1\n2\n1\n1\n"), HasSubstr(":4: one node more than the 2"));
  EXPECT_THAT(errorOf("2 2\n2\n1\n"), HasSubstr("announces 4 edges (each on the lines of both"));
  EXPECT_THAT(errorOf("2 1\n3\n1\n"),
              HasSubstr(":2: neighbour 3 is out of range; nodes are 1 to 2"));
  EXPECT_THAT(errorOf("2 1\n0\n1\n"), HasSubstr(":2: neighbour 0 is out of range"));
  EXPECT_THAT(errorOf("2 1 1\n2\n1 7\n"), HasSubstr(":2: the weight is missing"));
  EXPECT_THAT(errorOf("2 1 1\n2 -7\n1 7\n"),
              HasSubstr(":2: weight -7 of the arc 1 -> 2 is negative"));
  EXPECT_THAT(errorOf("2 1 10\n\n1 1\n"), HasSubstr(":2: the weight of the node is missing"));
  EXPECT_THAT(errorOf("4000000000 4000000000\n2\n"), HasSubstr("4000000000 nodes and 1 are there"));
  EXPECT_THAT(errorOf("2 18446744073709551615\n"), HasSubstr("too large"));
}

} // namespace
} // namespace galois::inputs::test
