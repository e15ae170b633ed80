// LC_Morph_Graph against a plain model under random operations, with every option, read from files,
// and grown by loops with conflict detection.
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LC_Morph_Graph.h"
#include "galois/graphs/ReadGraph.h"
#include "galois/substrate/Random.h"
#include "graphs/GraphTestSupport.h"

namespace {

using galois::MethodFlag;
using galois::graphs::LC_Morph_Graph;
using galois::substrate::Random;

/// (source, destination, data) of each edge, by the data of the nodes.
using Edges = std::multiset<std::tuple<int, int, int>>;

template <typename Graph>
Edges edgesOf(Graph& graph) {
  Edges edges;
  for (auto n : graph) {
    for (auto e : graph.edges(n)) {
      edges.emplace(graph.getData(n), graph.getData(graph.getEdgeDst(e)), graph.getEdgeData(e));
    }
  }
  return edges;
}

template <typename G>
class LC_Morph : public ::testing::Test {
protected:
  G graph;
};

using Plain = LC_Morph_Graph<int, int>;
using Graphs =
    ::testing::Types<Plain, Plain::with_id<true>::type, Plain::with_no_lockable<true>::type,
                     Plain::_with_no_lockable<true>, Plain::with_numa_alloc<true>::type,
                     Plain::_with_numa_alloc<true>, Plain::with_out_of_line_lockable<true>::type,
                     LC_Morph_Graph<char, void>::with_node_data<int>::type::with_edge_data<
                         int>::type::with_file_edge_data<std::uint32_t>::type>;
TYPED_TEST_SUITE(LC_Morph, Graphs);

TYPED_TEST(LC_Morph, BehavesAsItsModel) {
  constexpr int kNodes = 10, kRoom = 6;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed, 0);
    this->graph.clear();
    std::vector<typename TypeParam::GraphNode> nodes;
    std::vector<std::vector<std::pair<int, int>>> model(kNodes); // (destination, data), in order
    for (int i = 0; i < kNodes; ++i) {
      nodes.push_back(this->graph.createNode(kRoom, i));
      this->graph.addNode(nodes.back());
      EXPECT_TRUE(this->graph.containsNode(nodes.back()));
    }
    for (int step = 1; step < 200; ++step) {
      const int a = static_cast<int>(random.below(kNodes));
      const int b = static_cast<int>(random.below(kNodes));
      auto& row = model[a];
      const auto known =
          std::find_if(row.begin(), row.end(), [b](const auto& edge) { return edge.first == b; });
      const auto edge = this->graph.findEdge(nodes[a], nodes[b]);
      ASSERT_EQ(edge - this->graph.edge_begin(nodes[a]), known - row.begin());
      switch (random.below(4)) {
      case 0:
        if (known != row.end()) {
          EXPECT_EQ(this->graph.addEdge(nodes[a], nodes[b], MethodFlag::WRITE, step), edge);
        } else if (row.size() < kRoom) {
          this->graph.addEdge(nodes[a], nodes[b], MethodFlag::WRITE, step);
          row.emplace_back(b, step);
        } else {
          EXPECT_THROW(this->graph.addEdge(nodes[a], nodes[b]), std::length_error);
        }
        break;
      case 1:
        if (row.size() < kRoom) {
          const auto made = this->graph.addMultiEdge(nodes[a], nodes[b]);
          EXPECT_EQ(this->graph.getEdgeData(made), 0);
          this->graph.getEdgeData(made) = step;
          row.emplace_back(b, step);
        } else {
          EXPECT_THROW(this->graph.addEdgeWithoutCheck(nodes[a], nodes[b], MethodFlag::WRITE, step),
                       std::length_error);
        }
        break;
      default:
        if (known != row.end()) {
          this->graph.removeEdge(nodes[a], edge);
          *known = row.back();
          row.pop_back();
        }
      }
      Edges expected;
      std::size_t count = 0;
      for (int n = 0; n < kNodes; ++n) {
        ASSERT_EQ(this->graph.getDegree(nodes[n]), model[n].size());
        count += model[n].size();
        for (const auto& [dst, data] : model[n]) {
          expected.emplace(n, dst, data);
        }
      }
      ASSERT_EQ(edgesOf(this->graph), expected);
      ASSERT_EQ(this->graph.sizeEdges(), count);
      ASSERT_EQ(this->graph.size(), std::size_t{kNodes});
    }
  }
}

