// Tests adjacency lists and JuliaGraphs' text, two small formats without weights.

#include "inputs/formats/Formats.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

TEST(Adjacency, ReadsSuccessors) {
  const Graph graph = parse("4\r\n1 3 \r\n\r\n0\r\n\r\n\r\n", "", {}, "x.graph-txt");
  EXPECT_EQ(graph.numNodes(), 4u);
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 0}, {0, 3, 0}, {2, 0, 0}}));
  EXPECT_EQ(parse("0\n", "adjacency").numNodes(), 0u);
}

TEST(Adjacency, NamesLineAndFault) {
  const auto errorOf = [](const std::string& text) { return parseError(text, "adjacency"); };
  EXPECT_THAT(errorOf(""), HasSubstr("is empty"));
  EXPECT_THAT(errorOf("2 1\n"), HasSubstr(":1: \"1\" is too much on this line; the first line is"));
  EXPECT_THAT(errorOf("2\n1\n"), HasSubstr("announces 2 nodes and 1 are there"));
  EXPECT_THAT(errorOf("1\n0\n0\n"), HasSubstr(":3: one node more than the 1"));
  EXPECT_THAT(errorOf("1\n1\n"), HasSubstr(":2: successor 1 is out of range; nodes are 0 to 0"));
  EXPECT_THAT(errorOf("1\n-1\n"), HasSubstr(":2: successor -1 is negative"));
  EXPECT_THAT(errorOf("4000000000\n1\n"), HasSubstr("announces 4000000000 nodes and 1 are there"));
  EXPECT_THAT(errorOf("5000000000\n"), HasSubstr("too large"));
}

TEST(JuliaGraph, ReadsEdges) {
  const Graph graph = parse("3,2,u,graph\r\n1,2\r\n3,3\r\n\r\n");
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 0}, {1, 0, 0}, {2, 2, 0}}));
  EXPECT_EQ(arcsOf(parse("3,1,d,my graph,x\n1,2\n")), (Arcs{{0, 1, 0}}));
}

TEST(JuliaGraph, NamesLineAndFault) {
  EXPECT_THAT(parseError("", "jlg"), HasSubstr("is empty"));
  EXPECT_THAT(parseError("3,2,x,graph\n", "jlg"), HasSubstr(":1: the first line is"));
  EXPECT_THAT(parseError("3,2\n", "jlg"), HasSubstr(":1: the first line is"));
  EXPECT_THAT(parseError("3,2,u,g\n1,2\n"), HasSubstr("announces 2 edges and 1 are there"));
  EXPECT_THAT(parseError("3,1,u,g\n1,2\n1,2\n"), HasSubstr(":3: one edge more than the 1"));
  EXPECT_THAT(parseError("3,1,u,g\n1,4\n"), HasSubstr(":2: node 4 is out of range"));
  EXPECT_THAT(parseError("3,1,u,g\n1,2,3\n"), HasSubstr(":2: \"3\" is too much"));
  EXPECT_THAT(parseError("4000000000,1,u,g\n1,2\n"), HasSubstr("cannot be meant"));
}

} // namespace
} // namespace galois::inputs::test
