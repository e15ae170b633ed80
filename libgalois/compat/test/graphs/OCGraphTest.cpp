// OCImmutableEdgeGraph against the list of edges from which its files were made: all segments
// together have every edge and in-edge once, for every size of segments and on any number of threads.
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/OCGraph.h"
#include "galois/graphs/ReadGraph.h"
#include "graphs/GraphTestSupport.h"

namespace {

using galois::MethodFlag;
using galois::graphs::OCImmutableEdgeGraph;
using ::testing::HasSubstr;

using Edges = std::multiset<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

Edges asSet(const graphtest::EdgeList& list) {
  Edges edges;
  for (const graphtest::Edge& e : list.edges) {
    edges.emplace(e.src, e.dst, e.weight);
  }
  return edges;
}

template <typename Graph>
class OCGraph : public ::testing::Test {
protected:
  /// Reads all edges and in-edges segment by segment.
  std::pair<Edges, Edges> visit(Graph& graph, std::size_t perSegment) {
    Edges out, in;
    std::uint32_t next = 0;
    for (auto segment = graph.nextSegment(perSegment); segment;
         segment = graph.nextSegment(segment, perSegment)) {
      EXPECT_FALSE(segment.loaded());
      graph.load(segment);
      EXPECT_TRUE(segment.loaded());
      std::size_t count = 0;
      for (auto n = graph.begin(segment); n != graph.end(segment); ++n) {
        EXPECT_EQ(*n, next++);
        EXPECT_TRUE(segment.containsNode(*n));
        for (auto e : graph.edges(segment, *n)) {
          out.emplace(*n, graph.getEdgeDst(segment, e), weight(graph.getEdgeData(segment, e)));
          ++count;
        }
        for (auto e : graph.in_edges(segment, *n)) {
          in.emplace(graph.getInEdgeDst(segment, e), *n, weight(graph.getInEdgeData(segment, e)));
          ++count;
        }
      }
      EXPECT_TRUE(count <= perSegment || segment.size() == 1);
      EXPECT_FALSE(segment.containsNode(next));
      graph.unload(segment);
      EXPECT_FALSE(segment.loaded());
    }
    EXPECT_EQ(next, graph.size());
    return {out, in};
  }
  static std::uint32_t weight(void* none) {
    EXPECT_EQ(none, nullptr);
    return 0;
  }
  static std::uint32_t weight(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
};

using Graphs = ::testing::Types<
    OCImmutableEdgeGraph<int, std::uint32_t>, OCImmutableEdgeGraph<void, std::uint32_t, true>,
    OCImmutableEdgeGraph<int, void>,
    OCImmutableEdgeGraph<void, void>::with_node_data<int>::type::with_edge_data<std::uint64_t>::
        type::with_file_edge_data<std::uint32_t>::type::with_no_lockable<true>::type>;
TYPED_TEST_SUITE(OCGraph, Graphs);

TYPED_TEST(OCGraph, HasEveryEdgeInOneSegment) {
  constexpr bool kVoid = std::is_void_v<typename TypeParam::edge_data_type>;
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr"), back = folder.file("g.tgr");
  for (const unsigned version : {1U, 2U}) {
    graphtest::EdgeList list = graphtest::randomGraph(50, 401);
    graphtest::toFileGraph<std::uint32_t>(list).toFile(path, version);
    graphtest::toFileGraph<std::uint32_t>(transposed(list)).toFile(back, version);
    if (kVoid) {
      for (graphtest::Edge& e : list.edges) {
        e.weight = 0;
      }
    }
    TypeParam graph;
    EXPECT_FALSE(graph.nextSegment(5));
    galois::graphs::readGraph(graph, path, back);
    EXPECT_EQ(graph.size(), 50U);
    EXPECT_EQ(graph.sizeEdges(), 401U);
    for (const bool inMemory : {false, true}) {
      if (inMemory) {
        graph.keepInMemory();
        graphtest::writeBytes(path, ""); // from now on, the file does not matter
      }
      for (const std::size_t perSegment : {0U, 1U, 100U, 2000U}) {
        const auto [out, in] = this->visit(graph, perSegment);
        EXPECT_EQ(out, asSet(list));
        EXPECT_EQ(in, asSet(list));
      }
    }
  }
}

TYPED_TEST(OCGraph, IsSymmetricWithOneFile) {
  constexpr bool kVoid = std::is_void_v<typename TypeParam::edge_data_type>;
  const graphtest::TempFolder folder;
  const std::uint32_t weight = kVoid ? 0 : 7;
  const graphtest::EdgeList list{4, {{0, 1, weight}, {1, 0, weight}, {2, 2, weight}}};
  graphtest::toFileGraph<std::uint32_t>(list).toFile(folder.file("g.gr"));
  TypeParam graph;
  galois::graphs::readGraph(graph, folder.file("g.gr"));
  const auto [out, in] = this->visit(graph, 2);
  EXPECT_EQ(out, asSet(list));
  EXPECT_EQ(in, asSet(list));
}

TEST(OCImmutableEdgeGraph, FillsSegments) {
  const graphtest::TempFolder folder;
  graphtest::EdgeList ring{6, {}};
  for (std::uint32_t n = 0; n < 6; ++n) {
    ring.edges.push_back({n, (n + 1) % 6, 0});
  }
  graphtest::toFileGraph<void>(ring).toFile(folder.file("g.gr"));
  OCImmutableEdgeGraph<int, void> graph;
  galois::graphs::readGraph(graph, folder.file("g.gr"));
  // A node has an edge and an in-edge.
  EXPECT_EQ(graph.nextSegment(3).size(), 1U);
  EXPECT_EQ(graph.nextSegment(4).size(), 2U);
  EXPECT_EQ(graph.nextSegment(5).size(), 2U);
  EXPECT_EQ(graph.nextSegment(graph.nextSegment(8), 4).size(), 2U);
  EXPECT_EQ(graph.nextSegment(graph.nextSegment(8), 2).size(), 1U);
}

TEST(OCImmutableEdgeGraph, AcceptsNoNodes) {
  const graphtest::TempFolder folder;
  graphtest::writeBytes(folder.file("g.gr"), graphtest::bytesOf({1, 0, 0, 0}));
  OCImmutableEdgeGraph<int, void> graph;
  galois::graphs::readGraph(graph, folder.file("g.gr"));
  EXPECT_FALSE(graph.nextSegment(10));
  graph.keepInMemory();
  EXPECT_EQ(graph.begin(), graph.end());
}

TEST(OCImmutableEdgeGraph, RunsInLoops) {
  const graphtest::TempFolder folder;
  const graphtest::EdgeList list = graphtest::randomGraph(100, 3000);
  graphtest::toFileGraph<std::uint32_t>(list).toFile(folder.file("g.gr"));
  graphtest::toFileGraph<std::uint32_t>(transposed(list)).toFile(folder.file("g.tgr"));
  for (const unsigned threads : {1U, 2U, 3U, 16U}) {
    galois::setActiveThreads(threads);
    OCImmutableEdgeGraph<std::uint64_t, std::uint32_t> graph;
    galois::graphs::readGraph(graph, folder.file("g.gr"), folder.file("g.tgr"));
    galois::do_all(galois::iterate(graph), [&](auto n) { graph.getData(n) += 1; });
    auto segment = graph.nextSegment(500);
    while (segment) {
      graph.load(segment);
      // Each edge adds its weight to both ends, under their locks.
      galois::for_each(
          galois::iterate(graph.begin(segment), graph.end(segment)),
          [&](std::uint32_t n, auto&) {
            for (auto e : graph.edges(segment, n)) {
              graph.getData(n) += graph.getEdgeData(segment, e);
              graph.getData(graph.getEdgeDst(segment, e)) += graph.getEdgeData(segment, e);
            }
          },
          galois::no_pushes());
      graph.unload(segment);
      segment = graph.nextSegment(segment, 500);
    }
    std::vector<std::uint64_t> expected(100, 1);
    for (const graphtest::Edge& e : list.edges) {
      expected[e.src] += e.weight;
      expected[e.dst] += e.weight;
    }
    for (auto n : graph) {
      ASSERT_EQ(graph.getData(n), expected[n]);
    }
  }
  galois::setActiveThreads(1);
}

TEST(OCImmutableEdgeGraph, LocksTheNeighbourhood) {
  const graphtest::TempFolder folder;
  graphtest::toFileGraph<void>({3, {{0, 1, 0}, {0, 2, 0}}}).toFile(folder.file("g.gr"));
  graphtest::toFileGraph<void>({3, {{1, 0, 0}, {2, 0, 0}}}).toFile(folder.file("g.tgr"));
  OCImmutableEdgeGraph<int, void> graph;
  galois::graphs::readGraph(graph, folder.file("g.gr"), folder.file("g.tgr"));
  auto segment = graph.nextSegment(10);
  graph.load(segment);
  galois::runtime::SimpleRuntimeContext iteration;
  galois::runtime::setThreadContext(&iteration);
  graph.edges(segment, 0);
  EXPECT_EQ(iteration.release(), 3U);
  graph.in_edges(segment, 0);
  EXPECT_EQ(iteration.release(), 1U);
  graph.in_edges(segment, 2);
  EXPECT_EQ(iteration.release(), 2U);
  graph.out_edges(segment, 0, MethodFlag::UNPROTECTED);
  EXPECT_EQ(iteration.release(), 0U);
  galois::runtime::setThreadContext(nullptr);
}

TEST(OCImmutableEdgeGraph, RefusesBrokenFiles) {
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr"), back = folder.file("g.tgr");
  OCImmutableEdgeGraph<int, std::uint32_t> graph;
  const auto read = [&](auto&... files) {
    return graphtest::errorOf([&] { galois::graphs::readGraph(graph, files...); });
  };
  EXPECT_THAT(read(path), HasSubstr("cannot open"));
  graphtest::toFileGraph<std::uint32_t>({3, {{0, 1, 0}}}).toFile(path);
  EXPECT_THAT(read(path, back), HasSubstr("cannot open"));
  graphtest::toFileGraph<std::uint32_t>({4, {{0, 1, 0}}}).toFile(back);
  EXPECT_THAT(read(path, back), HasSubstr("has 4 nodes and 1 edges, but 3 nodes and 1 edges"));
  graphtest::toFileGraph<std::uint64_t>({3, {{0, 1, 0}}}).toFile(back);
  EXPECT_THAT(read(path, back), HasSubstr("edge data of 8 bytes each"));
  graphtest::writeBytes(path, graphtest::bytesOf({1, 4, 2, 1, 1, 1, 9, 0}).substr(0, 60));
  ASSERT_EQ(read(path), "");
  auto segment = graph.nextSegment(10);
  EXPECT_THAT(graphtest::errorOf([&] { graph.load(segment); }), HasSubstr("leads to node 9"));
  EXPECT_FALSE(segment.loaded());
  EXPECT_THAT(graphtest::errorOf([&] { graph.keepInMemory(); }), HasSubstr("leads to node 9"));
  graphtest::writeBytes(path, "x");
  EXPECT_THAT(graphtest::errorOf([&] { graph.load(segment); }), HasSubstr("not a Galois .gr file"));
}

} // namespace
