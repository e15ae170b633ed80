// MorphGraph against a plain model under random operations, in all modes, and in loops with conflict
// detection.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "GraphTestSupport.h"
#include "galois/Galois.h"
#include "galois/graphs/MorphGraph.h"
#include "galois/graphs/Morph_SepInOut_Graph.h"
#include "galois/graphs/ReadGraph.h"
#include "galois/substrate/Random.h"

namespace {

using galois::MethodFlag;
using galois::graphs::Morph_SepInOut_Graph;
using galois::graphs::MorphGraph;
using ::testing::UnorderedElementsAre;

/// (source, destination, data) of each edge, by the data of the nodes; of an undirected graph at
/// both ends.
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

template <typename Graph>
Edges inEdgesOf(Graph& graph) {
  Edges edges;
  for (auto n : graph) {
    for (auto e : graph.in_edges(n)) {
      edges.emplace(graph.getData(graph.getEdgeDst(e)), graph.getData(n), graph.getEdgeData(e));
    }
  }
  return edges;
}

template <typename G, bool Directed, bool In, bool Separate = false>
struct Mode {
  using Graph = G;
  static constexpr bool kDirected = Directed, kIn = In, kSeparate = Separate;
};

template <typename M>
class Morph : public ::testing::Test {
protected:
  static constexpr int kNodes = 12;

  /// The model: edges by their number.
  struct Edge {
    int src, dst, data;
  };
  Edges expected() const {
    Edges edges;
    for (const Edge& e : model) {
      edges.emplace(e.src, e.dst, e.data);
      if (!M::kDirected) {
        edges.emplace(e.dst, e.src, e.data); // a loop has two entries, too
      }
    }
    return edges;
  }
  auto findModel(int a, int b) {
    return std::find_if(model.begin(), model.end(), [&](const Edge& e) {
      return (e.src == a && e.dst == b) || (!M::kDirected && e.src == b && e.dst == a);
    });
  }
  /// Each edge has data of its own.
  auto withData(int data) {
    return std::find_if(model.begin(), model.end(), [&](const Edge& e) { return e.data == data; });
  }
  void expectSame() {
    const Edges edges = edgesOf(graph);
    ASSERT_EQ(edges, expected());
    ASSERT_EQ(graph.sizeEdges(), edges.size());
    if constexpr (M::kIn) {
      ASSERT_EQ(inEdgesOf(graph), edges);
    }
  }

