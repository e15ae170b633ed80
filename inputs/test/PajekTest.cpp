#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

constexpr const char* kThree = "*Vertices 3\n1 \"a b\" 0.1 0.2\n2 \"c\"\n3 d ic Red\n";

std::string three(const std::string& rest) { return kThree + rest; }

TEST(Pajek, ReadsArcsAndEdges) {
  const Graph graph = parse(three("*Arcs :1 \"knows\"\n1 2 4 l \"x\" c Blue\n1 2\n\n% comment\n"
                                  "*EDGES\r\n2 3 5\r\n3 3\r\n*arcs\n3 1 l \"y\"\n"));
  EXPECT_EQ(namesOf(graph), (Names{"a b", "c", "d"}));
  EXPECT_EQ(arcsOf(graph),
            (Arcs{{0, 1, 4}, {0, 1, 1}, {1, 2, 5}, {2, 1, 5}, {2, 2, 1}, {2, 0, 1}}));
  EXPECT_TRUE(graph.notes.empty());
  const Graph lists = parse(three("*Arcslist\n1 2 3\n*Edgeslist\n2 3\n"));
  EXPECT_EQ(arcsOf(lists), (Arcs{{0, 1, 0}, {0, 2, 0}, {1, 2, 0}, {2, 1, 0}}));
  EXPECT_TRUE(lists.weights.empty());
  EXPECT_EQ(arcsOf(parse(three("*Edges\n1 2\n2 3 0.5\n"), "", {.ignoreWeights = true})),
            (Arcs{{0, 1, 0}, {1, 0, 0}, {1, 2, 0}, {2, 1, 0}}));
}

TEST(Pajek, ReadsMatrices) {
  EXPECT_EQ(arcsOf(parse(three("*Matrix\n0 4 0.0\n0 1 2\n7 0 0\n"))),
            (Arcs{{0, 1, 4}, {1, 1, 1}, {1, 2, 2}, {2, 0, 7}}));
  EXPECT_THAT(parseError(three("*Matrix\n0 4\n")),
              HasSubstr(":6: a matrix of 3 vertices has 3 rows"));
  EXPECT_THAT(parseError(three("*Matrix\n0 4 1 1\n")), HasSubstr(":6: a matrix of 3 vertices"));
  EXPECT_THAT(parseError(three("*Matrix\n0 4 1\n")), HasSubstr("the matrix has 1 rows"));
  EXPECT_THAT(parseError(three("*Matrix\n0 x 1\n0 0 0\n0 0 0\n")), HasSubstr("weight \"x\""));
  EXPECT_THAT(parseError("*Vertices 3 2\n*Matrix\n1\n1\n"), HasSubstr("a network of two modes"));
}

TEST(Pajek, UsesNumbersWhereLabelsDoNotTellNodesApart) {
  const Graph none = parse("% c\n*Network x\n*Vertices 3 2\n*Edges\n1 3\n");
  EXPECT_EQ(none.ids, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(arcsOf(none), (Arcs{{0, 2, 0}, {2, 0, 0}}));
  EXPECT_TRUE(none.notes.empty());
  const Graph some = parse("*Vertices 2\n2 \"a\"\n");
  EXPECT_EQ(some.ids, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_THAT(some.notes, testing::ElementsAre(HasSubstr("1 of 2 nodes have no label, so nodes are "
                                                         "called by their numbers")));
  EXPECT_THAT(parse("*Vertices 2\n2 a\n1 a\n").notes,
              testing::ElementsAre(HasSubstr("two nodes have the label a")));
  EXPECT_THAT(parse("*Vertices 2\n2 a\n2 b\n").notes,
              testing::ElementsAre(HasSubstr("a node has two labels")));
  EXPECT_EQ(namesOf(parse("*Vertices 2\n2 b\n1 a\n")), (Names{"a", "b"}));
}

TEST(Pajek, KeepsPlaces) {
  EXPECT_EQ(parse("*Vertices 2\n1 \"a\" 0.1 0.25 0.5 box\n2 \"b\" 1 -2\n").coords,
            (std::vector<Coordinate>{{100000, 250000}, {1000000, -2000000}}));
  EXPECT_TRUE(parse("*Vertices 2\n1 a 0 0\n2 b 0 0\n").coords.empty());
  EXPECT_TRUE(parse("*Vertices 2\n2 b 0 1\n1 a 0 0\n").coords.empty());
  EXPECT_TRUE(parse(kThree).coords.empty());
}

TEST(Pajek, ReadsTheFirstNetwork) {
  for (const char* const more :
       {"*Network y\n*Vertices 1\n", "*Vertices 1\n", "*Partition x\n1\n2\n"}) {
    const Graph graph = parse(three("*Arcs\n1 2\n") + more);
    EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 0}}));
    EXPECT_THAT(graph.notes,
                testing::ElementsAre(HasSubstr(":7: the first network ends before *")));
  }
}

TEST(Pajek, RefusesWhatItIsNot) {
  EXPECT_THAT(parseError(three("*Arcs\n1 4\n")), HasSubstr(":6: head 4 is out of range"));
  EXPECT_THAT(parseError(three("*Arcs\n0 1\n")),
              HasSubstr("tail 0 is out of range; nodes are 1 to 3"));
  EXPECT_THAT(parseError(three("*Arcs\n1\n")),
              HasSubstr("the head is missing; a line under *Arcs"));
  EXPECT_THAT(parseError(three("*Arcs\n1 2 -4\n")), HasSubstr("of the arc 1 -> 2 is negative"));
  EXPECT_THAT(parseError("*Arcs\n1 2\n"), HasSubstr(":1: *arcs before the vertices"));
  EXPECT_THAT(parseError("*Network x\n"), HasSubstr("has no vertices"));
  EXPECT_THAT(parseError("*Network x\n*Partition y\n"), HasSubstr("begins no part of a network"));
  EXPECT_THAT(parseError("1 2\n", "pajek"), HasSubstr("the first part is \"*Vertices NUMBER\""));
  EXPECT_THAT(parseError("*Vertices x\n"), HasSubstr("number of vertices \"x\" is not a number"));
  EXPECT_THAT(parseError("*Vertices 1\n1 \"a\n"), HasSubstr("the quote of the label does not end"));
  EXPECT_THAT(parseError("*Vertices 1\n1 \"\xff\"\n"), HasSubstr("save the file in UTF-8"));
  EXPECT_THAT(parseError("*Vertices 4000000000\n"), HasSubstr("cannot be meant"));
}

} // namespace
} // namespace galois::inputs::test
