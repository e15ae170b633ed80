#include "galois/graphs/LC_CSR_Graph.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/ReadGraph.h"
#include "graphs/GraphTestSupport.h"
#include "support/SharedMemTest.h"

using galois::graphs::FileGraph;
using galois::graphs::GraphError;
using galois::graphs::LC_CSR_Graph;
using galois::graphs::readGraph;
using graphtest::EdgeList;
using graphtest::errorOf;
using graphtest::expectRows;
using graphtest::randomGraph;
using graphtest::rowsOf;
using graphtest::TempFolder;
using graphtest::toFileGraph;
using testing::HasSubstr;

namespace {

using Plain = LC_CSR_Graph<std::uint32_t, std::uint32_t>;

using CsrGraph = galois::test::SharedMemTest;

/// All combinations of the three options of a graph type.
template <typename Base>
using Combinations = testing::Types<
    typename Base::template with_no_lockable<false>::type,
    typename Base::template with_no_lockable<true>::type,
    typename Base::template _with_numa_alloc<true>,
    typename Base::template with_out_of_line_lockable<true>::type,
    typename Base::template _with_no_lockable<true>::template with_numa_alloc<true>::type,
    typename Base::template with_no_lockable<true>::type::template with_out_of_line_lockable<
        true>::type,
    typename Base::template with_numa_alloc<true>::type::template with_out_of_line_lockable<
        true>::type,
    typename Base::template with_numa_alloc<true>::type::template with_out_of_line_lockable<
        true>::type::template with_no_lockable<true>::type>;

template <typename Graph>
class CsrGraphOptions : public CsrGraph {};

} // namespace

TYPED_TEST_SUITE(CsrGraphOptions, Combinations<Plain>);

TYPED_TEST(CsrGraphOptions, ReadsFilesWithAnyNumberOfThreads) {
  const EdgeList list = randomGraph(3000, 40001);
  FileGraph file = toFileGraph<std::uint32_t>(list);
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    TypeParam graph;
    readGraph(graph, file);
    expectRows<std::uint32_t>(list, graph);
    for (auto n : graph) {
      ASSERT_EQ(graph.getData(n), 0U) << "node data is value-initialised";
    }
  }
}

TYPED_TEST(CsrGraphOptions, LocalSharesCoverEveryNodeOnce) {
  FileGraph file = toFileGraph<std::uint32_t>(randomGraph(1000, 9000));
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    TypeParam graph;
    readGraph(graph, file);
    // The last count differs from that of the construction: the shares must still cover the nodes.
    for (const unsigned now : {threads, 3U}) {
      galois::setActiveThreads(now);
      galois::do_all(galois::iterate(graph), [&](auto n) { graph.getData(n) += 1; });
      for (auto n : graph) {
        ASSERT_EQ(graph.getData(n), 1U);
      }
      for (auto n : graph) {
        graph.getData(n) = 0;
      }
    }
  }
}

TYPED_TEST(CsrGraphOptions, MovesAndSwaps) {
  const EdgeList list = randomGraph(10, 50);
  FileGraph file = toFileGraph<std::uint32_t>(list);
  TypeParam a;
  readGraph(a, file);
  TypeParam b(std::move(a));
  EXPECT_EQ(a.size(), 0U); // NOLINT(bugprone-use-after-move): what a moved-from graph is
  expectRows<std::uint32_t>(list, b);
  a = std::move(b);
  expectRows<std::uint32_t>(list, a);
  TypeParam empty;
  swap(a, empty);
  expectRows<std::uint32_t>(list, empty);
  EXPECT_EQ(a.size(), 0U);
  empty.deallocate();
  EXPECT_EQ(empty.size(), 0U);
  EXPECT_EQ(empty.sizeEdges(), 0U);
}

TEST_F(CsrGraph, OptionsChangeTheType) {
  using G = LC_CSR_Graph<int, int>;
  EXPECT_TRUE((std::is_same_v<G::with_id<true>::type, G>));
  EXPECT_TRUE((std::is_same_v<G::with_node_data<void>::type, LC_CSR_Graph<void, int>>));
  EXPECT_TRUE((std::is_same_v<G::with_edge_data<char>::type,
                              LC_CSR_Graph<int, char, false, false, false, int>>));
  EXPECT_TRUE((std::is_same_v<G::with_file_edge_data<char>::type,
                              LC_CSR_Graph<int, int, false, false, false, char>>));
  EXPECT_TRUE((std::is_same_v<G::with_no_lockable<true>::type, LC_CSR_Graph<int, int, true>>));
  EXPECT_TRUE((std::is_same_v<G::GraphNode, std::uint32_t>));
  EXPECT_TRUE((std::is_same_v<G::edge_iterator, boost::counting_iterator<std::uint64_t>>));
  EXPECT_TRUE((std::is_same_v<G::node_data_reference, int&>));
}

