#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

std::string json(const std::string& nodes, const std::string& links,
                 const std::string& more = "\"directed\": true, ") {
  return "{" + more + "\"nodes\": [" + nodes + "],\n\"links\": [" + links + "]}\n";
}

constexpr const char* kTwo = R"({"id": "a"}, {"id": "b"})";

TEST(Json, ReadsWhatNetworkXWrites) {
  const Graph graph =
      parse(R"({"directed": false, "multigraph": true, "graph": {"nodes": [1, {"edges": []}]}, )"
            R"("nodes": [{"x": [1, [2]], "id": "p"}, {"id": "\u00f6 \"q\""}], "edges": [)"
            R"({"weight": 7, "source": "p", "target": "\u00f6 \"q\"", "key": 0},)"
            R"({"weight": 8.0, "source": "p", "target": "p", "key": 1, "t": {"source": "x"}}]})");
  EXPECT_EQ(namesOf(graph), (Names{"p", "\xc3\xb6 \"q\""}));
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 7}, {0, 0, 8}, {1, 0, 7}}));
  // in any order, with a node that is not listed
  EXPECT_EQ(arcsOf(parse(R"({"links": [{"source": "b", "target": "c"}], "nodes": [{"id": "b"}],)"
                         R"( "directed": true})")),
            (Arcs{{0, 1, 0}}));
  // what Python writes, which is no JSON
  EXPECT_EQ(parse(json(R"({"id": 0, "x": NaN, "y": -Infinity, "z": "a NaN"})", "")).numNodes(), 1u);
  EXPECT_EQ(
      parse(json(R"({"id": 0, "x": NaN, "y": NaN}, {"id": 70, "z": Infinity, "u": "NaN"}, {"id":)"
                 R"( 80, "v": -Infinity, "w": NaN})",
                 ""))
          .ids,
      (std::vector<std::uint64_t>{0, 70, 80}));
  EXPECT_EQ(parse(json("", "")).numNodes(), 0u);
}

TEST(Json, CallsNodesByTheirIds) {
  const Graph numbers = parse(json(R"({"id": 30}, {"id": 10})", R"({"source": 10, "target": 30})"));
  EXPECT_EQ(numbers.ids, (std::vector<std::uint64_t>{30, 10}));
  EXPECT_EQ(arcsOf(numbers), (Arcs{{1, 0, 0}}));
  const Graph tuples = parse(json(R"({"id": [0, "x"]}, {"id": [1]}, {"id": -1}, {"id": 1.5})",
                                  R"({"source": [1], "target": [0, "x"]})"));
  EXPECT_EQ(namesOf(tuples), (Names{"(0, 'x')", "(1,)", "-1", "1.5"}));
  EXPECT_EQ(arcsOf(tuples), (Arcs{{1, 0, 0}}));
  const Graph none = parse(json("{}, {}", R"({"from": 1, "to": 0, "value": 3})"));
  EXPECT_TRUE(none.ids.empty() && none.names.empty());
  EXPECT_EQ(arcsOf(none), (Arcs{{1, 0, 3}}));
}

TEST(Json, FindsEndsAsD3Does) {
  const std::string named = R"({"name": "a"}, {"name": "b", "label": "x"})";
  for (const auto* const link :
       {R"({"source": 1, "target": 0})", R"({"source": "b", "target": "a"})"}) {
    const Graph graph = parse(json(named, link));
    EXPECT_EQ(namesOf(graph), (Names{"a", "b"})) << link;
    EXPECT_EQ(arcsOf(graph), (Arcs{{1, 0, 0}})) << link;
  }
  EXPECT_EQ(arcsOf(parse(json(kTwo, R"({"source": 1, "target": 0})"))), (Arcs{{1, 0, 0}}));
  EXPECT_EQ(arcsOf(parse(json(R"({"id": 1}, {"id": 2})", R"({"source": 0, "target": 1})"))),
            (Arcs{{0, 1, 0}}));
  EXPECT_EQ(arcsOf(parse(json(R"({"id": 1}, {"id": 0})", R"({"source": 0, "target": 1})"))),
            (Arcs{{1, 0, 0}}));
}

