#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

TEST(Gml, ReadsWhatNetworkXWrites) {
  const Graph graph =
      parse("graph [\n  directed 1\n  multigraph 1\n  name \"x\"\n  node [\n    id 0\n"
            "    label \"New York\"\n    pos 1.5\n    pos 2\n  ]\n  node [\n    id 1\n"
            "    label \"L&#246;rrach &quot;x&#38;\"\n  ]\n  edge [\n    source 0\n"
            "    target 1\n    key 0\n    weight 7\n  ]\n  edge [\n    source 0\n"
            "    target 1\n    key 1\n    weight 8\n  ]\n]\n");
  EXPECT_EQ(namesOf(graph), (Names{"New York", "L\xc3\xb6rrach \"x&"}));
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 7}, {0, 1, 8}}));
  EXPECT_TRUE(graph.notes.empty());
}

TEST(Gml, ReadsFilesAsCollectionsHaveThem) {
  // Newman's: a line of the creator, undirected, weights under "value", CR LF
  const Graph graph =
      parse("Creator \"Mark on Fri, graph [ of Jul 21\"\r\n# comment [\r\ngraph\r\n[\r\n"
            "  directed 0\r\n  node\r\n  [\r\n    id 4\r\n  ]\r\n  node [ id 2 ]\r\n"
            "  edge [ source 4 target 2 value 5 ] # comment ]\r\n]\r\n");
  EXPECT_EQ(graph.ids, (std::vector<std::uint64_t>{4, 2}));
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 5}, {1, 0, 5}}));
  // igraph's: names in place of labels; edges before nodes; ids that are texts or negative
  const Graph named =
      parse("Creator \"igraph version 0.10.4\"\nVersion 1\ngraph [ edge [ source \"p\" "
            "target -3 ] node [ id -3 name \"x\" ] node [ id \"p\" name \"y\" ] ]");
  EXPECT_EQ(namesOf(named), (Names{"x", "y"}));
  EXPECT_EQ(arcsOf(named), (Arcs{{0, 1, 0}, {1, 0, 0}}));
  // a text over several lines, nested lists, loops
  const Graph zoo =
      parse("Graph [ hierarchic 1 node [ id 0 label \"a\nb\" graphics [ x 1 Line [ point "
            "[ x 2 ] ] ] ] edge [ source 0 target 0 LinkSpeed \"10\" ] ]");
  EXPECT_EQ(namesOf(zoo), (Names{"a b"}));
  EXPECT_EQ(arcsOf(zoo), (Arcs{{0, 0, 0}}));
  EXPECT_EQ(parse("graph [ node [ id 0 ] node [ id 1 ] ]").numNodes(), 2u);
  EXPECT_TRUE(parse("graph [ node [ id 0 ] node [ id 1 ] ]").ids.empty());
  EXPECT_EQ(parse("graph [ ]").numNodes(), 0u);
}

TEST(Gml, UsesIdsWhereLabelsDoNotTellNodesApart) {
  const std::string nodes = "graph [ node [ id 7 label \"a\" ] node [ id 9 ";
  const Graph two = parse(nodes + "label \"a\" ] ]");
  EXPECT_EQ(two.ids, (std::vector<std::uint64_t>{7, 9}));
  EXPECT_TRUE(two.names.empty());
  EXPECT_THAT(two.notes, testing::ElementsAre(HasSubstr(
                             "two nodes have the label a, so nodes are called by their ids")));
  EXPECT_THAT(parse(nodes + "] ]").notes,
              testing::ElementsAre(HasSubstr("1 of 2 nodes have no label")));
  EXPECT_EQ(namesOf(parse("graph [ node [ id 7 ] node [ id \"x\" ] ]")), (Names{"7", "x"}));
  // as gv2gml of Graphviz has them
  const Graph named =
      parse("graph [ node [ id 0 name \"a\" ] node [ id 1 name \"b\" label \"x\" ] ]");
  EXPECT_EQ(namesOf(named), (Names{"a", "b"}));
  EXPECT_TRUE(named.notes.empty());
}

