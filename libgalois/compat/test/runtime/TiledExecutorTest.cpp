// Fixed2DGraphTiledExecutor: every edge between the two sets once per round, tiles that exclude each
// other, on any number of threads and with any sizes of tiles.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LC_CSR_Graph.h"
#include "galois/runtime/TiledExecutor.h"

namespace {

using galois::runtime::Fixed2DGraphTiledExecutor;
using Graph = galois::graphs::LC_CSR_Graph<std::uint64_t, std::uint32_t>;
using GNode = Graph::GraphNode;
using Edge = Graph::edge_iterator;

/// Items [0, items) have edges to users [items, items + users), and some to other items. Edge e has
/// the data e.
Graph bipartite(std::uint32_t items, std::uint32_t users, std::size_t edges, bool sorted = true) {
  std::vector<std::vector<std::uint32_t>> rows(items + users), data(items + users);
  std::mt19937 random(7);
  for (std::size_t e = 0; e < edges; ++e) {
    const auto draw = [&](std::uint32_t below) {
      return static_cast<std::uint32_t>(random() % below);
    };
    const std::uint32_t item = draw(items);
    rows[item].push_back(draw(10) == 0 ? draw(items) : items + draw(users));
  }
  std::vector<std::uint64_t> ends;
  std::uint64_t count = 0;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    if (sorted) {
      std::sort(rows[n].begin(), rows[n].end());
    }
    for (std::size_t i = 0; i < rows[n].size(); ++i) {
      data[n].push_back(static_cast<std::uint32_t>(count++));
    }
    ends.push_back(count);
  }
  Graph graph;
  graph.constructFrom(items + users, count, ends, rows, data);
  return graph;
}

template <typename Executor>
class Tiled : public ::testing::Test {};
using Executors =
    ::testing::Types<Fixed2DGraphTiledExecutor<Graph>, Fixed2DGraphTiledExecutor<Graph, true>>;
TYPED_TEST_SUITE(Tiled, Executors);

TYPED_TEST(Tiled, VisitsEveryEdgeOncePerRound) {
  for (const bool sorted : {true, false}) {
    Graph graph = bipartite(40, 70, 900, sorted);
    TypeParam executor(graph);
    for (const unsigned threads : {1U, 2U, 3U, 16U}) {
      galois::setActiveThreads(threads);
      for (const auto& [size1, size2] : std::vector<std::pair<int, int>>{
               {1, 1}, {7, 9}, {40, 70}, {100, 100}, {3, 70}, {40, 2}}) {
        for (const std::size_t rounds : {1U, 3U}) {
          std::vector<int> visits(graph.sizeEdges(), 0); // a tile's edges are one thread's
          executor.execute(
              graph.begin(), graph.begin() + 40, graph.begin() + 40, graph.end(), size1, size2,
              [&](GNode src, GNode dst, const Edge& edge) {
                ASSERT_LT(src, 40U);
                ASSERT_EQ(graph.getEdgeDst(edge), dst);
                ++visits[graph.getEdgeData(edge)];
                graph.getData(src) += 1; // the tile is alone with both ends
                graph.getData(dst) += 1;
              },
              true, rounds);
          std::uint64_t expected = 0;
          for (GNode n : graph) {
            for (auto edge : graph.edges(n)) {
              const int due = graph.getEdgeDst(edge) >= 40 ? static_cast<int>(rounds) : 0;
              ASSERT_EQ(visits[graph.getEdgeData(edge)], due);
              expected += 2 * due;
            }
          }
          std::uint64_t sum = 0;
          for (GNode n : graph) {
            sum += graph.getData(n);
            graph.getData(n) = 0;
          }
          ASSERT_EQ(sum, expected);
        }
      }
    }
  }
  galois::setActiveThreads(1);
}

TYPED_TEST(Tiled, TilesExcludeEachOther) {
  Graph graph = bipartite(30, 30, 600);
  TypeParam executor(graph);
  galois::setActiveThreads(16);
  // Whoever uses a block of sources or destinations must be alone there.
  std::vector<galois::Atomic<int>> sources(10), destinations(10);
  galois::Atomic<int> together{0};
  executor.execute(graph.begin(), graph.begin() + 30, graph.begin() + 30, graph.end(), 3, 3,
                   [&](GNode src, GNode dst, const Edge&) {
                     auto& row = sources[src / 3];
                     auto& column = destinations[(dst - 30) / 3];
                     if (row.fetch_add(1) != 0 || column.fetch_add(1) != 0) {
                       together.fetch_add(1);
                     }
                     for (int i = 0; i < 50; ++i) {
                       galois::substrate::asmPause();
                     }
                     row.fetch_sub(1);
                     column.fetch_sub(1);
                   });
  EXPECT_EQ(together.load(), 0);
  galois::setActiveThreads(1);
}

