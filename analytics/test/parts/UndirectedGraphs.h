/** Undirected graphs that unit tests share. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "analytics/graphs/UndirectedGraph.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/PackedCSR.h"

namespace graphs_test {

using Graph = lonestar::UndirectedGraph<void>;
using Node = Graph::Node;

/// Returns the graph as a program would read it.
inline Graph graphOf(std::size_t nodes, const std::vector<std::pair<Node, Node>>& edges) {
  galois::graphs::FileGraphWriter writer;
  writer.setNumNodes(nodes);
  writer.setNumEdges(edges.size());
  writer.phase1();
  for (const auto& [u, v] : edges) {
    writer.incrementDegree(u);
  }
  writer.phase2();
  for (const auto& [u, v] : edges) {
    writer.addNeighbor(u, v);
  }
  writer.finish();
  galois::graphs::PackedCSR<void> directed;
  directed.allocateFrom(writer, false);
  directed.constructFrom(writer, 0, 1);
  return Graph(std::move(directed));
}

/// Returns a sparse random graph with a few dense regions.
inline Graph randomGraph(std::uint32_t seed) {
  std::mt19937 random(seed);
  const Node nodes = 2 + random() % 200;
  std::vector<std::pair<Node, Node>> edges;
  for (Node i = 0; i < nodes * (random() % 3); ++i) {
    edges.emplace_back(random() % nodes, random() % nodes);
  }
  for (unsigned spot = random() % 3; spot > 0; --spot) {
    const Node width = 1 + random() % std::min<Node>(nodes, 40);
    const Node begin = random() % (nodes - width + 1);
    for (Node i = 0; i < width * width / 3; ++i) {
      edges.emplace_back(begin + random() % width, begin + random() % width);
    }
  }
  return graphOf(nodes, edges);
}

} // namespace graphs_test
