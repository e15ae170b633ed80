#include "galois/graphs/PackedCSR.h"

#include <type_traits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/ReadGraph.h"
#include "graphs/GraphTestSupport.h"
#include "support/SharedMemTest.h"

using galois::graphs::FileGraph;
using galois::graphs::GraphError;
using galois::graphs::PackedCSR;
using galois::graphs::readGraph;
using graphtest::EdgeList;
using graphtest::errorOf;
using graphtest::randomGraph;
using graphtest::TempFolder;
using graphtest::toFileGraph;
using testing::HasSubstr;

namespace {

using Packed = galois::test::SharedMemTest;

template <typename Weight>
void expectPacked(const EdgeList& list, const PackedCSR<Weight>& graph, bool unit = false) {
  ASSERT_EQ(graph.size(), list.nodes);
  ASSERT_EQ(graph.sizeEdges(), list.edges.size());
  ASSERT_EQ(graph.edges().size(), list.edges.size());
  const auto rows = graphtest::rowsOf(list);
  for (const std::uint32_t n : graph) {
    ASSERT_EQ(graph.getDegree(n), rows[n].size());
    graph.prefetchRow(n);
    graph.prefetchEdges(n);
    std::size_t i = 0;
    for (const auto& edge : graph.edges(n)) {
      ASSERT_EQ(edge.dst, rows[n][i].dst);
      using Number = std::decay_t<decltype(edge.weight)>;
      ASSERT_EQ(edge.weight, unit ? Number{1} : static_cast<Number>(rows[n][i].weight));
      ++i;
    }
    ASSERT_EQ(i, rows[n].size());
  }
}

} // namespace

TEST_F(Packed, ReadsBothVersionsWithAnyNumberOfThreads) {
  const TempFolder folder;
  for (const std::size_t edges : {0U, 1U, 40001U}) {
    const EdgeList list = randomGraph(3000, edges);
    for (const unsigned version : {1U, 2U}) {
      toFileGraph<std::uint32_t>(list).toFile(folder.file("g.gr"), version);
      for (const unsigned threads : {1U, 2U, 16U}) {
        galois::setActiveThreads(threads);
        PackedCSR<std::uint32_t> graph;
        readGraph(graph, folder.file("g.gr"));
        expectPacked(list, graph);
      }
    }
  }
}

TEST_F(Packed, WideOffsetsAsForMoreThanFourBillionEdges) {
  const EdgeList list = randomGraph(300, 4001);
  const FileGraph file = toFileGraph<std::uint32_t>(list);
  PackedCSR<std::uint32_t> graph;
  graph.allocateFrom(file, true);
  for (const unsigned part : {2U, 0U, 1U}) {
    graph.constructFrom(file, part, 3);
  }
  expectPacked(list, graph);
}

TEST_F(Packed, RecordsAreAsSmallAsTheyCanBe) {
  EXPECT_EQ(sizeof(PackedCSR<std::uint32_t>::Edge), 8U);
  EXPECT_EQ(sizeof(PackedCSR<std::uint8_t>::Edge), 8U);
  EXPECT_EQ(sizeof(PackedCSR<std::uint64_t>::Edge), 16U);
  EXPECT_EQ(sizeof(PackedCSR<void>::Edge), 4U);
}

TEST_F(Packed, OtherWeights) {
  const EdgeList list = randomGraph(20, 301);
  PackedCSR<double> graph;
  FileGraph file = toFileGraph<double>(list);
  readGraph(graph, file);
  expectPacked(list, graph);
}

TEST_F(Packed, SmallestGraphs) {
  galois::setActiveThreads(4);
  for (const EdgeList& list : {EdgeList{0, {}}, EdgeList{1, {}}, EdgeList{1, {{0, 0, 7}}}}) {
    FileGraph file = toFileGraph<std::uint32_t>(list);
    PackedCSR<std::uint32_t> graph;
    readGraph(graph, file);
    expectPacked(list, graph);
  }
}

TEST_F(Packed, WithoutWeightsEveryEdgeWeighsOne) {
  const EdgeList list = randomGraph(20, 301);
  FileGraph bare = toFileGraph<void>(list);
  PackedCSR<std::uint32_t> graph;
  EXPECT_THAT(errorOf([&] { readGraph(graph, bare); }), HasSubstr("no edge data"));
  readGraph(graph, bare, true);
  expectPacked(list, graph, true);
  FileGraph wide = toFileGraph<std::uint64_t>(list);
  EXPECT_THAT(errorOf([&] { readGraph(graph, wide); }), HasSubstr("8 bytes each"));
  readGraph(graph, wide, true);
  expectPacked(list, graph, true);
}

TEST_F(Packed, WideWeightsTakeNarrowFiles) {
  const EdgeList list = randomGraph(200, 3001);
  FileGraph integers = toFileGraph<std::uint32_t>(list);
  PackedCSR<std::uint64_t> wide;
  readGraph(wide, integers);
  expectPacked(list, wide);

  EdgeList exact = list; // weights that single precision represents exactly
  for (auto& edge : exact.edges) {
    edge.weight >>= 8;
  }
  FileGraph floats = toFileGraph<float>(exact);
  PackedCSR<double> doubles;
  readGraph(doubles, floats);
  expectPacked(exact, doubles);
}

TEST_F(Packed, VoidLeavesWeightsOut) {
  galois::setActiveThreads(3);
  const EdgeList list = randomGraph(200, 3001);
  for (FileGraph file : {toFileGraph<void>(list), toFileGraph<std::uint64_t>(list)}) {
    for (const bool unweighted : {false, true}) {
      PackedCSR<void> graph;
      readGraph(graph, file, unweighted);
      expectPacked(list, graph, true);
    }
  }
}

TEST_F(Packed, BadDestinationsAreErrors) {
  galois::setActiveThreads(4);
  const TempFolder folder;
  graphtest::writeBytes(folder.file("g.gr"), graphtest::bytesOf({2, 8, 2, 2, 1, 2, 1, 2, 10, 20}));
  PackedCSR<std::uint64_t> graph;
  EXPECT_THAT(errorOf([&] { readGraph(graph, folder.file("g.gr")); }),
              HasSubstr("edge 1 leads to node 2"));
}
