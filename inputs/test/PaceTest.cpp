#include "inputs/formats/Formats.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

TEST(Pace, MakesTwoArcsOfAnEdge) {
  const Graph graph = parse("c roads\r\np tw 4 3\r\n1 2\r\n3 1\r\n4 4\r\n");
  EXPECT_EQ(graph.numNodes(), 4u);
  EXPECT_EQ(sorted(arcsOf(graph)), (Arcs{{0, 1, 0}, {0, 2, 0}, {1, 0, 0}, {2, 0, 0}, {3, 3, 0}}));
  EXPECT_TRUE(graph.weights.empty());
}

TEST(Pace, NamesLineAndFault) {
  EXPECT_THAT(parseError("1 2\n", "pace"),
              HasSubstr(":1: an edge before the header; the header line is \"p tw"));
  EXPECT_THAT(parseError("c\n", "pace"), HasSubstr("there is no header"));
  EXPECT_THAT(parseError("p tw 2 1\n1 3\n"),
              HasSubstr(":2: node 3 is out of range; nodes are 1 to 2"));
  EXPECT_THAT(parseError("p tw 2 1\n1 2 3\n"),
              HasSubstr(":2: \"3\" is too much on this line; an edge line is"));
  EXPECT_THAT(parseError("p tw 2 1\n1\n"), HasSubstr(":2: the node is missing"));
  EXPECT_THAT(parseError("p tw 2 2\n1 2\n"), HasSubstr("announces 2 edges and 1 are there"));
  EXPECT_THAT(parseError("p tw 2 0\n1 2\n"), HasSubstr(":2: one edge more than the 0"));
  EXPECT_THAT(parseError("p tw 2 0\np tw 2 0\n"), HasSubstr(":2: a second header"));
  EXPECT_THAT(parseError("p sp 2 0\n", "pace"), HasSubstr(":1: not a PACE file"));
}

} // namespace
} // namespace galois::inputs::test