  typename M::Graph graph;
  std::vector<Edge> model;
};

using Modes = ::testing::Types<Mode<MorphGraph<int, int, true>, true, false>,
                               Mode<MorphGraph<int, int, true, true>, true, true>,
                               Mode<MorphGraph<int, int, false>, false, true>,
                               Mode<MorphGraph<int, int, true, false, true, true>, true, false>,
                               Mode<MorphGraph<int, int, true, true, false, true>, true, true>,
                               Mode<MorphGraph<int, int, true>::with_directional<
                                        false>::type::with_sorted_neighbors<true>::type,
                                    false, true>,
                               Mode<MorphGraph<int, int, false, true>, false, true>,
                               Mode<Morph_SepInOut_Graph<int, int, true>, true, false, true>,
                               Mode<Morph_SepInOut_Graph<int, int, true, true>, true, true, true>,
                               Mode<Morph_SepInOut_Graph<int, int, false>, false, true, true>>;
TYPED_TEST_SUITE(Morph, Modes);

TYPED_TEST(Morph, BehavesAsItsModel) {
  using Graph = typename TypeParam::Graph;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    galois::substrate::Random random(seed, 0);
    this->graph.clear();
    this->model.clear();
    std::vector<typename Graph::GraphNode> nodes;
    std::vector<bool> here(this->kNodes, true);
    for (int i = 0; i < this->kNodes; ++i) {
      nodes.push_back(this->graph.createNode(i));
      EXPECT_FALSE(this->graph.containsNode(nodes[i]));
      this->graph.addNode(nodes[i]);
    }
    for (int step = 0; step < 150; ++step) {
      const int a = static_cast<int>(random.below(this->kNodes));
      const int b = static_cast<int>(random.below(this->kNodes));
      const bool both = here[a] && here[b];
      const auto known = this->findModel(a, b);
      switch (random.below(6)) {
      case 0:
      case 1:
        if (both) { // known edges are reused
          const auto edge = this->graph.addEdge(nodes[a], nodes[b]);
          EXPECT_EQ(this->graph.getEdgeDst(edge), nodes[b]);
          if (known == this->model.end()) {
            EXPECT_EQ(this->graph.getEdgeData(edge), 0);
            this->graph.getEdgeData(edge) = step + 1;
            this->model.push_back({a, b, step + 1});
          }
        }
        break;
      case 2:
        if (both) {
          const auto edge = this->graph.addMultiEdge(nodes[a], nodes[b], MethodFlag::WRITE, -step);
          EXPECT_EQ(this->graph.getEdgeData(edge), -step);
          this->model.push_back({a, b, -step});
        }
        break;
      case 3:
      case 4: {
        if (!here[a]) {
          break;
        }
        const auto edge = this->graph.findEdge(nodes[a], nodes[b]);
        ASSERT_EQ(edge != this->graph.edge_end(nodes[a]), both && known != this->model.end());
        if (edge != this->graph.edge_end(nodes[a])) {
          const int data = this->graph.getEdgeData(edge);
          if constexpr (TypeParam::kIn) {
            const auto back = TypeParam::kSeparate ? this->graph.findInEdge(nodes[a], nodes[b])
                                                   : this->graph.findInEdge(nodes[b], nodes[a]);
            ASSERT_NE(back, this->graph.in_edge_end(nodes[b]));
            EXPECT_EQ(this->graph.getEdgeDst(back), nodes[a]);
            if (step % 2 == 0) {
              const int removed = this->graph.getEdgeData(back);
              this->graph.removeInEdge(nodes[b], back);
              this->model.erase(this->withData(removed));
              break;
            }
          }
          const auto same = this->withData(data);
          ASSERT_NE(same, this->model.end());
          ASSERT_EQ(same->src + same->dst, a + b);
          this->graph.removeEdge(nodes[a], edge);
          this->model.erase(same);
        }
        break;
      }
      default:
        if (here[a] && step % 3 == 0) {
          this->graph.removeNode(nodes[a]);
          here[a] = false;
          this->model.erase(std::remove_if(this->model.begin(), this->model.end(),
                                           [&](auto& e) { return e.src == a || e.dst == a; }),
                            this->model.end());
        }
      }
      this->expectSame();
      ASSERT_EQ(this->graph.size(),
                static_cast<std::size_t>(std::count(here.begin(), here.end(), true)));
      ASSERT_EQ(this->graph.containsNode(nodes[a]), here[a]);
    }
  }
}

TYPED_TEST(Morph, SortsAndFinds) {
  std::vector<typename TypeParam::Graph::GraphNode> nodes;
  for (int i = 0; i < 20; ++i) {
    nodes.push_back(this->graph.createNode(i));
    this->graph.addNode(nodes.back());
  }
  for (int i = 19; i > 0; i -= 2) {
    this->graph.addMultiEdge(nodes[0], nodes[i], MethodFlag::WRITE, i);
  }
  this->graph.sortAllEdgesByDst();
  for (int i = 1; i < 20; ++i) {
    const auto edge = this->graph.findEdgeSortedByDst(nodes[0], nodes[i]);
    ASSERT_EQ(edge != this->graph.edge_end(nodes[0]), i % 2 == 1);
    if (i % 2 == 1) {
      EXPECT_EQ(this->graph.getEdgeData(edge), i);
    }
  }
}

TYPED_TEST(Morph, ReadsFiles) {
  using graphtest::EdgeList;
  galois::setActiveThreads(2);
  const EdgeList list{4, {{0, 1, 5}, {1, 0, 5}, {1, 2, 6}, {2, 1, 6}, {3, 3, 7}, {3, 2, 8}}};
  galois::graphs::FileGraph file = graphtest::toFileGraph<std::uint32_t>(list);
  typename TypeParam::Graph::template with_file_edge_data<std::uint32_t>::type read;
  galois::graphs::readGraph(read, file);
  ASSERT_EQ(read.size(), 4U);
  int number = 0;
  for (auto n : read) {
    read.getData(n) = number++;
  }
  Edges arcs{{0, 1, 5}, {1, 0, 5}, {1, 2, 6}, {2, 1, 6}, {3, 3, 7}, {3, 2, 8}};
  if (!TypeParam::kDirected) { // each arc of the file is an edge
    arcs.insert({{1, 0, 5}, {0, 1, 5}, {2, 1, 6}, {1, 2, 6}, {3, 3, 7}, {2, 3, 8}});
  }
  EXPECT_EQ(edgesOf(read), arcs);
  galois::graphs::readGraph(read, file, true);
  EXPECT_EQ(read.getEdgeData(read.edge_begin(*read.begin())), 0);
  galois::setActiveThreads(1);
}

