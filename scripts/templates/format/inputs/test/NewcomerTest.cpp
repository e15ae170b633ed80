#include "inputs/formats/Formats.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

TEST(Newcomer, ReadsArcs) {
  const Graph graph = parse("newcomer 4 3\r\n# a comment\r\n0 1 7\r\n\r\n2 2\r\n0 3 5\r\n");
  EXPECT_EQ(graph.numNodes(), 4u);
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 7}, {0, 3, 5}, {2, 2, 1}}));
  EXPECT_EQ(parse("newcomer 1 0\n").numNodes(), 1u);
  EXPECT_EQ(parse("newcomer 2 1\n0 1 x\n", "", {.ignoreWeights = true}).numArcs(), 1u);
}

TEST(Newcomer, NamesLineAndFault) {
  const auto errorOf = [](const std::string& text) { return parseError(text, "newcomer"); };
  EXPECT_THAT(errorOf(""), HasSubstr("is empty"));
  EXPECT_THAT(errorOf("other 1 0\n"), HasSubstr(":1: the first line is"));
  EXPECT_THAT(errorOf("newcomer 1\n"), HasSubstr(":1: "));
  EXPECT_THAT(errorOf("newcomer 2 1 0\n"), HasSubstr(":1: \"0\" is too much on this line"));
  EXPECT_THAT(errorOf("newcomer 2 2\n0 1\n"), HasSubstr("announces 2 arcs and 1 are there"));
  EXPECT_THAT(errorOf("newcomer 2 1\n0 1\n1 0\n"), HasSubstr(":3: one arc more than the 1"));
  EXPECT_THAT(errorOf("newcomer 2 1\n0 2\n"), HasSubstr(":2: node 2 is out of range"));
  EXPECT_THAT(errorOf("newcomer 2 1\n0 -1\n"), HasSubstr(":2: node -1 is negative"));
  EXPECT_THAT(errorOf("newcomer 2 1\n0 1 2 3\n"), HasSubstr(":2: \"3\" is too much"));
  EXPECT_THAT(errorOf("newcomer 4000000000 1\n0 1\n"), HasSubstr("cannot be meant"));
  EXPECT_THAT(errorOf("newcomer 5000000000 0\n"), HasSubstr("too large"));
}

} // namespace
} // namespace galois::inputs::test