TEST_F(CsrGraph, VoidDataOnNodesAndEdges) {
  const EdgeList list = randomGraph(100, 701);
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    FileGraph file = toFileGraph<std::uint32_t>(list);
    LC_CSR_Graph<void, void> bare;
    readGraph(bare, file); // The file's edge data is ignored.
    expectRows<void>(list, bare);
    LC_CSR_Graph<int, void, true, true> nodes;
    readGraph(nodes, file);
    expectRows<void>(list, nodes);
    LC_CSR_Graph<void, std::uint32_t> edges;
    readGraph(edges, file);
    expectRows<std::uint32_t>(list, edges);
    bare.sortAllEdgesByDst();
    bare.transpose();
    EXPECT_EQ(bare.sizeEdges(), list.edges.size());
  }
}

TEST_F(CsrGraph, SmallestGraphs) {
  for (const unsigned threads : {1U, 16U}) {
    galois::setActiveThreads(threads);
    for (const EdgeList& list : {EdgeList{0, {}}, EdgeList{1, {}}, EdgeList{1, {{0, 0, 7}}},
                                 EdgeList{2, {{1, 1, 1}, {1, 0, 2}, {1, 1, 3}}}}) {
      FileGraph file = toFileGraph<std::uint32_t>(list);
      Plain graph;
      readGraph(graph, file);
      expectRows<std::uint32_t>(list, graph);
      EXPECT_EQ(std::distance(graph.begin(), graph.end()), list.nodes);
      graph.transpose();
      EXPECT_EQ(graph.sizeEdges(), list.edges.size());
      EXPECT_EQ(graph.getEdgePrefixSum().size(), list.nodes);
    }
  }
}

TEST_F(CsrGraph, ConvertsFileEdgeData) {
  const EdgeList list = randomGraph(20, 99);
  FileGraph file = toFileGraph<std::uint32_t>(list);
  LC_CSR_Graph<int, double>::with_file_edge_data<std::uint32_t>::type graph;
  readGraph(graph, file);
  expectRows<double>(list, graph);
  LC_CSR_Graph<int, int>::with_file_edge_data<void>::type ignored;
  readGraph(ignored, file);
  for (auto n : ignored) {
    for (auto e : ignored.edges(n)) {
      EXPECT_EQ(ignored.getEdgeData(e), 0);
    }
  }
}

TEST_F(CsrGraph, ReadUnweightedIgnoresWhateverTheFileHas) {
  galois::setActiveThreads(2);
  const EdgeList list = randomGraph(20, 99);
  const TempFolder folder;
  toFileGraph<std::uint64_t>(list).toFile(folder.file("w.gr"));
  toFileGraph<void>(list).toFile(folder.file("u.gr"));
  for (const char* name : {"w.gr", "u.gr"}) {
    Plain graph;
    EXPECT_THROW(readGraph(graph, folder.file(name)), GraphError);
    readGraph(graph, folder.file(name), true);
    expectRows<void>(list, graph);
    for (auto n : graph) {
      for (auto e : graph.edges(n)) {
        EXPECT_EQ(graph.getEdgeData(e), 0U);
      }
    }
  }
}

// U4: Galois reads version 2 as if destinations had 32 bits, past the end of the array.
TEST_F(CsrGraph, U4_ReadsVersion2Files) {
  const TempFolder folder;
  for (const std::size_t edges : {0U, 1U, 1000U, 20001U}) {
    const EdgeList list = randomGraph(500, edges);
    toFileGraph<std::uint32_t>(list).toFile(folder.file("v2.gr"), 2);
    for (const unsigned threads : {1U, 2U, 16U}) {
      galois::setActiveThreads(threads);
      Plain graph;
      graph.readGraphFromGRFile(folder.file("v2.gr"));
      expectRows<std::uint32_t>(list, graph);
    }
  }
}

