#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LCGraph.h"
#include "graphs/GraphTestSupport.h"

namespace {

using namespace galois::graphs;
using namespace graphtest;

template <bool ByValue>
void expectInEdges(unsigned threads) {
  galois::setActiveThreads(threads);
  const EdgeList list = randomGraph(300, 8000);
  FileGraph file = toFileGraph<std::uint32_t>(list);
  LC_CSR_CSC_Graph<int, std::uint32_t, ByValue> graph;
  readGraph(graph, file);
  EXPECT_FALSE(graph.hasIncomingEdges());
  graph.constructIncomingEdges();
  EdgeList turned{list.nodes, {}};
  for (const auto& row : rowsOf(list)) {
    for (const auto& e : row) {
      turned.edges.push_back({e.dst, e.src, e.weight});
    }
  }
  const auto rows = rowsOf(turned);
  for (auto n : graph) {
    ASSERT_EQ(graph.getInDegree(n), rows[n].size());
    std::size_t i = 0;
    for (auto e : graph.in_edges(n)) {
      ASSERT_EQ(graph.getInEdgeDst(e), rows[n][i].dst);
      ASSERT_EQ(graph.getInEdgeData(e), rows[n][i].weight);
      ++i;
    }
  }
  // Data is shared, or a copy.
  const auto edge = graph.edge_begin(7);
  const auto back = graph.findInEdge(7, graph.getEdgeDst(edge));
  ASSERT_NE(back, graph.in_edge_end(graph.getEdgeDst(edge)));
  const std::uint32_t before = graph.getInEdgeData(back);
  graph.getEdgeData(edge) += 1;
  EXPECT_EQ(graph.getInEdgeData(back), ByValue ? before : before + 1);
  graph.constructIncomingEdges(); // once more
  EXPECT_EQ(graph.getInEdgeData(back), before + 1);
  galois::setActiveThreads(1);
}

TEST(CsrCscGraph, InEdgesOfAnyNumberOfThreads) {
  for (const unsigned threads : {1U, 2U, 16U}) {
    expectInEdges<false>(threads);
    expectInEdges<true>(threads);
  }
}

TEST(CsrCscGraph, TransposesBothDirections) {
  LC_CSR_CSC_Graph<void, void, true> graph(
      3, 3, [](auto n) { return n == 0   ? 2U
                                : n == 1 ? 1U
                                         : 0U; },
      [](auto n, auto i) { return n == 0 ? i + 1 : 2; }, [](auto, auto) { return 0; });
  graph.constructIncomingEdges(); // 0-1, 0-2, 1-2
  EXPECT_EQ(graph.getInDegree(2), 2U);
  EXPECT_EQ(graph.getInEdgeData(graph.in_edge_begin(2)), nullptr);
  graph.transpose();
  EXPECT_EQ(graph.getDegree(2), 2U);
  EXPECT_EQ(graph.getInDegree(0), 2U);
  EXPECT_EQ(graph.getInEdgeDst(graph.in_edge_begin(1)), 2U);
  EXPECT_EQ(graph.findInEdge(0, 1), graph.in_edge_end(1));
}

TEST(CsrCscGraph, LocksInNeighbours) {
  using Graph = LC_CSR_CSC_Graph<int, void>;
  Graph graph(
      6, 4, [](auto n) { return n < 3 || n == 5 ? 1U : 0U; },
      [](auto n, auto) { return n < 3 ? 3 : 4; }, [](auto, auto) { return 0; });
  graph.constructIncomingEdges(); // of node 3 from 0, 1 and 2; the next one leads from 5 to 4
  galois::runtime::SimpleRuntimeContext iteration;
  galois::runtime::setThreadContext(&iteration);
  graph.in_edges(3);
  EXPECT_EQ(iteration.release(), 4U);
  graph.in_edge_begin(3);
  EXPECT_EQ(iteration.release(), 4U);
  graph.in_edge_end(3);
  EXPECT_EQ(iteration.release(), 1U);
  graph.in_edges(3, galois::MethodFlag::UNPROTECTED);
  EXPECT_EQ(iteration.release(), 0U);
  galois::runtime::setThreadContext(nullptr);
  static_assert(std::is_same_v<Graph::with_no_lockable<true>::type,
                               LC_CSR_CSC_Graph<int, void, false, true>>);
}

/// Edge data that counts its objects, and whose copies can fail.
struct Counted {
  Counted() { ++live; }
  Counted(const Counted& other) : value(other.value) {
    fail();
    ++live;
  }
  Counted& operator=(const Counted& other) {
    fail();
    value = other.value;
    return *this;
  }
  ~Counted() { --live; }
  static void fail() {
    if (--untilFailure == 0) {
      throw std::runtime_error("a copy failed");
    }
  }
  static inline std::atomic<int> live{0};
  static inline std::atomic<int> untilFailure{0};
  int value = 0;
};

TEST(CsrCscGraph, DestroysWhatItHasMadeIfACopyOfEdgeDataFails) {
  galois::setActiveThreads(2);
  constexpr std::uint32_t kNodes = 500;
  {
    LC_CSR_CSC_Graph<void, Counted, true> graph;
    graph.allocateFrom(kNodes, kNodes);
    graph.constructNodes();
    for (std::uint32_t n = 0; n < kNodes; ++n) {
      graph.constructEdge(n, kNodes - 1 - n);
      graph.getEdgeData(graph.edge_begin(n)).value = static_cast<int>(n);
      graph.fixEndEdge(n, n + 1);
    }
    graph.constructIncomingEdges();
    EXPECT_EQ(Counted::live, 2 * static_cast<int>(kNodes));
    Counted::untilFailure = 300;
    EXPECT_THROW(graph.constructIncomingEdges(), std::runtime_error);
    EXPECT_FALSE(graph.hasIncomingEdges());
    EXPECT_EQ(Counted::live, static_cast<int>(kNodes));
    Counted::untilFailure = 0;
    graph.constructIncomingEdges();
    EXPECT_EQ(graph.getInEdgeData(graph.in_edge_begin(3)).value, static_cast<int>(kNodes) - 4);
  }
  EXPECT_EQ(Counted::live, 0);
  galois::setActiveThreads(1);
}

TEST(CsrCscGraph, ReadingAgainDropsInEdges) {
  LC_CSR_CSC_Graph<int, std::uint32_t> graph;
  FileGraph file = toFileGraph<std::uint32_t>(randomGraph(10, 30));
  readGraph(graph, file);
  graph.constructIncomingEdges();
  EXPECT_TRUE(graph.hasIncomingEdges());
  readGraph(graph, file);
  EXPECT_FALSE(graph.hasIncomingEdges());
}

} // namespace