TEST(Gml, FindsWeights) {
  const std::string begin =
      "graph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ";
  EXPECT_EQ(arcsOf(parse(begin + "weight 4 value 9 ] ]")), (Arcs{{0, 1, 4}}));
  EXPECT_EQ(arcsOf(parse(begin + "Length 4.0 ] ]")), (Arcs{{0, 1, 4}}));
  EXPECT_EQ(arcsOf(parse(begin + "lanes 4 ] ]", "", {.columns = {.weight = "lanes"}})),
            (Arcs{{0, 1, 4}}));
  EXPECT_THAT(
      parse(begin + "lanes 4 ] ]").notes,
      testing::ElementsAre(HasSubstr("numbers under \"lanes\"; say --weight-column=lanes")));
  EXPECT_TRUE(parse(begin + "weight \"\" ] ]").weights.empty());
  EXPECT_THAT(parseError(begin + "weight -4 ] ]"), HasSubstr("of the arc 0 -> 1 is negative"));
  EXPECT_THAT(parseError(begin + "weight 4 ] edge [ source 0 target 1 ] ]"),
              HasSubstr("an edge with a weight and one without"));
  EXPECT_THAT(parseError(begin + "length 4 cost 4 ] ]"), HasSubstr("\"length\" and \"cost\""));
  EXPECT_TRUE(parse(begin + "weight x ] ]", "", {.ignoreWeights = true}).weights.empty());
}

TEST(Gml, KeepsPlaces) {
  const auto read = [](const std::string& a, const std::string& b) {
    return parse("graph [ node [ id 0 " + a + " ] node [ id 1 " + b + " ] ]").coords;
  };
  EXPECT_EQ(read("Longitude -8.5 Latitude 47.1 x 3 y 4", "Latitude 1 Longitude 2 x 3 y 4"),
            (std::vector<Coordinate>{{-8500000, 47100000}, {2000000, 1000000}}));
  EXPECT_EQ(read("graphics [ x 3.5 y -4 Line [ x 9 ] ]", "graphics [ y 1e4 x 2 ]"),
            (std::vector<Coordinate>{{3500, -4000}, {2000, 10000000}}));
  EXPECT_EQ(read("x 3e9 y 4", "x 3 y 4"), std::vector<Coordinate>());
  EXPECT_EQ(read("x 0 y 0", "x 0.0 y 0.0"), std::vector<Coordinate>());
  EXPECT_EQ(read("x 3 y 4", "x 3"), std::vector<Coordinate>());
  EXPECT_EQ(read("x 3 y 4", "x 3 y \"5\""), std::vector<Coordinate>());
}

TEST(Gml, RefusesWhatItIsNot) {
  EXPECT_THAT(parseError("graph [\nnode [ label \"a\" ] ]"),
              HasSubstr(":2: a node without the key id"));
  EXPECT_THAT(parseError("graph [ node [ id 1 ]\nnode [ id 1 ] ]"),
              HasSubstr(":2: a second node with the id 1"));
  EXPECT_THAT(parseError("graph [ node [ id 1 ]\nedge [ source 1 ] ]"),
              HasSubstr(":2: an edge without the key target"));
  EXPECT_THAT(parseError("graph [ node [ id 1 ]\nedge [ target 1 ] ]"),
              HasSubstr("an edge without the key source"));
  EXPECT_THAT(parseError("graph [ node [ id 1 ]\nedge [ source 1 target 2 ]\n]\n"),
              HasSubstr(":2: an edge ends at 2, and there is no node with this id"));
  EXPECT_THAT(parseError("graph [ node [ id 1 ]\nedge [ source 1 target \"1\" ]\n]\n"),
              HasSubstr("there is no node with this id"));
  EXPECT_THAT(parseError("graph [ node [ id 1 ] node [ id \"1\" ] ]"),
              HasSubstr("one node has the id 1, and another one the id \"1\""));
  EXPECT_THAT(parseError("graph [ node [ id 1 ]"), HasSubstr("cut short: a \"]\" is missing"));
  EXPECT_THAT(parseError("graph [ node [ id 1 label \"x\n"), HasSubstr("whose quote is missing"));
  EXPECT_THAT(parseError("graph [ node 1 ]"), HasSubstr("the key node has no list"));
  EXPECT_THAT(parseError("graph [ node [ id [ x 1 ] ] ]"), HasSubstr("the key id has a list"));
  EXPECT_THAT(parseError("graph [ node [ id ] ]"), HasSubstr("the key \"id\" has no value"));
  EXPECT_THAT(parseError("graph [ 7 8 ]"), HasSubstr("\"7\" where a key is expected"));
  EXPECT_THAT(parseError("graph [ node [ id \"\" ] ]"), HasSubstr("the id of a node is missing"));
  EXPECT_THAT(parseError("graph [ node [ id 0 label \"\xff\" ] ]"),
              HasSubstr("save the file in UTF-8"));
  EXPECT_THAT(parseError("graph [ ]\ngraph [ ]"), HasSubstr(":2: a second graph"));
  EXPECT_THAT(parseError("x 1\n", "gml"), HasSubstr("has no graph"));
}

} // namespace
} // namespace galois::inputs::test
