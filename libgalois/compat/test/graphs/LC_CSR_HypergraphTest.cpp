// LC_CSR_Hypergraph: files of hMetis in all formats, wrong files, options, and graphs made by hand.
// MorphHyperGraph: the same hypergraph, made by a loop.
#include <cstdint>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LC_CSR_Hypergraph.h"
#include "galois/graphs/MorphHyperGraph.h"
#include "galois/graphs/ReadGraph.h"
#include "graphs/GraphTestSupport.h"

namespace {

using galois::MethodFlag;
using galois::graphs::LC_CSR_Hypergraph;
using galois::graphs::MorphHyperGraph;
using galois::graphs::readGraph;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Plain = LC_CSR_Hypergraph<int, void>;
template <typename A, typename B>
constexpr bool kSame = std::is_same_v<A, B>;
static_assert(kSame<Plain::with_id<true>::type, Plain>);
static_assert(kSame<Plain::with_node_data<char>::type,
                    LC_CSR_Hypergraph<char, void, false, false, false, void>>);
static_assert(kSame<Plain::with_edge_data<char>::type,
                    LC_CSR_Hypergraph<int, char, false, false, false, void>>);
static_assert(kSame<Plain::with_file_edge_data<char>::type,
                    LC_CSR_Hypergraph<int, void, false, false, false, char>>);
static_assert(kSame<Plain::with_no_lockable<true>::type, LC_CSR_Hypergraph<int, void, true>>);
static_assert(kSame<Plain::with_numa_alloc<true>::type, LC_CSR_Hypergraph<int, void, false, true>>);
static_assert(kSame<Plain::with_out_of_line_lockable<true>::type,
                    LC_CSR_Hypergraph<int, void, false, false, true>>);

template <typename Graph>
std::vector<std::vector<std::uint32_t>> rowsOf(Graph& graph) {
  std::vector<std::vector<std::uint32_t>> rows;
  for (auto n : graph) {
    rows.emplace_back();
    for (auto e : graph.edges(n)) {
      rows.back().push_back(graph.getEdgeDst(e));
    }
  }
  return rows;
}

class Hmetis : public ::testing::Test {
protected:
  std::string errorOf(const std::string& text) {
    graphtest::writeBytes(path, text);
    return graphtest::errorOf([&] { readGraph(graph, path); });
  }
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.hgr");
  Plain graph;
};

TEST_F(Hmetis, ReadsAllFormats) {
  // Three hyperedges are nodes 0 to 2, and four nodes are 3 to 6.
  const std::vector<std::vector<std::uint32_t>> rows{{3, 4}, {6}, {5, 3, 6}, {}, {}, {}, {}};
  const std::vector<std::pair<std::string, std::vector<std::uint64_t>>> files{
      {"3 4\n1 2\n4\n3 1 4\n", {1, 1, 1, 1, 1, 1, 1}},
      {"% first\n\n  3\t4 0 \r\n1 2\r\n%\n 4\n\n3 1 4", {1, 1, 1, 1, 1, 1, 1}},
      {"3 4 1\n7 1 2\n8 4\n0 3 1 4\n", {7, 8, 0, 1, 1, 1, 1}},
      {"3 4 10\n1 2\n4\n3 1 4\n5\n6\n7\n18446744073709551615\n\n%\n",
       {1, 1, 1, 5, 6, 7, ~std::uint64_t{0}}},
      {"3 4 11\n7 1 2\n8 4\n9 3 1 4\n5\n6\n7\n8", {7, 8, 9, 5, 6, 7, 8}}};
  for (const auto& [text, weights] : files) {
    SCOPED_TRACE(text);
    ASSERT_EQ(errorOf(text), "");
    EXPECT_EQ(rowsOf(graph), rows);
    EXPECT_EQ(graph.sizeHyperedges(), 3U);
    EXPECT_EQ(graph.sizeNodes(), 4U);
    EXPECT_THAT(graph.hyperedges(), ElementsAre(0, 1, 2));
    EXPECT_THAT(graph.nodes(), ElementsAre(3, 4, 5, 6));
    EXPECT_TRUE(graph.isHyperedge(2));
    EXPECT_FALSE(graph.isHyperedge(3));
    for (std::uint32_t n = 0; n < 7; ++n) {
      EXPECT_EQ(graph.getWeight(n), weights[n]);
      EXPECT_EQ(graph.getData(n), 0);
    }
  }
  ASSERT_EQ(errorOf("0 0\n"), "");
  EXPECT_EQ(graph.size(), 0U);
  ASSERT_EQ(errorOf("0 2 10\n4\n5\n"), "");
  EXPECT_EQ(graph.sizeNodes(), 2U);
  EXPECT_EQ(graph.getWeight(1), 5U);
}

TEST_F(Hmetis, RefusesWrongFiles) {
  EXPECT_THAT(graphtest::errorOf([&] { readGraph(graph, path); }), HasSubstr("cannot open"));
  const std::vector<std::pair<std::string, std::string>> files{
      {"", "is empty"},
      {"% nothing\n\n", "is empty"},
      {"3\n", "line 1: '' is no number of nodes"},
      {"x 4\n", "line 1: 'x' is no number of hyperedges"},
      {"-1 4\n", "line 1: '-1' is no number of hyperedges"},
      {"1.5 4\n", "line 1: '1.5' is no number of hyperedges"},
      {"1 2 2\n1\n", "line 1: the first line has"},
      {"1 2 12\n1\n", "format 12 is not between 0 and 11"},
      {"1 2 0 3\n1\n", "line 1: the first line has"},
      {"99999999999999999999 1\n", "number of hyperedges 99999999999999999999 is not between"},
      {"4294967295 1\n", "number of nodes 1 is not between 0 and 0"},
      {"2 2\n1\n", "ends before hyperedge 2 of 2"},
      {"1 2\n0\n", "line 2: node 0 is not between 1 and 2"},
      {"1 2\n%\n1 3\n", "line 3: node 3 is not between 1 and 2"},
      {"1 2\n1,2\n", "line 2: '1,2' is no node"},
      {"1 2\n1\n2\n", "line 3: nothing may follow here"},
      {"1 2 10\n1\n4\n", "ends before the weight of node 2 of 2"},
      {"1 1 10\n1\n4 5\n", "line 3: a node has one weight"},
      {"1 1 1\nw 1\n", "line 2: 'w' is no weight"}};
  for (const auto& [text, message] : files) {
    EXPECT_THAT(errorOf(text), HasSubstr(message)) << text;
  }
  EXPECT_THAT(graphtest::errorOf([&] { readGraph(graph, folder.file(".")); }),
              HasSubstr("cannot read"));
}

TEST(LC_CSR_Hypergraph, IsMadeByHand) {
  LC_CSR_Hypergraph<void, int, true> graph;
  graph.allocateFrom(3, 2);
  graph.constructNodes();
  graph.constructEdge(0, 1, 5);
  graph.constructEdge(1, 2, 6);
  graph.fixEndEdge(0, 2);
  graph.fixEndEdge(1, 2);
  graph.fixEndEdge(2, 2);
  EXPECT_EQ(graph.sizeHyperedges(), 0U);
  graph.setHyperedges(1);
  EXPECT_EQ(graph.sizeNodes(), 2U);
  EXPECT_EQ(graph.getWeight(2), 1U);
  int sum = 0;
  for (auto h : graph.hyperedges()) {
    for (auto pin : graph.edges(h)) {
      sum += graph.getEdgeData(pin);
    }
  }
  EXPECT_EQ(sum, 11);
}

// Tasks add pins between nodes and hyperedges; each must be known at both ends.
TEST(MorphHyperGraph, GrowsInParallel) {
  using Graph = MorphHyperGraph<int, void, true, true>;
  for (const unsigned threads : {1U, 2U, 3U, 16U}) {
    galois::setActiveThreads(threads);
    Graph graph;
    std::vector<Graph::GraphNode> all;
    for (int i = 0; i < 30; ++i) { // ten hyperedges, then twenty nodes
      all.push_back(graph.createNode(i));
      graph.addNode(all.back());
    }
    galois::for_each(
        galois::iterate(0, 400),
        [&](int task, auto&) { graph.addEdge(all[task % 10], all[10 + task * 7 % 20]); },
        galois::no_pushes());
    std::set<std::pair<int, int>> pins, back, expected;
    for (int task = 0; task < 400; ++task) {
      expected.emplace(task % 10, 10 + task * 7 % 20);
    }
    for (auto n : graph) {
      for (auto e : graph.edges(n)) {
        pins.emplace(graph.getData(n), graph.getData(graph.getEdgeDst(e)));
      }
      for (auto e : graph.in_edges(n)) {
        back.emplace(graph.getData(graph.getEdgeDst(e)), graph.getData(n));
      }
    }
    EXPECT_EQ(pins, expected);
    EXPECT_EQ(back, expected);
    EXPECT_EQ(graph.sizeEdges(), expected.size());
  }
  galois::setActiveThreads(1);
}

} // namespace
