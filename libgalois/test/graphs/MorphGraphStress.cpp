// Many threads move edges between nodes of every kind of MorphGraph, in loops with conflict
// detection: no edge may be lost or doubled, at either of its ends.
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/MorphGraph.h"
#include "galois/graphs/Morph_SepInOut_Graph.h"
#include "galois/substrate/Random.h"
#include "support/Stress.h"

namespace {

using galois::MethodFlag;
using galois::graphs::Morph_SepInOut_Graph;
using galois::graphs::MorphGraph;

template <typename G, bool Directed, bool BothEnds>
struct Mode {
  using Graph = G;
  static constexpr bool kDirected = Directed;
  static constexpr bool kBothEnds = BothEnds; ///< whether a node knows the edges that lead to it
};

template <typename M>
class MorphStress : public ::testing::Test {};

using Modes = ::testing::Types<Mode<MorphGraph<int, int, true>, true, false>,
                               Mode<MorphGraph<int, int, true, true>, true, true>,
                               Mode<MorphGraph<int, int, false>, false, true>,
                               Mode<MorphGraph<int, int, true, true, false, true>, true, true>,
                               Mode<Morph_SepInOut_Graph<int, int, true, true>, true, true>>;
TYPED_TEST_SUITE(MorphStress, Modes);

// Every edge carries its number. A task takes an edge from one node, and links another node to one
// that it made itself or that others use, too.
TYPED_TEST(MorphStress, MovesEdges) {
  using Graph = typename TypeParam::Graph;
  constexpr int kNodes = 24, kEdges = 200;
  const int tasks = 3000 * static_cast<int>(galois::test::stressScale());
  galois::setActiveThreads(galois::test::kStressThreads);
  Graph graph;
  std::vector<typename Graph::GraphNode> nodes;
  for (int i = 0; i < kNodes; ++i) {
    nodes.push_back(graph.createNode(i));
    graph.addNode(nodes.back());
  }
  for (int i = 0; i < kEdges; ++i) {
    graph.addMultiEdge(nodes[i % kNodes], nodes[i * 7 % kNodes], MethodFlag::UNPROTECTED, i);
  }
  galois::for_each(
      galois::iterate(0, tasks),
      [&](int task, auto&) {
        galois::substrate::Random draw(3, task);
        auto from = nodes[draw.below(kNodes)], to = nodes[draw.below(kNodes)];
        auto end = nodes[draw.below(kNodes)];
        graph.getData(to);
        graph.getData(end);
        const auto edges = graph.edges(from); // locks its ends, too
        if (edges.begin() == edges.end()) {
          return;
        }
        const auto edge = *edges.begin();
        const int number = graph.getEdgeData(edge);
        graph.removeEdge(from, edge);
        if (draw.below(8) == 0) {
          end = graph.createNode(-1);
          graph.addNode(end);
        }
        graph.addMultiEdge(to, end, MethodFlag::WRITE, number);
      },
      galois::no_pushes());
  galois::setActiveThreads(1);
  // The ends of each edge, as its source and as its destination know them.
  using Ends = std::multiset<std::pair<typename Graph::GraphNode, typename Graph::GraphNode>>;
  std::vector<Ends> out(kEdges), in(kEdges);
  for (auto n : graph) {
    for (auto e : graph.edges(n)) {
      out[graph.getEdgeData(e)].emplace(n, graph.getEdgeDst(e));
    }
    if constexpr (TypeParam::kBothEnds) {
      for (auto e : graph.in_edges(n)) {
        in[graph.getEdgeData(e)].emplace(graph.getEdgeDst(e), n);
      }
    }
  }
  for (int i = 0; i < kEdges; ++i) {
    ASSERT_FALSE(out[i].empty()) << "edge " << i;
    ASSERT_EQ(out[i].size(), TypeParam::kDirected ? 1U : 2U) << "edge " << i; // also of a loop
    if (TypeParam::kBothEnds) {
      ASSERT_EQ(out[i], in[i]) << "edge " << i;
    }
  }
}

} // namespace