TYPED_TEST(LC_Morph, ReadsFiles) {
  const graphtest::EdgeList list = graphtest::randomGraph(60, 400);
  galois::graphs::FileGraph file = graphtest::toFileGraph<std::uint32_t>(list);
  for (const unsigned threads : {1U, 2U, 3U, 16U}) {
    galois::setActiveThreads(threads);
    typename TypeParam::template with_file_edge_data<std::uint32_t>::type read;
    read.createNode(1, -1); // is discarded
    galois::graphs::readGraph(read, file);
    int number = 0;
    for (auto n : read) { // nodes have the order of the file
      read.getData(n) = number++;
    }
    ASSERT_EQ(read.size(), list.nodes);
    Edges expected;
    for (const graphtest::Edge& e : list.edges) {
      expected.emplace(e.src, e.dst, static_cast<int>(e.weight));
    }
    EXPECT_EQ(edgesOf(read), expected);
    galois::graphs::readGraph(read, file, true);
    EXPECT_EQ(read.sizeEdges(), list.edges.size());
    for (auto n : read) {
      for (auto e : read.edges(n)) {
        ASSERT_EQ(read.getEdgeData(e), 0);
      }
    }
  }
  galois::setActiveThreads(1);
}

// Each task makes a node and links it to two others. No node and no edge may be lost.
TYPED_TEST(LC_Morph, GrowsInParallel) {
  using Graph = typename TypeParam::template with_no_lockable<false>::type;
  constexpr int kOld = 30, kTasks = 2000;
  for (const unsigned threads : {1U, 2U, 3U, 16U}) {
    galois::setActiveThreads(threads);
    Graph grown;
    std::vector<typename Graph::GraphNode> old(kOld);
    galois::do_all(galois::iterate(0, kOld),
                   [&](int i) { old[i] = grown.createNode(2 * kTasks, -1 - i); });
    galois::for_each(
        galois::iterate(0, kTasks),
        [&](int task, auto&) {
          Random draw(5, task);
          auto a = old[draw.below(kOld)], b = old[draw.below(kOld)];
          grown.getData(a);
          grown.getData(b); // all locks are held from here on
          auto made = grown.createNode(2, task);
          grown.addMultiEdge(a, made, MethodFlag::WRITE, task);
          grown.addMultiEdge(b, made, MethodFlag::WRITE, task + kTasks);
          grown.addEdge(made, a, MethodFlag::WRITE, task);
          grown.addEdge(made, b, MethodFlag::WRITE, task);
        },
        galois::no_pushes());
    Edges expected;
    for (int task = 0; task < kTasks; ++task) {
      Random draw(5, task);
      const int a = -1 - static_cast<int>(draw.below(kOld));
      const int b = -1 - static_cast<int>(draw.below(kOld));
      expected.emplace(a, task, task);
      expected.emplace(b, task, task + kTasks);
      expected.emplace(task, a, task);
      if (a != b) {
        expected.emplace(task, b, task);
      }
    }
    EXPECT_EQ(edgesOf(grown), expected);
    galois::GAccumulator<int> seen;
    galois::do_all(galois::iterate(grown), [&](auto) { seen += 1; });
    EXPECT_EQ(seen.reduce(), kOld + kTasks);
  }
  galois::setActiveThreads(1);
}