// Threads fill their parts of a graph at the same time, so no part may write to another one.
TEST_F(CsrGraph, PartsOfAFileAreFilledSeparately) {
  const EdgeList list = randomGraph(500, 20001);
  const TempFolder folder;
  for (const unsigned version : {1U, 2U}) {
    toFileGraph<std::uint32_t>(list).toFile(folder.file("g.gr"), version);
    FileGraph file;
    file.fromFile(folder.file("g.gr"));
    const auto [nodes, edges] = file.divideByNode(12, 8, 1, 2); // the bytes of a node and an edge
    const auto node = static_cast<std::uint32_t>(*nodes.first);
    const Plain::edge_iterator edge(*edges.first);
    for (const bool readUnweighted : {false, true}) {
      Plain graph;
      graph.allocateFrom(file);
      graph.constructFrom(file, 1, 2, readUnweighted);
      ASSERT_EQ(graph.rowOffsets()[node], 0U) << "the last offset of part 0";
      ASSERT_GT(graph.rowOffsets()[node + 1], *edge) << "the first offset of part 1";
      const std::uint32_t other = (graph.getEdgeDst(edge) + 1) % list.nodes;
      graph.getData(node) = 17;
      graph.constructEdge(*edge, other, 18U);
      graph.constructFrom(file, 0, 2, readUnweighted);
      EXPECT_EQ(graph.rowOffsets()[node], *edge);
      EXPECT_EQ(graph.getData(node), 17U);
      EXPECT_EQ(graph.getEdgeDst(edge), other);
      EXPECT_EQ(graph.getEdgeData(edge), 18U);
    }
  }
}

TEST_F(CsrGraph, BadFilesAreErrorsInTheCallingThread) {
  galois::setActiveThreads(4);
  const TempFolder folder;
  const std::string path = folder.file("g.gr");
  Plain graph;
  EXPECT_THAT(errorOf([&] { readGraph(graph, path); }), HasSubstr("No such file"));
  graphtest::writeBytes(path, graphtest::bytesOf({1, 4, 2, 2, 1, 2}) +
                                  std::string("\1\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0", 16));
  EXPECT_THAT(errorOf([&] { readGraph(graph, path); }), HasSubstr("edge 1 leads to node 2"));
  EXPECT_THAT(errorOf([&] { graph.readGraphFromGRFile(path); }), HasSubstr("leads to node 2"));
  // Reading works again after the failures.
  readGraph(graph, *std::make_unique<FileGraph>(toFileGraph<std::uint32_t>({2, {{0, 1, 3}}})));
  EXPECT_EQ(graph.sizeEdges(), 1U);
}

TEST_F(CsrGraph, TooManyNodesFor32BitIds) {
  // A graph with so many nodes takes 32 GiB, too much for a test, so the check is called directly.
  using galois::graphs::internal::nodesFor32BitIds;
  const std::uint64_t most = 0xffffffff;
  EXPECT_EQ(nodesFor32BitIds(most, "g"), most);
  EXPECT_THAT(errorOf([&] { nodesFor32BitIds(most + 1, "'g.gr'"); }),
              HasSubstr("'g.gr' has 4294967296 nodes, too many for 32-bit"));
}

TEST_F(CsrGraph, FunctionalConstructor) {
  const EdgeList list = randomGraph(200, 3000);
  const auto rows = rowsOf(list);
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    Plain graph(
        list.nodes, list.edges.size(), [&](auto n) { return rows[n].size(); },
        [&](auto n, auto i) { return rows[n][i].dst; },
        [&](auto n, auto i) { return rows[n][i].weight; });
    expectRows<std::uint32_t>(list, graph);
    const LC_CSR_Graph<int, void> bare(
        list.nodes, list.edges.size(), [&](auto n) { return rows[n].size(); },
        [&](auto n, auto i) { return rows[n][i].dst; }, [](auto, auto) {});
    expectRows<void>(list, bare);
  }
  const auto one = [](auto, auto) { return 1U; };
  EXPECT_THAT(errorOf([&] {
                Plain(
                    1, 2, [](auto) { return 1; }, one, one);
              }),
              HasSubstr("2 were announced"));
  EXPECT_THAT(errorOf([&] {
                Plain(
                    1, 1, [](auto) { return 1; }, one, one);
              }),
              HasSubstr("0 -> 1"));
}

// U7: in Galois, construction is serial although the macro that requests this is undefined.
TEST_F(CsrGraph, U7_ConstructsInParallelByDefault) {
  galois::setActiveThreads(4);
  std::mutex lock;
  std::set<unsigned> callers;
  const Plain graph(
      1000, 1000, [](auto) { return 1; },
      [&](auto n, auto) {
        const std::lock_guard guard(lock);
        callers.insert(galois::substrate::ThreadPool::getTID());
        return n;
      },
      [](auto, auto) { return 0U; });
  EXPECT_EQ(callers.size(), 4U);
}