TEST(Json, FindsWeights) {
  const auto link = [](const std::string& data) {
    return R"({"source": "a", "target": "b")" + data + "}";
  };
  EXPECT_EQ(arcsOf(parse(json(kTwo, link(", \"value\": 4")))), (Arcs{{0, 1, 4}}));
  EXPECT_EQ(arcsOf(parse(json(kTwo, link(", \"weight\": \"4\"")))), (Arcs{{0, 1, 4}}));
  EXPECT_TRUE(parse(json(kTwo, link(", \"weight\": null"))).weights.empty());
  EXPECT_THAT(parseError(json(kTwo, link(", \"weight\": 4") + "," + link(""))),
              HasSubstr("an edge with a weight and one without"));
  EXPECT_THAT(parseError(json(kTwo, link(", \"weight\": -4"))),
              HasSubstr(":2: weight -4 of the arc a -> b is negative"));
  EXPECT_EQ(arcsOf(parse(json(kTwo, link(", \"km\": 1, \"lanes\": 4")), "",
                         {.columns = {.weight = "lanes"}})),
            (Arcs{{0, 1, 4}}));
}

TEST(Json, KeepsPlaces) {
  EXPECT_EQ(
      parse(json(R"({"id": "a", "x": 1.5, "y": -2}, {"id": "b", "y": 3, "x": 4})", "")).coords,
      (std::vector<Coordinate>{{1500000, -2000000}, {4000000, 3000000}}));
  const std::string link = R"({"source": "a", "target": "c"})"; // c is not listed
  EXPECT_TRUE(parse(json(R"({"id": "a", "x": 1.5, "y": -2}, {"id": "b", "y": 3, "x": 4})", link))
                  .coords.empty());
}

TEST(Json, RefusesWhatItIsNot) {
  EXPECT_THAT(parseError(json(kTwo, R"({"source": "a"})")),
              HasSubstr(":2: edge 1 of the list has no \"target\""));
  EXPECT_THAT(parseError(json(kTwo, R"({"target": "a"})")), HasSubstr("has no \"source\""));
  EXPECT_THAT(parseError(json(kTwo, R"({"source": 0, "target": 2})")),
              HasSubstr(":2: an edge ends at 0, and there is no node with this id"));
  EXPECT_THAT(parseError(json(R"({"id": 1}, {"id": 1})", "")),
              HasSubstr("a second node with the id 1"));
  EXPECT_THAT(parseError(json(R"({"id": 1}, {"id": "1"})", "")),
              HasSubstr("another one the id \"1\""));
  EXPECT_THAT(parseError(json("[1]", "")), HasSubstr("a list in place of a node"));
  EXPECT_THAT(parseError(json("1", "")), HasSubstr("\"1\" where a list or an object is expected"));
  EXPECT_THAT(parseError(json(R"({"id": {}})", "")), HasSubstr("the key \"id\" has an object"));
  EXPECT_THAT(parseError(json(R"({"id": [[1]]})", "")), HasSubstr("has a list of lists"));
  EXPECT_THAT(parseError(json(R"({"id": ""})", "")), HasSubstr("the id of a node is missing"));
  EXPECT_THAT(parseError(json(kTwo, "", R"("edges": [], )")), HasSubstr("a second list of edges"));
  EXPECT_THAT(parseError(R"({"nodes": {"a": 1}, "edges": []})"),
              HasSubstr("nodes and edges are lists"));
  EXPECT_THAT(parseError(R"({"nodes": []})"), HasSubstr("has no \"links\""));
  EXPECT_THAT(parseError(R"({"links": []})"), HasSubstr("has no \"nodes\""));
  EXPECT_THAT(parseError("[1]", "json"), HasSubstr("a list; a graph in JSON is"));
  EXPECT_THAT(parseError("7", "json"), HasSubstr("where a list or an object is expected"));
  EXPECT_THAT(parseError("{\"nodes\": [\n{\"id\": 1},,]}"),
              HasSubstr(":2: this is no JSON: unexpected ','"));
  EXPECT_THAT(parseError("{\"nodes\": [1\n2]}", "json"), HasSubstr("where a list"));
  EXPECT_THAT(parseError("{\"nodes\": [\n{\"id\": 1}"), HasSubstr("is cut short"));
  EXPECT_THAT(parseError("{\"nodes\": \"" + std::string(std::size_t{1} << 21, ',') + "\"}"),
              HasSubstr("a key or a value of over 1 MB"));
}

} // namespace
} // namespace galois::inputs::test
