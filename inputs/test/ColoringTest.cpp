#include "inputs/formats/Formats.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

const Arcs kPath = {{0, 1, 0}, {1, 0, 0}, {1, 2, 0}, {2, 1, 0}};

TEST(Coloring, ReadsEdgesOnce) {
  EXPECT_EQ(arcsOf(parse("c x\r\np edge 3 2\r\nn 1 2.5\r\ne 1 2\r\ne 3 2\r\n")), kPath);
  EXPECT_EQ(arcsOf(parse("p col 3 2\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n")), kPath);
  EXPECT_EQ(arcsOf(parse("p edge 3 4\ne 1 2\ne 2 3\n")), kPath);
  EXPECT_EQ(arcsOf(parse("e 1 2\ne 2 3\n")), kPath);
  EXPECT_EQ(parse("p edge 5 1\ne 1 2\n").numNodes(), 5u);
}

TEST(Coloring, NamesLineAndFault) {
  EXPECT_THAT(parseError("p sp 3 1\n", "col"), HasSubstr(":1: not a clique or colouring file"));
  EXPECT_THAT(parseError("p edge 3 3\ne 1 2\n"), HasSubstr("announces 3 edges and 1 are there"));
  EXPECT_THAT(parseError("p edge 3 1\np edge 3 1\n"),
              HasSubstr(":2: a header line behind another"));
  EXPECT_THAT(parseError("e 1 2\np edge 3 1\n"), HasSubstr(":2: a header line behind another"));
  EXPECT_THAT(parseError("p edge 3 1\ne 1 4\n"), HasSubstr(":2: node 4 is out of range"));
  EXPECT_THAT(parseError("p edge 3 1\ne 0 1\n"), HasSubstr(":2: node 0 is out of range"));
  EXPECT_THAT(parseError("p edge 3 1\nn 1\n"), HasSubstr(":2: the value of the node is missing"));
  EXPECT_THAT(parseError("p edge 3 1\nx 1\n"),
              HasSubstr(":2: \"x\" starts no line of this format"));
  EXPECT_THAT(parseError("p edge 3 1\ne 1 2 3\n"), HasSubstr(":2: \"3\" is too much"));
  EXPECT_THAT(parseError("p edge 4000000000 1\ne 1 2\n"), HasSubstr("cannot be meant"));
  EXPECT_THAT(parseError("e 1 4000000000\n"), HasSubstr("cannot be meant"));
}

TEST(Coloring, WritesEachEdgeOnce) {
  EXPECT_EQ(written(parse("p edge 4 3\ne 3 2\ne 1 3\ne 2 1\n"), "col"),
            "p edge 4 3\ne 1 2\ne 1 3\ne 2 3\n");
  // Parallel arcs are one edge, and weights are left out.
  EXPECT_EQ(written(parse("p sp 2 3\na 1 2 5\na 2 1 7\na 1 2 6\n"), "col"), "p edge 2 1\ne 1 2\n");
  EXPECT_EQ(written(parse("p edge 2 0\n"), "col"), "p edge 2 0\n");
}

TEST(Coloring, RefusesToWriteWhatTheFormatLacks) {
  const auto fault = [](const std::string& text) -> std::string {
    try {
      return written(parse(text), "col");
    } catch (const InputError& error) {
      return error.what();
    }
  };
  EXPECT_THAT(fault("p sp 2 1\na 1 2 5\n"), HasSubstr("node 0 to node 1 has no arc back"));
  EXPECT_THAT(fault("p sp 2 1\na 2 2 5\n"), HasSubstr("as node 1 has; --remove-loops"));
}

} // namespace
} // namespace galois::inputs::test
