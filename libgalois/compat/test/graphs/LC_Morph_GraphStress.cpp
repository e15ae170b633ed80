// Many threads make nodes of an LC_Morph_Graph and move edges between nodes, in loops with conflict
// detection: no edge may be lost or doubled.
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LC_Morph_Graph.h"
#include "galois/substrate/Random.h"
#include "support/Stress.h"

namespace {

using galois::MethodFlag;
using Graph = galois::graphs::LC_Morph_Graph<int, int>;

// Every edge carries its number. A task takes an edge from one node and gives it to another. Now and
// then it also makes a node, which takes part from then on.
TEST(LC_MorphGraphStress, MovesEdges) {
  constexpr int kNodes = 24, kEdges = 200;
  const int tasks = 4000 * static_cast<int>(galois::test::stressScale());
  galois::setActiveThreads(galois::test::kStressThreads);
  Graph graph;
  std::vector<Graph::GraphNode> nodes;
  nodes.reserve(kNodes);
  for (int i = 0; i < kNodes; ++i) {
    nodes.push_back(graph.createNode(kEdges, i));
  }
  for (int i = 0; i < kEdges; ++i) {
    graph.addMultiEdge(nodes[i % kNodes], nodes[(i + 1) % kNodes], MethodFlag::UNPROTECTED, i);
  }
  galois::for_each(
      galois::iterate(0, tasks),
      [&](int task, auto&) {
        galois::substrate::Random draw(3, task);
        auto from = nodes[draw.below(kNodes)], to = nodes[draw.below(kNodes)];
        graph.getData(to);
        const auto edges = graph.edges(from); // locks its ends, too
        if (edges.begin() == edges.end() || graph.getDegree(to) == kEdges) {
          return;
        }
        const auto edge = *edges.begin();
        const int number = graph.getEdgeData(edge);
        auto end = draw.below(8) == 0 ? graph.createNode(0, -1) : graph.getEdgeDst(edge);
        graph.removeEdge(from, edge);
        graph.addMultiEdge(to, end, MethodFlag::WRITE, number);
      },
      galois::no_pushes());
  std::vector<int> seen(kEdges, 0);
  for (auto n : graph) {
    for (auto e : graph.edges(n)) {
      ++seen[graph.getEdgeData(e)];
    }
  }
  EXPECT_EQ(seen, std::vector<int>(kEdges, 1));
  galois::setActiveThreads(1);
}

} // namespace
