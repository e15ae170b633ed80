#include "galois/graphs/ReadGraph.h"

#include <string>
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
