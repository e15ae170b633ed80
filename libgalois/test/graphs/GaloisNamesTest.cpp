// Uses names of Galois 6 that no other test uses, as programs do: second names of methods, and the
// types that graphs name.
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/LC_CSR_Graph.h"
#include "galois/graphs/MorphGraph.h"
#include "graphs/GraphTestSupport.h"

namespace {

using galois::MethodFlag;
using galois::graphs::FileGraph;
using galois::graphs::LC_CSR_Graph;
using galois::graphs::MorphGraph;
using graphtest::toFileGraph;

using Csr = LC_CSR_Graph<int, std::uint32_t>;

TEST(GaloisNames, TypesOfCsrGraphs) {
  static_assert(std::is_same_v<Csr::GraphNode, std::uint32_t>);
  static_assert(std::is_same_v<Csr::edge_data_type, std::uint32_t>);
  static_assert(std::is_same_v<Csr::file_edge_data_type, std::uint32_t>);
  static_assert(std::is_same_v<Csr::node_data_type, int>);
  static_assert(std::is_same_v<Csr::node_data_reference, int&>);
  static_assert(std::is_same_v<Csr::edge_data_reference, std::uint32_t&>);
  static_assert(std::is_same_v<Csr::iterator, Csr::const_iterator>);
  static_assert(std::is_same_v<Csr::iterator, Csr::local_iterator>);
}

TEST(GaloisNames, SecondNamesOfCsrGraphs) {
  const galois::SharedMemSys system;
  FileGraph file = toFileGraph<std::uint32_t>(graphtest::randomGraph(50, 400));
  file.initNodeDegrees();
  Csr graph;
  graph.allocateFrom(file);
  graph.constructFrom(file, 0, 1);
  std::uint64_t edges = 0;
  for (const auto node : graph) {
    std::uint64_t degree = 0;
    for (auto edge : graph.out_edges(node)) {
      EXPECT_LT(graph.getEdgeDst(edge), 50U);
      ++degree;
    }
    EXPECT_EQ(graph.getDegree(node), degree);
    EXPECT_EQ(file.getDegree(node), degree);
    std::uint64_t inFile = 0;
    for (auto edge : file.out_edges(node)) {
      EXPECT_LT(file.getEdgeDst(edge), 50U);
      ++inFile;
    }
    EXPECT_EQ(inFile, degree);
    graph.sortEdgesByDst(node);
    std::uint32_t before = 0;
    for (auto edge : graph.edges(node)) {
      EXPECT_LE(before, graph.getEdgeDst(edge));
      before = graph.getEdgeDst(edge);
    }
    edges += degree;
  }
  EXPECT_EQ(edges, 400U);
}

TEST(GaloisNames, SecondNamesOfMorphGraphs) {
  const galois::SharedMemSys system;
  galois::setActiveThreads(3);
  using Graph =
      MorphGraph<void, void, true, true>::with_node_data<int>::type::with_edge_data<int>::type;
  static_assert(std::is_same_v<Graph, MorphGraph<int, int, true, true, false, false, void>>);
  static_assert(std::is_same_v<Graph::read_tag, galois::graphs::read_with_aux_first_graph_tag>);
  Graph graph;
  std::vector<Graph::GraphNode> nodes;
  for (int i = 0; i < 20; ++i) {
    nodes.push_back(graph.createNode(i));
    graph.addNode(nodes.back());
  }
  graph.resizeEdges(nodes[0], 19);
  for (std::size_t i = 19; i > 0; --i) {
    graph.getEdgeData(graph.addEdge(nodes[0], nodes[i])) = static_cast<int>(i);
  }
  graph.sortEdgesByDst(nodes[0]);
  Graph::GraphNode before = nullptr;
  int sum = 0;
  for (auto edge : graph.out_edges(nodes[0])) {
    EXPECT_TRUE(std::less<>()(before, graph.getEdgeDst(edge)));
    before = graph.getEdgeDst(edge);
    sum += graph.getEdgeData(edge);
  }
  EXPECT_EQ(sum, 190);
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const auto in = graph.in_edge_begin(nodes[i]);
    ASSERT_NE(in, graph.in_edge_end(nodes[i]));
    EXPECT_EQ(graph.getEdgeDst(in), nodes[0]);
    EXPECT_EQ(graph.getEdgeData(in), static_cast<int>(i));
  }
  galois::GAccumulator<int> seen;
  galois::on_each([&](unsigned, unsigned) {
    for (auto at = graph.local_begin(); at != graph.local_end(); ++at) {
      seen += 1;
    }
  });
  EXPECT_EQ(seen.reduce(), 20);
}

} // namespace
