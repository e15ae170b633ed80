#include "inputs/formats/Formats.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

const std::string kOfNetworkX = "#convert.py\n# GMT Sun Nov 22 14:00:00 2026\n# \n";

TEST(AdjList, ReadsNodesAndTheirNeighbours) {
  const Arcs expected{{0, 1, 0}, {0, 2, 0}, {1, 2, 0}};
  EXPECT_EQ(arcsOf(parse("0 1 2\n1 2\n2\n", "adjlist")), expected);
  EXPECT_EQ(arcsOf(parse("0,1,2\r\n1,2\r\n", "adjlist")), expected);
  EXPECT_EQ(arcsOf(parse(kOfNetworkX + "0 1 2\n1 2\n2\n", "", {}, "graph.adjlist")), expected);
  // A node alone on a line is a node of the graph.
  EXPECT_EQ(parse("0 1\n2\n", "adjlist").numNodes(), 3u);
}

TEST(AdjList, IsReadOnlyWhenNamed) {
  // Read as an edge list, the same text has edges with weights.
  EXPECT_EQ(arcsOf(parse("0 1 2\n1 2 0\n")), (Arcs{{0, 1, 2}, {1, 2, 0}}));
  EXPECT_THAT(parseError(kOfNetworkX + "0 1 2\n1 2 0\n"),
              HasSubstr("starts like an adjacency list of NetworkX; say --from=adjlist"));
  EXPECT_EQ(parse(kOfNetworkX + "0 1 2\n1 2 0\n", "edgelist").numArcs(), 2u);
  EXPECT_EQ(parse(kOfNetworkX + "0 1 2\n1 2 0\n", "adjlist").numArcs(), 4u);
  // A line that cannot be an edge gives an error that names the other format.
  for (const char* const text : {"0 1 2 3\n", "0 1 2\n1 2\n", "0 1\n1\n"}) {
    EXPECT_THAT(parseError(text), HasSubstr("--from=adjlist")) << text;
  }
}

TEST(AdjList, NamesLineAndFault) {
  EXPECT_THAT(parseError("0 1\n1 x\n", "adjlist"),
              HasSubstr(":2: neighbour \"x\" is not a number; a line is \"NODE NEIGHBOUR"));
  EXPECT_THAT(parseError("0 {}\n", "adjlist"), HasSubstr("is not a number"));
  EXPECT_THAT(parseError("-1 2\n", "adjlist"), HasSubstr(":1: node -1 is negative"));
}

} // namespace
} // namespace galois::inputs::test
