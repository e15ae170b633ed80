// OfflineGraph against the list of edges from which the file was made, for both versions of the
// format, and on broken files.
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/OfflineGraph.h"
#include "graphs/GraphTestSupport.h"

namespace {

using galois::graphs::OfflineGraph;
using graphtest::bytesOf;
using ::testing::HasSubstr;

TEST(OfflineGraph, ShowsTheFile) {
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr");
  for (const unsigned version : {1U, 2U}) {
    for (const std::size_t edges : {0U, 1U, 300U, 301U}) {
      const graphtest::EdgeList list = graphtest::randomGraph(40, edges);
      graphtest::toFileGraph<std::uint32_t>(list).toFile(path, version);
      OfflineGraph graph(path);
      graphtest::expectRows<std::uint32_t>(list, graph);
      EXPECT_EQ(graph.edgeSize(), 4U);
      EXPECT_EQ(graph.end() - graph.begin(), 40);
      EXPECT_GT(graph.num_seeks(), 40U);
      EXPECT_GT(graph.num_bytes_read(), 40U * 8);
      graph.reset_seek_counters();
      EXPECT_EQ(graph.num_seeks() + graph.num_bytes_read(), 0U);
      graphtest::toFileGraph<void>(list).toFile(path, version);
      const OfflineGraph plain(path);
      graphtest::expectRows<void>(list, plain);
    }
  }
}

TEST(OfflineGraph, AcceptsNoNodes) {
  const graphtest::TempFolder folder;
  graphtest::writeBytes(folder.file("g.gr"), bytesOf({1, 0, 0, 0}));
  const OfflineGraph graph(folder.file("g.gr"));
  EXPECT_EQ(graph.begin(), graph.end());
  EXPECT_EQ(graph.size() + graph.sizeEdges(), 0U);
}

TEST(OfflineGraph, DividesNodes) {
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr");
  graphtest::toFileGraph<void>(graphtest::randomGraph(90, 700)).toFile(path);
  const OfflineGraph graph(path);
  for (const std::size_t total : {1U, 2U, 7U}) {
    std::uint64_t nodes = 0, edges = 0;
    for (std::size_t id = 0; id < total; ++id) {
      const auto part = graph.divideByNode(0, 1, id, total);
      EXPECT_EQ(*part.first.first, nodes);
      EXPECT_EQ(*part.second.first, edges);
      nodes = *part.first.second;
      edges = *part.second.second;
      if (nodes > 0) {
        EXPECT_EQ(edges, graph[nodes - 1]);
      }
    }
    EXPECT_EQ(nodes, 90U);
    EXPECT_EQ(edges, 700U);
  }
}

TEST(OfflineGraph, IsReadByManyThreads) {
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr");
  const graphtest::EdgeList list = graphtest::randomGraph(100, 2000);
  graphtest::toFileGraph<std::uint32_t>(list).toFile(path);
  const auto rows = graphtest::rowsOf(list);
  for (const unsigned threads : {1U, 2U, 3U, 16U}) {
    galois::setActiveThreads(threads);
    OfflineGraph graph(path);
    galois::GAccumulator<std::uint64_t> wrong;
    galois::do_all(galois::iterate(graph), [&](std::uint64_t n) {
      std::size_t i = 0;
      for (auto e : graph.edges(n)) {
        wrong += graph.getEdgeDst(e) != rows[n][i].dst;
        wrong += graph.getEdgeData<std::uint32_t>(e) != rows[n][i].weight;
        ++i;
      }
      wrong += i != rows[n].size();
    });
    EXPECT_EQ(wrong.reduce(), 0U);
    // Per node, two entries of the index (of node 0 one) for each end of its row; per edge, two.
    EXPECT_GE(graph.num_seeks(), 2 * list.edges.size() + 100);
  }
  galois::setActiveThreads(1);
}

TEST(OfflineGraph, RefusesBrokenFiles) {
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr");
  const auto open = [&](const std::vector<std::uint64_t>& words) {
    graphtest::writeBytes(path, bytesOf(words));
    return graphtest::errorOf([&] { const OfflineGraph graph(path); });
  };
  EXPECT_THAT(graphtest::errorOf([&] { const OfflineGraph graph(path); }),
              HasSubstr("cannot open"));
  EXPECT_THAT(open({}), HasSubstr("is empty"));
  EXPECT_THAT(open({3, 0, 0, 0}), HasSubstr("its version is 3"));
  EXPECT_THAT(open({1, 0, 2, 2, 1, 2}), HasSubstr("is truncated"));
  EXPECT_THAT(open({1, 0, 2, 2, 1, 2, 0, 0, 0}), HasSubstr("is corrupt"));
  EXPECT_THAT(open({1, 0, ~std::uint64_t{0}, 2}), HasSubstr("more than any file can hold"));

  ASSERT_EQ(open({1, 0, 3, 2, 2, 1, 9, std::uint64_t{3} << 32}), "");
  const OfflineGraph graph(path);
  EXPECT_EQ(*graph.edge_end(0), 2U);
  EXPECT_THAT(graphtest::errorOf([&] { graph.edges(1); }),
              HasSubstr("node 1 end at index 1, before they begin at 2"));
  EXPECT_THAT(graphtest::errorOf([&] { graph.edge_end(2); }),
              HasSubstr("node 2 end at index 9, but there are only 2"));
  EXPECT_EQ(graph.getEdgeDst(graph.edge_begin(0)), 0U);
  EXPECT_THAT(graphtest::errorOf([&] { graph.getEdgeDst(OfflineGraph::edge_iterator(1)); }),
              HasSubstr("edge 1 leads to node 3, but there are only 3"));
  EXPECT_THAT(graphtest::errorOf([&] { graph.getEdgeData<int>(graph.edge_begin(0)); }),
              HasSubstr("edge data of 0 bytes each, but 4 bytes are wanted"));
  graphtest::writeBytes(path, "");
  EXPECT_THAT(graphtest::errorOf([&] { graph.edge_end(0); }), HasSubstr("has become shorter"));
}

} // namespace