TYPED_TEST(Tiled, LimitsThreads) {
  Graph graph = bipartite(30, 30, 600);
  TypeParam executor(graph);
  galois::setActiveThreads(16);
  for (const unsigned limit : {1U, 2U, 100U}) {
    galois::GAccumulator<int> visits, beyond;
    executor.execute(
        graph.begin(), graph.begin() + 30, graph.begin() + 30, graph.end(), 4, 5,
        [&](GNode, GNode, const Edge&) {
          visits += 1;
          beyond += galois::substrate::ThreadPool::getTID() >= limit ? 1 : 0;
          for (int i = 0; i < 1000; ++i) { // so that other threads could take part
            galois::substrate::asmPause();
          }
        },
        limit, 2);
    int due = 0;
    for (GNode n : graph) {
      for (auto edge : graph.edges(n)) {
        due += graph.getEdgeDst(edge) >= 30 ? 2 : 0;
      }
    }
    EXPECT_EQ(visits.reduce(), due);
    EXPECT_EQ(beyond.reduce(), 0);
  }
  galois::setActiveThreads(1);
}

// A thread works on tile (0, 0), and meanwhile another one on all that it can. The first one then
// finds one tile in each row, and looks no farther in rows that are done. Both run on this thread.
TEST(TileSchedule, PassesOverRowsThatAreDone) {
  constexpr std::size_t kRows = 10, kColumns = 100;
  galois::runtime::internal::TileSchedule schedule(kRows, kColumns);
  std::vector<unsigned> done(kRows * kColumns);
  const auto mark = [&](std::size_t row, std::size_t column) { ++done[row * kColumns + column]; };
  unsigned looks = 0;
  const auto work = [&](std::size_t row, std::size_t column) {
    mark(row, column);
    if (row == 0 && column == 0) {
      unsigned left = 3 * kRows * kColumns;
      schedule.run(0, 2, mark, [&left] { return left == 0 || --left == 0; });
      EXPECT_EQ(std::count(done.begin(), done.end(), 1), 1 + (kRows - 1) * (kColumns - 1));
      looks = 0;
    }
  };
  schedule.run(0, 2, work, [&looks] { return ++looks, false; });
  EXPECT_EQ(done, std::vector<unsigned>(kRows * kColumns, 1));
  EXPECT_LE(looks, kColumns + 3 * kRows);
}

/// A graph that counts the rows and the destinations that are read, for one thread.
struct Watched {
  using GraphNode = GNode;
  using edge_iterator = Edge;
  Edge edge_begin(GNode n, galois::MethodFlag flag) {
    ++rows[n];
    return graph.edge_begin(n, flag);
  }
  Edge edge_end(GNode n, galois::MethodFlag flag) { return graph.edge_end(n, flag); }
  GNode getEdgeDst(const Edge& edge) {
    ++destinations;
    return graph.getEdgeDst(edge);
  }
  Graph& graph;
  std::map<GNode, int> rows;
  int destinations = 0;
};

TEST(TiledReads, OnlyRowsOfTheSources) {
  galois::setActiveThreads(1);
  Graph graph = bipartite(10, 10, 200);
  Watched watched{graph, {}, 0};
  Fixed2DGraphTiledExecutor<Watched>(watched).execute(graph.begin() + 2, graph.begin() + 5,
                                                      graph.begin() + 10, graph.end(), 3, 10,
                                                      [](GNode, GNode, const Edge&) {});
  // To see whether the row is sorted, and for its tile.
  EXPECT_EQ(watched.rows, (std::map<GNode, int>{{2, 2}, {3, 2}, {4, 2}}));
}

/// Returns how many destinations the search for the edges to nodes [first, first + 1) reads.
/// @param source  whose row leads to nodes 1 to 1024
template <bool UseExp>
int readsToFind(GNode first) {
  constexpr std::uint32_t kNodes = 1026;
  constexpr std::uint32_t kEdges = 1025; // one of them twice
  Graph graph(
      kNodes, kEdges, [](auto n) { return n == 0 ? kEdges : 0U; },
      [](auto, auto e) { return std::min(static_cast<std::uint32_t>(e) + 1, 1024U); },
      [](auto, auto) { return 0; });
  Watched watched{graph, {}, 0};
  int visits = 0;
  Fixed2DGraphTiledExecutor<Watched, UseExp>(watched).execute(
      graph.begin(), graph.begin() + 1, graph.begin() + first, graph.begin() + first + 1, 1, 1,
      [&](GNode, GNode dst, const Edge&) { visits += dst == first ? 1 : 1000; });
  EXPECT_EQ(visits, first < 1024 ? 1 : 2);
  return watched.destinations - 2 * static_cast<int>(kEdges - 1); // those to see that it is sorted
}

TEST(TiledReads, SearchesSortedRows) {
  galois::setActiveThreads(1);
  EXPECT_LE(readsToFind<false>(1), 14); // 11 in the search, 1 or 2 to visit, 1 to end
  EXPECT_LE(readsToFind<false>(700), 14);
  EXPECT_LE(readsToFind<false>(1024), 14);
  EXPECT_LE(readsToFind<true>(1), 4); // near the beginning
  EXPECT_LE(readsToFind<true>(2), 6);
  EXPECT_LE(readsToFind<true>(700), 24);
  EXPECT_LE(readsToFind<true>(1024), 24);
}

