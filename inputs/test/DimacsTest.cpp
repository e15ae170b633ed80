#include "inputs/formats/Formats.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

TEST(Dimacs, ReadsArcs) {
  const Graph graph = parse("c a comment\np sp 4 3\na 1 2 5\na 4 1 0\nc another\na 1 3 7\n");
  EXPECT_EQ(graph.numNodes(), 4u);
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 5}, {0, 2, 7}, {3, 0, 0}}));
  EXPECT_EQ(graph.weights.bytes(), 4u);
}

TEST(Dimacs, AcceptsLineEndsAndBlanksOfAllKinds) {
  const Graph graph = parse("c\r\np  sp\t2 2\r\n\r\n  a 1 2   5 \r\na\t2\t1\t6");
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 5}, {1, 0, 6}}));
}

TEST(Dimacs, ReadsLoopsParallelArcsAndEmptyGraphs) {
  EXPECT_EQ(arcsOf(parse("p sp 2 3\na 1 2 5\na 1 2 5\na 2 2 1\n")),
            (Arcs{{0, 1, 5}, {0, 1, 5}, {1, 1, 1}}));
  EXPECT_EQ(parse("p sp 3 0\n").numNodes(), 3u);
  EXPECT_EQ(parse("p sp 0 0\n").numNodes(), 0u);
}

TEST(Dimacs, WidensWeightsWhenOneNeedsIt) {
  const Graph graph =
      parse("p sp 2 3\na 1 2 4294967295\na 2 1 4294967296\na 1 1 9223372036854775807\n");
  EXPECT_EQ(graph.weights.bytes(), 8u);
  EXPECT_EQ(sorted(arcsOf(graph)),
            (Arcs{{0, 0, 9223372036854775807u}, {0, 1, 4294967295u}, {1, 0, 4294967296u}}));
}

TEST(Dimacs, IgnoresWeightsWhenAsked) {
  const Graph graph = parse("p sp 2 1\na 1 2 -0.5\n", "", {.ignoreWeights = true});
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 0}}));
  EXPECT_TRUE(graph.weights.empty());
}

TEST(Dimacs, NamesLineAndFault) {
  EXPECT_THAT(parseError("a 1 2 3\n"),
              HasSubstr("graph.txt:1: an arc before the header; the header line is"));
  EXPECT_THAT(parseError("c only\n", "dimacs"), HasSubstr("graph.txt: there is no header"));
  EXPECT_THAT(parseError("p sp 2 1\na 1 3 1\n"),
              HasSubstr(":2: head 3 is out of range; nodes are 1 to 2"));
  EXPECT_THAT(parseError("p sp 2 1\na 0 1 1\n"),
              HasSubstr(":2: tail 0 is out of range; nodes are 1 to 2"));
  EXPECT_THAT(parseError("p sp 2 1\na 1 2 -7\n"),
              HasSubstr(":2: weight -7 of the arc 1 -> 2 is negative"));
  EXPECT_THAT(parseError("p sp 2 1\na 1 2 0.5\n"),
              HasSubstr(":2: weight 0.5 of the arc 1 -> 2 is not an integer"));
  EXPECT_THAT(parseError("p sp 2 1\na 1 2 9223372036854775808\n"),
              HasSubstr("is too large; at most"));
  EXPECT_THAT(parseError("p sp 2 1\na 1 2\n"),
              HasSubstr(":2: the weight is missing; an arc line is \"a FROM TO"));
  EXPECT_THAT(parseError("p sp 2 1\na 1 2 3 4\n"), HasSubstr(":2: \"4\" is too much on this line"));
  EXPECT_THAT(parseError("p sp 2 1\na one 2 3\n"), HasSubstr(":2: tail \"one\" is not a number"));
  EXPECT_THAT(parseError("p sp 2 2\na 1 2 3\n"), HasSubstr("announces 2 arcs and 1 are there"));
  EXPECT_THAT(parseError("p sp 2 1\na 1 2 3\na 1 2 3\n"), HasSubstr(":3: one arc more than the 1"));
  EXPECT_THAT(parseError("p sp 2 0\np sp 2 0\n"), HasSubstr(":2: a second header line"));
  EXPECT_THAT(parseError("p sp 2\n"), HasSubstr(":1: the number of arcs is missing"));
  EXPECT_THAT(parseError("p sp 2 0\nx 1\n"), HasSubstr(":2: \"x\" starts no line of this format"));
  EXPECT_THAT(parseError("p sp 2 0\narc 1 2 3\n"),
              HasSubstr(":2: \"arc\" starts no line of this format"));
}

TEST(Dimacs, RefusesHugeClaimsBeforeTakingMemory) {
  EXPECT_THAT(parseError("p sp 4294967296 1\n"),
              HasSubstr("number of nodes 4294967296 is too large"));
  EXPECT_THAT(parseError("p sp 10 999999999999999\na 1 2 3\n"),
              HasSubstr("announces 999999999999999 arcs"));
  EXPECT_THAT(parseError("p sp 4000000000 1\na 1 2 3\n"),
              HasSubstr("4000000000 nodes for 1 arcs cannot be meant"));
  EXPECT_EQ(parse("p sp 100000 1\na 1 2 3\n").numNodes(), 100'000u);
}

TEST(Dimacs, WritesWhatItReads) {
  const std::string text = "p sp 3 3\na 1 2 5\na 1 3 4294967296\na 3 1 0\n";
  const Graph graph = parse(text);
  EXPECT_EQ(written(graph, "dimacs"), text);
}

TEST(Dimacs, WritesWeightOneForUnweightedGraphs) {
  EXPECT_EQ(written(parse("0 1\n"), "dimacs"), "p sp 2 1\na 1 2 1\n");
}

} // namespace
} // namespace galois::inputs::test
