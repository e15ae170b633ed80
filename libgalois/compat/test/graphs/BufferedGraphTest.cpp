// BufferedGraph against the list of edges from which the file was made: whole and in parts, for both
// versions of the format, and on broken files and wrong arguments.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/BufferedGraph.h"
#include "graphs/GraphTestSupport.h"

namespace {

using galois::graphs::BufferedGraph;
using graphtest::bytesOf;
using graphtest::errorOf;
using ::testing::HasSubstr;

/// Checks that the graph has the rows of nodes [first, last) and no others.
template <typename EdgeTy>
void expectPart(const graphtest::EdgeList& list, const BufferedGraph<EdgeTy>& graph,
                std::uint64_t first, std::uint64_t last) {
  const auto rows = graphtest::rowsOf(list);
  ASSERT_EQ(graph.size(), list.nodes);
  ASSERT_EQ(graph.sizeEdges(), list.edges.size());
  ASSERT_EQ(static_cast<std::uint64_t>(graph.end() - graph.begin()), last - first);
  for (std::uint64_t n = 0; n < list.nodes; ++n) {
    std::size_t i = 0;
    const bool held = n >= first && n < last;
    ASSERT_EQ(*graph.edgeEnd(n) - *graph.edgeBegin(n), held ? rows[n].size() : 0) << "node " << n;
    for (auto e = graph.edgeBegin(n); e != graph.edgeEnd(n); ++e) {
      ASSERT_EQ(graph.edgeDestination(*e), rows[n][i].dst) << "node " << n << " edge " << i;
      if constexpr (!std::is_void_v<EdgeTy>) {
        ASSERT_EQ(graph.edgeData(*e), static_cast<EdgeTy>(rows[n][i].weight));
      }
      ++i;
    }
  }
}

template <typename EdgeTy>
void expectFile(const graphtest::EdgeList& list, unsigned version) {
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr");
  graphtest::toFileGraph<EdgeTy>(list).toFile(path, version);
  std::vector<std::uint64_t> before(1, 0);
  for (const auto& row : graphtest::rowsOf(list)) {
    before.push_back(before.back() + row.size());
  }
  BufferedGraph<EdgeTy> graph;
  graph.loadGraph(path);
  expectPart(list, graph, 0, list.nodes);
  EXPECT_EQ(graph.getBytesRead(), graphtest::readBytes(path).size());
  for (const std::uint64_t parts : {1U, 2U, 5U}) {
    for (std::uint64_t part = 0; part < parts; ++part) {
      const std::uint64_t first = list.nodes * part / parts;
      const std::uint64_t last = list.nodes * (part + 1) / parts;
      graph.loadPartialGraph(path, first, last, before[first], before[last], list.nodes,
                             list.edges.size());
      expectPart(list, graph, first, last);
    }
  }
  graphtest::writeBytes(path, ""); // what is held is in memory
  const std::uint64_t first = list.nodes - list.nodes / 5;
  expectPart(list, graph, list.nodes * 4 / 5, list.nodes);
  EXPECT_LE(*graph.edgeEnd(first), list.edges.size());
}

TEST(BufferedGraph, ShowsTheFile) {
  for (const unsigned version : {1U, 2U}) {
    for (const std::size_t edges : {0U, 1U, 200U, 201U}) {
      SCOPED_TRACE(edges);
      const graphtest::EdgeList list = graphtest::randomGraph(30, edges);
      expectFile<void>(list, version);
      expectFile<std::uint32_t>(list, version);
      expectFile<double>(list, version);
      expectFile<std::uint8_t>(list, version);
    }
  }
}

TEST(BufferedGraph, IgnoresEdgeDataForVoid) {
  const graphtest::TempFolder folder;
  const graphtest::EdgeList list = graphtest::randomGraph(30, 101);
  graphtest::toFileGraph<std::uint64_t>(list).toFile(folder.file("g.gr"));
  BufferedGraph<void> graph;
  graph.loadGraph(folder.file("g.gr"));
  expectPart(list, graph, 0, 30);
  EXPECT_EQ(graph.edgeData(0), 0U);
}

TEST(BufferedGraph, CountsBytes) {
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr");
  graphtest::toFileGraph<std::uint32_t>(graphtest::randomGraph(30, 100)).toFile(path);
  BufferedGraph<std::uint32_t> graph;
  graph.loadGraph(path);
  graph.loadGraph(path);
  EXPECT_EQ(graph.getBytesRead(), 2 * graphtest::readBytes(path).size());
  graph.resetReadCounters();
  EXPECT_EQ(graph.getBytesRead(), 0U);
  graph.loadPartialGraph(path, 0, 0, 0, 0, 30, 100);
  EXPECT_EQ(graph.getBytesRead(), 0U);
  graph.reportReadStats();
  graph.resetAndFree();
  EXPECT_EQ(graph.size() + graph.sizeEdges(), 0U);
  EXPECT_EQ(graph.begin(), graph.end());
}

TEST(BufferedGraph, RefusesWrongPartsAndBrokenFiles) {
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr");
  graphtest::writeBytes(path, bytesOf({1, 0, 3, 2, 1, 1, 2, std::uint64_t{2} << 32}));
  BufferedGraph<void> graph;
  graph.loadGraph(path);
  const auto part = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d,
                        std::uint64_t nodes = 3, std::uint64_t edges = 2) {
    return errorOf([&] { graph.loadPartialGraph(path, a, b, c, d, nodes, edges); });
  };
  EXPECT_THAT(part(0, 3, 0, 2, 4, 2), HasSubstr("but 4 nodes and 2 edges are wanted"));
  EXPECT_THAT(part(0, 3, 0, 2, 3, 1), HasSubstr("but 3 nodes and 1 edges are wanted"));
  EXPECT_THAT(part(0, 4, 0, 2), HasSubstr("is not inside"));
  EXPECT_THAT(part(2, 1, 0, 0), HasSubstr("is not inside"));
  EXPECT_THAT(part(0, 1, 0, std::numeric_limits<std::uint64_t>::max()), HasSubstr("is not inside"));
  EXPECT_THAT(part(0, 1, 0, 2), HasSubstr("do not all belong"));
  EXPECT_EQ(graph.size(), 3U); // what was held stays
  EXPECT_EQ(*graph.edgeEnd(2), 2U);
  EXPECT_EQ(part(1, 3, 1, 2), "");
  BufferedGraph<int> weighted;
  EXPECT_THAT(errorOf([&] { weighted.loadGraph(path); }), HasSubstr("has no edge data"));
  const auto load = [&](const std::vector<std::uint64_t>& words) {
    graphtest::writeBytes(path, bytesOf(words));
    return errorOf([&] { graph.loadGraph(path); });
  };
  EXPECT_THAT(load({1, 0, 3, 2, 1, 1, 2, std::uint64_t{3} << 32}), HasSubstr("leads to node 3"));
  EXPECT_THAT(load({1, 0, 3, 2, 1, 0, 2, 0}), HasSubstr("edges of node 1 end at index 0"));
  EXPECT_THAT(load({1, 0, 3, 2, 1, 1, 1, 0}), HasSubstr("it has 2 edges, but its nodes have 1"));
  EXPECT_THAT(load({1, 0, 3, 2, 1}), HasSubstr("is truncated"));
  EXPECT_THAT(load({7}), HasSubstr("is truncated"));
  graphtest::writeBytes(path, bytesOf({2, 0, 2, 1, 1, 1, 5, 0}));
  EXPECT_THAT(errorOf([&] { graph.loadPartialGraph(path, 0, 2, 0, 1, 2, 1); }),
              HasSubstr("leads to node 5"));
}

} // namespace