TYPED_TEST(Tiled, AcceptsNothing) {
  galois::setActiveThreads(3);
  Graph graph = bipartite(5, 5, 0);
  TypeParam executor(graph);
  const auto never = [](GNode, GNode, const Edge&) { FAIL(); };
  executor.execute(graph.begin(), graph.end(), graph.begin(), graph.end(), 2, 2, never);
  executor.execute(graph.begin(), graph.begin(), graph.begin(), graph.end(), 2, 2, never);
  executor.execute(graph.begin(), graph.end(), graph.end(), graph.end(), 2, 2, never);
  executor.execute(graph.begin(), graph.end(), graph.begin(), graph.end(), 2, 2, never, true, 0);
  Graph empty;
  TypeParam(empty).execute(empty.begin(), empty.end(), empty.begin(), empty.end(), 1U, 1L, never);
  galois::setActiveThreads(1);
}

TYPED_TEST(Tiled, RefusesWrongSizes) {
  Graph graph = bipartite(5, 5, 20);
  TypeParam executor(graph);
  const auto none = [](GNode, GNode, const Edge&) {};
  const auto run = [&](auto size1, auto size2, auto threads) {
    executor.execute(graph.begin(), graph.end(), graph.begin(), graph.end(), size1, size2, none,
                     threads);
  };
  EXPECT_THROW(run(0, 1, true), std::invalid_argument);
  EXPECT_THROW(run(1, -1, true), std::invalid_argument);
  EXPECT_THROW(run(1, 1, 0), std::invalid_argument);
  EXPECT_THROW(run(1, 1, -2), std::invalid_argument);
  EXPECT_NO_THROW(run(1, 1, 1));
}

TYPED_TEST(Tiled, PassesExceptionsOn) {
  Graph graph = bipartite(30, 30, 600);
  TypeParam executor(graph);
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    EXPECT_THROW(executor.execute(graph.begin(), graph.end(), graph.begin(), graph.end(), 2, 2,
                                  [&](GNode, GNode, const Edge& edge) {
                                    if (graph.getEdgeData(edge) == 300) {
                                      throw std::runtime_error("300");
                                    }
                                  }),
                 std::runtime_error);
    galois::GAccumulator<int> visits;
    executor.executeDense(graph.begin(), graph.end(), graph.begin(), graph.end(), 2, 2,
                          [&](GNode, GNode, const Edge&) { visits += 1; });
    EXPECT_EQ(visits.reduce(), 600);
  }
  galois::setActiveThreads(1);
}

/// Two sources with long rows, which lead to nodes 3, 2, 3, 2, ...
struct Endless {
  using GraphNode = GNode;
  using edge_iterator = boost::counting_iterator<std::uint64_t>;
  static edge_iterator edge_begin(GNode, galois::MethodFlag) { return edge_iterator(0); }
  static edge_iterator edge_end(GNode, galois::MethodFlag) {
    return edge_iterator(std::uint64_t{1} << 40);
  }
  static GNode getEdgeDst(const edge_iterator& edge) { return *edge % 2 == 0 ? 3 : 2; }
};

TEST(TiledExceptions, OtherTilesEnd) {
  Endless graph;
  const boost::counting_iterator<GNode> nodes(0);
  for (const unsigned threads : {1U, 2U}) {
    galois::setActiveThreads(threads);
    std::atomic<unsigned> calls{0};
    const auto fail = [&](GNode, GNode, Endless::edge_iterator) {
      if (calls++ == 0) {
        while (calls < threads) {
          std::this_thread::yield(); // until the other thread works on a tile
        }
        throw std::runtime_error("first");
      }
    };
    EXPECT_THROW(Fixed2DGraphTiledExecutor<Endless>(graph).execute(nodes, nodes + 2, nodes + 2,
                                                                   nodes + 4, 1, 1, fail),
                 std::runtime_error);
  }
  galois::setActiveThreads(1);
}

TYPED_TEST(Tiled, EndsWhenCancelled) {
  Graph graph = bipartite(30, 30, 600);
  TypeParam executor(graph);
  galois::setActiveThreads(3);
  galois::GAccumulator<int> visits;
  EXPECT_THROW(executor.execute(graph.begin(), graph.end(), graph.begin(), graph.end(), 2, 2,
                                [&](GNode, GNode, const Edge&) {
                                  visits += 1;
                                  galois::substrate::Cancellation::request();
                                }),
               galois::substrate::Cancelled);
  EXPECT_LT(visits.reduce(), 600);
  EXPECT_THROW(executor.execute(graph.end(), graph.end(), graph.begin(), graph.end(), 2, 2,
                                [](GNode, GNode, const Edge&) {}),
               galois::substrate::Cancelled)
      << "also if there is nothing to do";
  galois::substrate::Cancellation::reset();
  galois::setActiveThreads(1);
}

} // namespace