TEST_F(CsrGraph, ConstructFromRows) {
  const EdgeList list = randomGraph(50, 500);
  const auto rows = rowsOf(list);
  std::vector<std::uint64_t> sum;
  std::vector<std::vector<std::uint32_t>> ids(list.nodes);
  std::vector<std::vector<std::uint32_t>> data(list.nodes);
  std::uint64_t edges = 0;
  for (std::uint32_t n = 0; n < list.nodes; ++n) {
    sum.push_back(edges += rows[n].size());
    for (const auto& e : rows[n]) {
      ids[n].push_back(e.dst);
      data[n].push_back(e.weight);
    }
  }
  galois::setActiveThreads(3);
  Plain graph;
  graph.constructFrom(list.nodes, edges, sum, ids, data);
  expectRows<std::uint32_t>(list, graph);
  LC_CSR_Graph<void, void> bare;
  bare.constructFrom(list.nodes, edges, sum, ids);
  expectRows<void>(list, bare);
  LC_CSR_Graph<void, void> ignoresData;
  ignoresData.constructFrom(list.nodes, edges, sum, ids, data);
  expectRows<void>(list, ignoresData);

  ids[0].front() += list.nodes;
  EXPECT_THAT(errorOf([&] { graph.constructFrom(list.nodes, edges, sum, ids); }),
              HasSubstr("leads to a node that does not exist"));
  ids[0].front() -= list.nodes;
  EXPECT_THROW(graph.constructFrom(list.nodes, edges + 1, sum, ids, data), GraphError);
  // Programs that set the data later give a row of none for each node.
  LC_CSR_Graph<int, std::uint32_t> later;
  later.constructFrom(list.nodes, edges, sum, ids,
                      std::vector<std::vector<std::uint32_t>>(list.nodes));
  for (const auto n : later) {
    for (auto e : later.edges(n)) {
      EXPECT_EQ(later.getEdgeData(e), 0U);
      EXPECT_EQ(later.getEdgeDst(e), ids[n][static_cast<std::size_t>(*e - *later.edge_begin(n))]);
    }
  }
  data[7].pop_back();
  EXPECT_THROW(graph.constructFrom(list.nodes, edges, sum, ids, data), GraphError);
  data.pop_back();
  EXPECT_THROW(graph.constructFrom(list.nodes, edges, sum, ids, data), GraphError);
  ids[3].push_back(0);
  EXPECT_THROW(graph.constructFrom(list.nodes, edges, sum, ids), GraphError);
}

TEST_F(CsrGraph, BuildsByHand) {
  Plain graph;
  graph.allocateFrom(3, 2);
  graph.constructNodes();
  graph.constructEdge(0, 2, 5U);
  graph.constructEdge(1, 0);
  graph.fixEndEdge(0, 1);
  graph.fixEndEdge(1, 1);
  graph.fixEndEdge(2, 2);
  expectRows<std::uint32_t>({3, {{0, 2, 5}, {2, 0, 0}}}, graph);
  EXPECT_EQ(graph[0], 1U);
  EXPECT_EQ(graph[2], 2U);
  EXPECT_THAT(graph.getEdgePrefixSum(), testing::ElementsAre(1, 1, 2));
  EXPECT_EQ(graph.rowOffsets()[0], 0U);
  EXPECT_EQ(graph.edgeDestinations()[1], 0U);
  EXPECT_EQ(graph.edgeValues()[0], 5U);
  graph.destroyAndAllocateFrom(1, 0);
  EXPECT_EQ(graph.size(), 1U);
}

namespace {

/// Data whose initial value is not zero, unlike that of new memory.
struct Seven {
  int value = 7;
};

} // namespace

