#include "galois/graphs/ReadGraph.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LC_CSR_Graph.h"
#include "galois/substrate/ThreadPool.h"
#include "graphs/GraphTestSupport.h"
#include "support/Child.h"

using galois::graphs::FileGraph;
using galois::graphs::readGraph;
using graphtest::TempFolder;
using graphtest::toFileGraph;

namespace {

/// A user-defined graph type that takes part in readGraph; it only counts the calls.
struct CountingGraph {
  using read_tag = galois::graphs::read_default_graph_tag;

  void allocateFrom(const FileGraph& file) {
    ++allocations;
    edges = std::vector<std::uint64_t>(64);
    EXPECT_EQ(file.size(), 10U);
  }
  void constructFrom(const FileGraph& file, unsigned tid, unsigned total, bool readUnweighted) {
    const auto range = file.divideByNode(1, 1, tid, total);
    edges[tid] = *range.second.second - *range.second.first;
    if (readUnweighted) {
      edges[tid] += 1000;
    }
  }

  int allocations = 0;
  std::vector<std::uint64_t> edges;
};

} // namespace

TEST(ReadGraph, CallsEveryThreadOnceForItsPart) {
  galois::SharedMemSys system;
  galois::setActiveThreads(4);
  FileGraph file = toFileGraph<void>(graphtest::randomGraph(10, 101));
  CountingGraph graph;
  readGraph(graph, file);
  EXPECT_EQ(graph.allocations, 1);
  EXPECT_EQ(graph.edges[0] + graph.edges[1] + graph.edges[2] + graph.edges[3], 101U);
  readGraph(graph, file, true);
  EXPECT_GE(graph.edges[3], 1000U);
}

// A file is not in memory a second time when it has been read.
TEST(ReadGraph, ReleasesWhatWasRead) {
  galois::SharedMemSys system;
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  const auto list = graphtest::randomGraph(3000, 40001);
  toFileGraph<std::uint32_t>(list).toFile(path);
  const std::size_t size = std::filesystem::file_size(path);
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    FileGraph file;
    file.fromFile(path);
    graphtest::expectRows<std::uint32_t>(list, file);
    galois::graphs::LC_CSR_Graph<void, std::uint32_t> graph;
    readGraph(graph, file);
    EXPECT_GE(graphtest::residentBytes(path), size) << "nobody asked for it";
    file.releaseWhenRead();
    FileGraph copy(file);
    readGraph(graph, file);
    EXPECT_EQ(graphtest::residentBytes(path), 0U);
    graphtest::expectRows<std::uint32_t>(list, graph);
    graphtest::expectRows<std::uint32_t>(list, file);
    readGraph(graph, copy);
    graphtest::expectRows<std::uint32_t>(list, copy);
  }
}

// Who changes a mapped graph says so, and the changes are read.
TEST(ReadGraph, KeepsChangesThatWereAnnounced) {
  galois::SharedMemSys system;
  const TempFolder folder;
  auto list = graphtest::randomGraph(300, 4000);
  toFileGraph<std::uint32_t>(list).toFile(folder.file("g.gr"));
  FileGraph file;
  file.fromFile(folder.file("g.gr"));
  file.releaseWhenRead();
  file.releaseWhenRead(false);
  for (std::uint64_t e = 0; e < file.sizeEdges(); ++e) {
    file.getEdgeData<std::uint32_t>(FileGraph::edge_iterator(e)) += 7;
  }
  for (graphtest::Edge& edge : list.edges) {
    edge.weight += 7;
  }
  galois::graphs::LC_CSR_Graph<void, std::uint32_t> graph;
  readGraph(graph, file);
  graphtest::expectRows<std::uint32_t>(list, graph);
}

// Nor while it is read. Blocks have 1 or 2 MiB, and the system maps some pages around them.
TEST(ReadGraph, ReleasesBlockAfterBlock) {
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  const auto list = graphtest::randomGraph(1500000, 1500000);
  toFileGraph<std::uint32_t>(list).toFile(path);
  const std::size_t size = std::filesystem::file_size(path);
  FileGraph file;
  file.fromFile(path);
  file.releaseWhenRead();
  file.release();
  std::size_t most = 0;
  std::uint64_t next = 0;
  file.readIndex(0, list.nodes, [&](std::uint64_t node, std::uint64_t /*end*/) {
    ASSERT_EQ(node, next++);
    if (node % 65536 == 65535) {
      most = std::max(most, graphtest::residentBytes(path));
    }
  });
  EXPECT_EQ(next, list.nodes);
  std::uint64_t sum = 0;
  next = 0;
  file.readEdges(0, list.edges.size(), [&](std::uint64_t first, std::uint64_t last) {
    ASSERT_EQ(first, std::exchange(next, last));
    for (std::uint64_t e = first; e < last; ++e) {
      sum += file.getEdgeData<std::uint32_t>(FileGraph::edge_iterator(e));
    }
    most = std::max(most, graphtest::residentBytes(path));
  });
  EXPECT_EQ(next, list.edges.size());
  std::uint64_t wanted = 0;
  for (const graphtest::Edge& edge : list.edges) {
    wanted += edge.weight;
  }
  EXPECT_EQ(sum, wanted);
  EXPECT_GT(most, 0U);
  EXPECT_LT(most, size / 2);
}

// U16: in Galois, all processors page a file in, one after the other behind a mutex. Here a graph is
// read by the active threads, and no other thread is started.
TEST(ReadGraphChild, DISABLED_StartsNoFurtherThreads) {
  galois::SharedMemSys system;
  galois::setActiveThreads(2);
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  toFileGraph<void>(graphtest::randomGraph(10, 101)).toFile(path);
  galois::graphs::LC_CSR_Graph<void, void> graph;
  readGraph(graph, path);
  EXPECT_EQ(graph.sizeEdges(), 101U);
  EXPECT_LE(galois::substrate::getThreadPool().getStartedThreads(), 2U);
}
TEST(ReadGraph, U16_StartsNoFurtherThreads) {
  EXPECT_EQ(galois::test::runChild("ReadGraphChild.DISABLED_StartsNoFurtherThreads"), 0);
}

TEST(ReadGraph, TakesNamesAsStringsAndLiterals) {
  galois::SharedMemSys system;
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  toFileGraph<void>(graphtest::randomGraph(10, 11)).toFile(path);
  CountingGraph graph;
  readGraph(graph, path);
  readGraph(graph, path.c_str());
  readGraph(graph, path, true);
  EXPECT_EQ(graph.allocations, 3);
  EXPECT_THROW(readGraph(graph, "/nonexistent"), galois::graphs::GraphError);
}