// Threads add edges between random nodes; each edge must be there once, from both ends.
TYPED_TEST(Morph, GrowsInParallel) {
  using Graph = typename TypeParam::Graph::template with_no_lockable<false>::type;
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    Graph grown;
    std::vector<typename Graph::GraphNode> nodes(40);
    galois::do_all(galois::iterate(0, 40), [&](int i) {
      nodes[i] = grown.createNode(i);
      grown.addNode(nodes[i]);
    });
    std::vector<int> tasks(3000);
    std::iota(tasks.begin(), tasks.end(), 0);
    galois::for_each(
        galois::iterate(tasks),
        [&](int task, auto&) {
          const galois::substrate::Random random(9, task);
          galois::substrate::Random draw = random;
          const int a = static_cast<int>(draw.below(40)), b = static_cast<int>(draw.below(40));
          grown.addMultiEdge(nodes[a], nodes[b], MethodFlag::WRITE, task);
        },
        galois::no_pushes());
    Edges expected;
    for (const int task : tasks) {
      galois::substrate::Random draw(9, task);
      const int a = static_cast<int>(draw.below(40)), b = static_cast<int>(draw.below(40));
      expected.emplace(a, b, task);
      if (!TypeParam::kDirected) {
        expected.emplace(b, a, task);
      }
    }
    EXPECT_EQ(edgesOf(grown), expected);
    if constexpr (TypeParam::kIn) {
      EXPECT_EQ(inEdgesOf(grown), expected);
    }
    // Half of the nodes leave; what remains are the edges between the others.
    galois::for_each(
        galois::iterate(0, 20), [&](int i, auto&) { grown.removeNode(nodes[2 * i]); },
        galois::no_pushes());
    EXPECT_EQ(grown.size(), 20U);
    for (auto e = expected.begin(); e != expected.end();) {
      e = std::get<0>(*e) % 2 == 0 || std::get<1>(*e) % 2 == 0 ? expected.erase(e) : std::next(e);
    }
    EXPECT_EQ(edgesOf(grown), expected);
  }
  galois::setActiveThreads(1);
}

TEST(MorphGraphInEdges, AreNoneWithoutThem) {
  MorphGraph<int, void, true> graph;
  const auto node = graph.createNode(7);
  graph.addNode(node);
  EXPECT_EQ(node->getData(), 7);
  const auto loop = graph.addEdge(node, node);
  EXPECT_EQ(graph.in_edge_begin(node), graph.in_edge_end(node));
  for (auto edge : graph.in_edges(node)) {
    ADD_FAILURE() << "an in-edge from " << graph.getEdgeDst(edge)->getData();
  }
  EXPECT_EQ(graph.findInEdge(node, node), graph.in_edge_end(node));
  EXPECT_THROW(graph.removeInEdge(node, loop), std::logic_error);
  EXPECT_EQ(graph.sizeEdges(), 1U);
}

TEST(MorphGraphLocks, AreThoseOfTheNeighbourhood) {
  using Graph = MorphGraph<int, void, false>;
  Graph graph;
  std::vector<Graph::GraphNode> nodes;
  for (int i = 0; i < 5; ++i) {
    nodes.push_back(graph.createNode(i));
    graph.addNode(nodes.back());
  }
  graph.addEdge(nodes[0], nodes[1]);
  graph.addEdge(nodes[0], nodes[2]);
  galois::runtime::SimpleRuntimeContext iteration;
  galois::runtime::setThreadContext(&iteration);
  graph.getData(nodes[3]);
  EXPECT_EQ(iteration.release(), 1U);
  graph.addEdge(nodes[3], nodes[4]);
  EXPECT_EQ(iteration.release(), 2U);
  graph.edges(nodes[0]);
  EXPECT_EQ(iteration.release(), 3U);
  graph.edges(nodes[0], MethodFlag::UNPROTECTED);
  EXPECT_EQ(iteration.release(), 0U);
  graph.removeNode(nodes[0]);
  EXPECT_EQ(iteration.release(), 3U);
  galois::runtime::setThreadContext(nullptr);
  EXPECT_EQ(graph.sizeEdges(), 2U); // the edge 3-4, at both ends
}

} // namespace