TEST(LC_MorphGraph, NumbersNodes) {
  using Graph = LC_Morph_Graph<void, void>::with_id<true>::type;
  const graphtest::EdgeList list{3, {{0, 1, 0}, {2, 2, 0}}};
  galois::graphs::FileGraph file = graphtest::toFileGraph<void>(list);
  for (const unsigned threads : {1U, 16U}) {
    galois::setActiveThreads(threads);
    Graph graph;
    galois::graphs::readGraph(graph, file);
    galois::do_all(galois::iterate(0, 100), [&](int) { graph.createNode(0); });
    std::set<std::size_t> ids;
    std::set<std::pair<std::size_t, std::size_t>> edges;
    for (auto n : graph) {
      ids.insert(graph.getId(n));
      for (auto e : graph.edges(n)) {
        edges.emplace(graph.getId(n), graph.getId(graph.getEdgeDst(e)));
      }
    }
    EXPECT_EQ(ids.size(), 103U);
    EXPECT_EQ(*ids.rbegin(), 102U);
    EXPECT_EQ(edges, (std::set<std::pair<std::size_t, std::size_t>>{{0, 1}, {2, 2}}));
    graph.clear();
    EXPECT_EQ(graph.getId(graph.createNode(0)), 0U);
  }
  galois::setActiveThreads(1);
}

TEST(LC_MorphGraph, HasNoDataForVoid) {
  LC_Morph_Graph<void, void> graph;
  EXPECT_EQ(graph.begin(), graph.end());
  auto a = graph.createNode(1), b = graph.createNode(0L);
  graph.addEdge(a, b);
  EXPECT_EQ(graph.getEdgeDst(graph.edge_begin(a)), b);
  EXPECT_EQ(graph.edge_begin(b), graph.edge_end(b));
  EXPECT_THROW(graph.addEdge(b, a), std::length_error);
  EXPECT_EQ(graph.sizeEdges(), 1U);
}

TEST(LC_MorphGraph, RefusesImpossibleRoom) {
  LC_Morph_Graph<int, int> graph;
  EXPECT_THROW(graph.createNode(-1, 3), std::length_error);
  EXPECT_THROW(graph.createNode(~std::size_t{0} / 2, 3), std::length_error);
  EXPECT_EQ(graph.size(), 0U);
}

TEST(LC_MorphGraph, SortsEdges) {
  LC_Morph_Graph<int, int> graph;
  auto a = graph.createNode(20, 0);
  std::vector<LC_Morph_Graph<int, int>::GraphNode> others;
  for (int i = 0; i < 20; ++i) {
    others.push_back(graph.createNode(0, i));
    graph.addMultiEdge(a, others.back(), MethodFlag::UNPROTECTED, i * 7 % 20);
  }
  graph.sortEdgesByEdgeData(a);
  int next = 0;
  for (auto e : graph.edges(a)) {
    ASSERT_EQ(graph.getEdgeData(e), next);
    ASSERT_EQ(graph.getData(graph.getEdgeDst(e)) * 7 % 20, next++);
  }
  graph.sortEdges(a, [&](const auto& x, const auto& y) {
    return graph.getData(x.dst) > graph.getData(y.dst) && x.get() != y.get();
  });
  next = 20;
  for (auto e : graph.edges(a)) {
    ASSERT_EQ(graph.getData(graph.getEdgeDst(e)), --next);
  }
}

/// Counts how many of its objects exist.
struct Counted {
  explicit Counted(int* counter = nullptr) : count(counter) { add(1); }
  Counted(Counted&& other) noexcept : count(other.count) { add(1); }
  Counted& operator=(Counted&& other) noexcept {
    add(-1);
    count = other.count;
    add(1);
    return *this;
  }
  ~Counted() { add(-1); }
  void add(int by) const {
    if (count != nullptr) {
      *count += by;
    }
  }
  int* count;
};

TEST(LC_MorphGraph, DestroysData) {
  int nodes = 0, edges = 0;
  {
    LC_Morph_Graph<Counted, Counted> graph;
    auto a = graph.createNode(5, &nodes), b = graph.createNode(5, &nodes);
    for (int i = 0; i < 4; ++i) {
      graph.addMultiEdge(a, b, MethodFlag::WRITE, &edges);
    }
    graph.addMultiEdge(b, a, MethodFlag::WRITE, &edges);
    EXPECT_EQ(edges, 5);
    graph.removeEdge(a, graph.edge_begin(a));
    graph.removeEdge(b, graph.edge_begin(b));
    EXPECT_EQ(edges, 3);
    EXPECT_EQ(nodes, 2);
    graph.clear();
    EXPECT_EQ(nodes + edges, 0);
    a = graph.createNode(5, &nodes);
    graph.addMultiEdge(a, a, MethodFlag::WRITE, &edges);
    EXPECT_EQ(nodes + edges, 2);
  }
  EXPECT_EQ(nodes + edges, 0);
}