TEST_F(CsrGraph, DataThatIsNotSetHasItsInitialValue) {
  using Graph = LC_CSR_Graph<Seven, Seven>::with_file_edge_data<void>::type;
  const auto expectSevens = [](Graph& graph) {
    ASSERT_EQ(graph.size(), 3U);
    ASSERT_EQ(graph.getDegree(0), 2U);
    for (auto n : graph) {
      EXPECT_EQ(graph.getData(n).value, 7);
      for (auto e : graph.edges(n)) {
        EXPECT_EQ(graph.getEdgeDst(e), *e + 1);
        EXPECT_EQ(graph.getEdgeData(e).value, 7);
      }
    }
  };
  galois::setActiveThreads(2);
  FileGraph file = toFileGraph<std::uint32_t>({3, {{0, 1, 1}, {0, 2, 2}}});
  Graph fromFile;
  readGraph(fromFile, file);
  expectSevens(fromFile);
  Graph fromFunctions(
      3, 2, [](auto n) { return n == 0 ? 2 : 0; }, [](auto, auto i) { return i + 1; },
      [](auto, auto) { return Seven(); });
  expectSevens(fromFunctions);
  const std::vector<std::uint64_t> sum{2, 2, 2};
  const std::vector<std::vector<std::uint32_t>> ids{{1, 2}, {}, {}};
  Graph fromRows;
  fromRows.constructFrom(3, 2, sum, ids);
  expectSevens(fromRows);
  Graph withoutData;
  withoutData.constructFrom(3, 2, sum, ids, std::vector<std::vector<Seven>>{});
  expectSevens(withoutData);
}

// With UseNumaAlloc, the threads' shares have the same weight, however the graph was made.
TEST_F(CsrGraph, LocalSharesHaveTheSameWeight) {
  using Graph = LC_CSR_Graph<std::uint32_t, std::uint32_t, false, true>;
  constexpr std::uint32_t kNodes = 1000;
  // All edges leave node 0, which therefore weighs as much as 668 other nodes.
  EdgeList star{kNodes, {}};
  std::vector<std::vector<std::uint32_t>> ids(kNodes);
  for (std::uint32_t n = 0; n < kNodes; ++n) {
    star.edges.push_back({0, n, 1});
    ids[0].push_back(n);
  }
  const TempFolder folder;
  toFileGraph<std::uint32_t>(star).toFile(folder.file("star.gr"));
  galois::setActiveThreads(2);
  Graph fromFunctions(
      kNodes, kNodes, [](auto n) { return n == 0 ? kNodes : 0U; }, [](auto, auto i) { return i; },
      [](auto, auto) { return 1U; });
  Graph fromRows;
  fromRows.constructFrom(kNodes, kNodes, std::vector<std::uint64_t>(kNodes, kNodes), ids);
  Graph fromFile;
  fromFile.readGraphFromGRFile(folder.file("star.gr"));
  for (Graph* graph : {&fromFunctions, &fromRows, &fromFile}) {
    const auto shareOfThread0 = [&] {
      return std::distance(graph->local_begin(), graph->local_end());
    };
    EXPECT_LT(shareOfThread0(), kNodes / 4);
    graph->transpose(); // One edge leaves each node now.
    EXPECT_EQ(shareOfThread0(), kNodes / 2);
  }
}

TEST_F(CsrGraph, RefusesWhatMemoryCannotHold) {
  Plain graph;
  graph.allocateFrom(3, 2); // discarded in any case
  EXPECT_THAT(errorOf([&] { graph.allocateFrom(5, std::uint64_t{1} << 62); }),
              HasSubstr("out of memory"));
  EXPECT_EQ(graph.size(), 0U);
}

TEST_F(CsrGraph, SortsRowsWithTheirData) {
  const EdgeList list = randomGraph(100, 5000);
  FileGraph file = toFileGraph<std::uint32_t>(list);
  galois::setActiveThreads(2);
  Plain graph;
  readGraph(graph, file);

  for (auto n : graph) {
    graph.sortEdgesByEdgeData(n, std::greater<>());
  }
  EdgeList sorted = list;
  std::sort(sorted.edges.begin(), sorted.edges.end(),
            [](auto& a, auto& b) { return a.weight > b.weight; });
  expectRows<std::uint32_t>(sorted, graph);

  const auto byDstThenData = [](const auto& a, const auto& b) {
    return a.dst != b.dst ? a.dst < b.dst : a.get() < b.get();
  };
  for (auto n : graph) {
    graph.sortEdges(n, byDstThenData);
  }
  std::sort(sorted.edges.begin(), sorted.edges.end(),
            [](auto& a, auto& b) { return a.dst != b.dst ? a.dst < b.dst : a.weight < b.weight; });
  expectRows<std::uint32_t>(sorted, graph);

  graph.sortAllEdgesByDst();
  for (auto n : graph) {
    EXPECT_TRUE(std::is_sorted(graph.edgeDestinations() + graph.rowOffsets()[n],
                               graph.edgeDestinations() + graph.rowOffsets()[n + 1]));
  }
}

