// LC_InOut_Graph against the list of edges from which its files were made: in-edges from a second
// file, in-edges of a symmetric graph, every option, locks, and files that do not fit.
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LC_InOut_Graph.h"
#include "galois/graphs/LC_InlineEdge_Graph.h"
#include "galois/graphs/LC_Linear_Graph.h"
#include "graphs/GraphTestSupport.h"

namespace {

using namespace galois::graphs;
using galois::MethodFlag;
using ::testing::HasSubstr;

using Edges = std::multiset<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

template <typename Graph>
Edges inEdgesOf(Graph& graph) {
  Edges edges;
  for (auto n : graph) {
    std::size_t degree = 0;
    for (auto e : graph.in_edges(n)) {
      std::uint32_t data = 0;
      if constexpr (!std::is_void_v<typename Graph::edge_data_type>) {
        data = static_cast<std::uint32_t>(graph.getInEdgeData(e));
      }
      edges.emplace(graph.getInEdgeDst(e), n, data);
      ++degree;
    }
    EXPECT_EQ(degree, graph.getInDegree(n));
  }
  return edges;
}

template <typename G>
class LC_InOut : public ::testing::Test {};

using Plain = LC_InOut_Graph<LC_CSR_Graph<int, std::uint32_t>>;
using Graphs =
    ::testing::Types<Plain, Plain::with_id<true>::type, Plain::with_no_lockable<true>::type,
                     Plain::with_numa_alloc<true>::type,
                     Plain::with_out_of_line_lockable<true>::type,
                     LC_InOut_Graph<LC_CSR_Graph<void, void>>::with_node_data<int>::type,
                     LC_InOut_Graph<LC_CSR_Graph<void, void>>::with_edge_data<
                         double>::type::with_file_edge_data<std::uint32_t>::type,
                     LC_InOut_Graph<LC_Linear_Graph<int, std::uint32_t>>,
                     LC_InOut_Graph<LC_InlineEdge_Graph<int, std::uint32_t>>>;
TYPED_TEST_SUITE(LC_InOut, Graphs);

TYPED_TEST(LC_InOut, ReadsTwoFiles) {
  graphtest::EdgeList list = graphtest::randomGraph(60, 500);
  for (graphtest::Edge& e : list.edges) {
    e.weight = std::is_void_v<typename TypeParam::edge_data_type> ? 0 : e.weight % 1000;
  }
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr"), back = folder.file("g.tgr");
  graphtest::toFileGraph<std::uint32_t>(list).toFile(path);
  graphtest::toFileGraph<std::uint32_t>(transposed(list)).toFile(back);
  Edges expected;
  for (const graphtest::Edge& e : list.edges) {
    expected.emplace(e.src, e.dst, e.weight);
  }
  for (const unsigned threads : {1U, 2U, 3U, 16U}) {
    galois::setActiveThreads(threads);
    TypeParam graph;
    readGraph(graph, path, back);
    graphtest::expectRows<typename TypeParam::edge_data_type>(list, graph);
    EXPECT_EQ(inEdgesOf(graph), expected);
    EXPECT_EQ(graph.nodeFromId(graph.idFromNode(7)), 7U);
    if constexpr (!std::is_void_v<typename TypeParam::edge_data_type>) {
      graph.sortInEdgesByEdgeData(3);
      for (auto e = graph.in_edge_begin(3); e != graph.in_edge_end(3); ++e) {
        ASSERT_TRUE(e + 1 == graph.in_edge_end(3) ||
                    graph.getInEdgeData(e) <= graph.getInEdgeData(e + 1));
      }
      EXPECT_EQ(inEdgesOf(graph), expected);
    }
    // A file alone makes the graph symmetric again.
    readGraph(graph, path);
    EXPECT_EQ(inEdgesOf(graph).size(), list.edges.size());
    for (auto n : graph) {
      ASSERT_EQ(graph.in_edge_begin(n), graph.edge_begin(n));
      ASSERT_EQ(graph.in_edge_end(n), graph.edge_end(n));
    }
  }
  galois::setActiveThreads(1);
}

TEST(LC_InOut_Graph, IsSymmetricWithOneFile) {
  const graphtest::EdgeList list{4, {{0, 1, 5}, {1, 0, 5}, {1, 2, 6}, {2, 1, 6}, {3, 3, 7}}};
  FileGraph file = graphtest::toFileGraph<std::uint32_t>(list);
  Plain graph;
  EXPECT_EQ(graph.begin(), graph.end());
  readGraph(graph, file);
  EXPECT_EQ(inEdgesOf(graph), (Edges{{0, 1, 5}, {1, 0, 5}, {1, 2, 6}, {2, 1, 6}, {3, 3, 7}}));
  graph.sortInEdges(1, [](const auto& a, const auto& b) { return a.get() > b.get(); });
  EXPECT_EQ(graph.getEdgeData(graph.edge_begin(1)), 6U);
}

TEST(LC_InOut_Graph, IgnoresEdgeDataOnRequest) {
  const graphtest::EdgeList list{2, {{0, 1, 5}}};
  FileGraph file = graphtest::toFileGraph<void>(list);
  FileGraph back = graphtest::toFileGraph<void>(transposed(list));
  Plain graph;
  EXPECT_THAT(graphtest::errorOf([&] { readGraph(graph, file, back); }),
              HasSubstr("has no edge data"));
  readGraph(graph, file, back, true);
  EXPECT_EQ(inEdgesOf(graph), (Edges{{0, 1, 0}}));
}

TEST(LC_InOut_Graph, LocksTheNeighbourhood) {
  const graphtest::EdgeList list{3, {{0, 1, 0}, {0, 2, 0}}};
  FileGraph file = graphtest::toFileGraph<std::uint32_t>(list);
  FileGraph back = graphtest::toFileGraph<std::uint32_t>(transposed(list));
  Plain graph;
  readGraph(graph, file, back);
  galois::runtime::SimpleRuntimeContext iteration;
  galois::runtime::setThreadContext(&iteration);
  graph.in_edges(0);
  EXPECT_EQ(iteration.release(), 1U);
  graph.in_edges(2);
  EXPECT_EQ(iteration.release(), 2U);
  graph.edges(0);
  EXPECT_EQ(iteration.release(), 3U);
  graph.in_edges(2, MethodFlag::UNPROTECTED);
  EXPECT_EQ(iteration.release(), 0U);
  galois::runtime::setThreadContext(nullptr);
}

TEST(LC_InOut_Graph, RefusesFilesThatDoNotFit) {
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr"), back = folder.file("g.tgr");
  graphtest::toFileGraph<std::uint32_t>({3, {{0, 1, 5}}}).toFile(path);
  Plain graph;
  const auto error = [&] { return graphtest::errorOf([&] { readGraph(graph, path, back); }); };
  EXPECT_THAT(error(), HasSubstr("cannot open"));
  graphtest::toFileGraph<std::uint32_t>({4, {{1, 0, 5}}}).toFile(back);
  EXPECT_THAT(error(), HasSubstr("it has 4 nodes and 1 edges instead of 3 and 1"));
  graphtest::toFileGraph<std::uint32_t>({3, {}}).toFile(back);
  EXPECT_THAT(error(), HasSubstr("it has 3 nodes and 0 edges instead of 3 and 1"));
}

} // namespace