TEST(LC_MorphGraph, UsesTheMemoryOfEdgesAgain) {
  LC_Morph_Graph<int, int> graph;
  const auto first = graph.edge_begin(graph.createNode(5, 0));
  EXPECT_NE(graph.edge_begin(graph.createNode(5, 0)), first);
  graph.clear();
  EXPECT_EQ(graph.edge_begin(graph.createNode(5, 0)), first);
}

TEST(LC_MorphGraph, AcceptsDataThatCannotMove) {
  LC_Morph_Graph<galois::Atomic<int>, galois::Atomic<int>> graph;
  auto a = graph.createNode(1, 4);
  graph.addEdge(a, a, MethodFlag::UNPROTECTED, 7);
  EXPECT_EQ(graph.getEdgeData(graph.edge_begin(a)).load(), 7);
  EXPECT_EQ(graph.getData(a).load(), 4);
}

TEST(LC_MorphGraph, RefusesBrokenFiles) {
  const graphtest::TempFolder folder;
  const std::string path = folder.file("g.gr");
  LC_Morph_Graph<int, std::uint32_t> graph;
  galois::setActiveThreads(2);
  const auto error = [&] {
    return graphtest::errorOf([&] { galois::graphs::readGraph(graph, path); });
  };
  EXPECT_NE(error().find("cannot open"), std::string::npos);
  graphtest::writeBytes(path, graphtest::bytesOf({1, 0, 2, 2, 1, 2}));
  EXPECT_NE(error().find("is truncated"), std::string::npos) << error();
  graphtest::writeBytes(path, graphtest::bytesOf({1, 4, 2, 2, 1, 2, std::uint64_t{9} << 32, 0}));
  EXPECT_NE(error().find("leads to node 9"), std::string::npos) << error();
  graphtest::writeBytes(path, graphtest::bytesOf({1, 0, 2, 2, 1, 2, std::uint64_t{1} << 32}));
  EXPECT_NE(error().find("has no edge data"), std::string::npos) << error();
  graphtest::writeBytes(path, graphtest::bytesOf({1, 0, 0, 0}));
  EXPECT_EQ(graphtest::errorOf([&] { galois::graphs::readGraph(graph, path, true); }), "");
  EXPECT_EQ(graph.size(), 0U);
  galois::setActiveThreads(1);
}

TEST(LC_MorphGraph, LocksTheNeighbourhood) {
  LC_Morph_Graph<int, int> graph;
  auto a = graph.createNode(2, 0), b = graph.createNode(2, 1), c = graph.createNode(0, 2);
  graph.addEdge(a, b);
  graph.addEdge(a, c);
  galois::runtime::SimpleRuntimeContext iteration;
  galois::runtime::setThreadContext(&iteration);
  const auto expectLocks = [&](unsigned count) { EXPECT_EQ(iteration.release(), count); };
  graph.getData(a), expectLocks(1);
  graph.getData(a, MethodFlag::UNPROTECTED), expectLocks(0);
  graph.containsNode(a), expectLocks(1);
  graph.getDegree(a), expectLocks(1);
  graph.sortEdges(a, [](const auto& x, const auto& y) { return x.dst < y.dst; }), expectLocks(1);
  graph.edges(a), expectLocks(3);
  graph.edge_begin(a), expectLocks(3);
  graph.edge_end(a), expectLocks(1);
  graph.findEdge(a, b), expectLocks(2);
  graph.addEdge(b, c), expectLocks(2);
  graph.addMultiEdge(b, c), expectLocks(2);
  graph.removeEdge(b, graph.edge_begin(b, MethodFlag::UNPROTECTED)), expectLocks(2);
  graph.addNode(c), expectLocks(1);
  galois::runtime::setThreadContext(nullptr);
}

} // namespace