TEST_F(CsrGraph, FindsEdges) {
  const EdgeList list = randomGraph(40, 300);
  FileGraph file = toFileGraph<std::uint32_t>(list);
  Plain graph;
  readGraph(graph, file);
  std::set<std::pair<std::uint32_t, std::uint32_t>> known;
  for (const auto& e : list.edges) {
    known.emplace(e.src, e.dst);
  }
  const auto check = [&](const auto& find) {
    for (std::uint32_t a = 0; a < 40; ++a) {
      for (std::uint32_t b = 0; b < 40; ++b) {
        const auto e = find(a, b);
        if (known.count({a, b})) {
          ASSERT_NE(e, graph.edge_end(a));
          ASSERT_EQ(graph.getEdgeDst(e), b);
        } else {
          ASSERT_EQ(e, graph.edge_end(a));
        }
      }
    }
  };
  check([&](auto a, auto b) { return graph.findEdge(a, b); });
  graph.sortAllEdgesByDst();
  check([&](auto a, auto b) { return graph.findEdgeSortedByDst(a, b); });
}

TEST_F(CsrGraph, TransposeIsTheSameForEveryNumberOfThreads) {
  const EdgeList list = randomGraph(500, 20000);
  EdgeList turned{list.nodes, {}};
  const auto rows = rowsOf(list);
  for (const auto& row : rows) {
    for (const auto& e : row) {
      turned.edges.push_back({e.dst, e.src, e.weight});
    }
  }
  FileGraph file = toFileGraph<std::uint32_t>(list);
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    LC_CSR_Graph<int, std::uint32_t, false, true> graph;
    readGraph(graph, file);
    graph.getData(3) = 17;
    graph.transpose();
    expectRows<std::uint32_t>(turned, graph);
    EXPECT_EQ(graph.getData(3), 17);
  }
}

TEST(CsrGraphStatistics, TransposingReportsItsTimeIfItHasARegion) {
  const auto report = [](const char* region) {
    testing::internal::CaptureStdout();
    {
      galois::SharedMemSys system;
      LC_CSR_Graph<void, void> graph(
          3, 3, [](auto) { return 1; }, [](auto n, auto) { return n; }, [](auto, auto) {});
      graph.transpose(region);
    }
    return testing::internal::GetCapturedStdout();
  };
  EXPECT_THAT(report("Turning"), HasSubstr("STAT, Turning, TIMER_GRAPH_TRANSPOSE, TMAX, "));
  EXPECT_THAT(report(nullptr), testing::Not(HasSubstr("TIMER_GRAPH_TRANSPOSE")));
}

TEST_F(CsrGraph, DataThatOwnsMemory) {
  galois::setActiveThreads(2);
  const std::string text(100, 'x');
  LC_CSR_Graph<std::string, std::string> graph(
      100, 200, [](auto) { return 2; }, [](auto n, auto i) { return (n + i) % 100; },
      [&](auto n, auto) { return text + std::to_string(n); });
  for (auto n : graph) {
    graph.getData(n) = text;
  }
  graph.transpose();
  graph.sortAllEdgesByDst();
  for (auto n : graph) {
    ASSERT_EQ(graph.getDegree(n), 2U);
    for (auto e : graph.edges(n)) {
      EXPECT_EQ(graph.getEdgeData(e), text + std::to_string(graph.getEdgeDst(e)));
    }
  }
  graph.allocateFrom(2, 1);
  graph.constructEdge(0, 1, text);
  EXPECT_EQ(graph.getEdgeData(LC_CSR_Graph<int, int>::edge_iterator(0)), text);
}

TEST_F(CsrGraph, AtomicNodeDataUnderParallelUpdates) {
  galois::setActiveThreads(16);
  const EdgeList list = randomGraph(300, 30000);
  FileGraph file = toFileGraph<std::uint32_t>(list);
  LC_CSR_Graph<std::atomic<std::uint32_t>, std::uint32_t, true> graph;
  readGraph(graph, file);
  galois::do_all(
      galois::iterate(graph),
      [&](auto n) {
        for (auto e : graph.edges(n, galois::MethodFlag::UNPROTECTED)) {
          graph.getData(graph.getEdgeDst(e)).fetch_add(1, std::memory_order_relaxed);
        }
      },
      galois::steal());
  std::vector<std::uint32_t> in(list.nodes);
  for (const auto& e : list.edges) {
    ++in[e.dst];
  }
  for (auto n : graph) {
    EXPECT_EQ(graph.getData(n).load(), in[n]);
  }
}
