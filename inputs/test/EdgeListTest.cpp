#include "inputs/formats/Formats.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

TEST(EdgeList, ReadsAllSeparators) {
  const Arcs expected{{0, 1, 0}, {5, 2, 0}};
  EXPECT_EQ(arcsOf(parse("# SNAP\n% other\n0 1\n5\t2\n")), expected);
  EXPECT_EQ(arcsOf(parse("0,1\r\n5, 2\r\n")), expected);
  EXPECT_EQ(parse("5 2").numNodes(), 6u);
}

TEST(EdgeList, ReadsWeights) {
  const Graph graph = parse("0 1 7\n1,0,8\n");
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 7}, {1, 0, 8}}));
  EXPECT_EQ(graph.weights.bytes(), 4u);
}

TEST(EdgeList, IgnoresFurtherColumnsWhenAsked) {
  const Graph graph = parse("0 1 0.5 x\n1 0\n", "", {.ignoreWeights = true});
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 0}, {1, 0, 0}}));
}

TEST(EdgeList, TakesTheNumberOfNodesFromTheCommentIfItIsMore) {
  EXPECT_EQ(parse("# Nodes: 10 Edges: 1\n0 1\n").numNodes(), 10u);
  EXPECT_EQ(parse("# Nodes: 1 Edges: 1\n0 1\n").numNodes(), 2u);
  EXPECT_EQ(parse("# Nodes: many\n0 1\n").numNodes(), 2u);
}

TEST(EdgeList, NamesLineAndFault) {
  EXPECT_THAT(parseError("0 1 5\n1 2\n"),
              HasSubstr(":2: this edge has no weight and the ones above have one"));
  EXPECT_THAT(parseError("0 1\n1 2 5\n"),
              HasSubstr(":2: this edge has a weight and the ones above have none"));
  EXPECT_THAT(parseError("0\n"), HasSubstr(":1: the head is missing"));
  EXPECT_THAT(parseError("0 1 2 3\n"), HasSubstr(":1: \"3\" is too much"));
  EXPECT_THAT(parseError("0 1 0.5\n"),
              HasSubstr(":1: weight 0.5 of the arc 0 -> 1 is not an integer"));
  EXPECT_THAT(parseError("0 1 -2\n"), HasSubstr(":1: weight -2 of the arc 0 -> 1 is negative"));
  EXPECT_THAT(parseError("-1 0\n"), HasSubstr(":1: tail -1 is negative"));
  EXPECT_THAT(parseError("4294967295 0\n"),
              HasSubstr("tail 4294967295 is too large; at most 4294967294"));
  EXPECT_THAT(parseError("0 1\nsource target\n"), HasSubstr(":2: tail \"source\" is not a number"));
}

TEST(EdgeList, RefusesIdsThatAreNoNumbersOfNodes) {
  EXPECT_THAT(parseError("0 4294967294\n"),
              HasSubstr("4294967295 nodes for 1 arcs cannot be meant"));
}

TEST(EdgeList, WritesWhatItReads) {
  const Folder folder;
  for (const char* const text :
       {"# Nodes: 9 Edges: 2\n0 1\n5 2\n", "# Nodes: 2 Edges: 2\n0 1 7\n1 0 5000000000\n"}) {
    OutputFile out(folder / "out.el");
    formatNamed("edgelist").write(parse(text), out, {});
    out.commit();
    EXPECT_EQ(contentOf(folder / "out.el"), text);
  }
}

} // namespace
} // namespace galois::inputs::test
