/**
 * Colouring on one thread: greedily in the order of nodes, the yardstick of speed, and DSATUR, the
 * yardstick of the number of colours [Brelaz, "New Methods to Color the Vertices of a Graph", CACM
 * 1979]: always the node that sees the most colours, among equals the one of greatest degree, among
 * equals the first.
 */
#ifndef GALOIS_LONESTAR_COLOR_SEQUENTIALCOLORING_H
#define GALOIS_LONESTAR_COLOR_SEQUENTIALCOLORING_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <queue>
#include <vector>

#include "ColorProblem.h"
#include "LeastFree.h"
#include "Palettes.h"

namespace color {

/// O(edges).
inline void colorGreedily(const Problem& problem) {
  LeastFree leastFree(problem.greatestDegree);
  for (std::size_t n = 0; n < problem.graph.size(); ++n) {
    problem.colors[n] = leastFree(rowBefore(problem.graph, static_cast<Node>(n)),
                                  [&](Node near) { return problem.colors[near]; });
  }
}

/// Colours `graph`, of which no node has a colour yet. O(edges log edges). Returns the number of
/// entries taken from the queue.
template <typename Graph, typename Colors>
std::uint64_t colorBySaturation(const Graph& graph, Colors& colors) {
  std::vector<Node> nodes(graph.size());
  std::iota(nodes.begin(), nodes.end(), Node{0});
  std::ranges::stable_sort(nodes, std::greater(), [&](Node node) { return graph.degree(node); });
  std::vector<Node> places(graph.size()); // in this order
  // Saturation, then what is left after the place, greatest first; only a node's entry with its
  // saturation counts. Saturation 0 needs no entries: it is the order.
  std::priority_queue<std::uint64_t> queue;
  auto entry = [](std::uint32_t saturation, Node place) {
    return static_cast<std::uint64_t>(saturation) << 32 | ~place;
  };
  for (std::size_t place = 0; place < nodes.size(); ++place) {
    places[nodes[place]] = static_cast<Node>(place);
  }
  Palettes palettes(graph);
  std::vector<std::uint32_t> saturations(graph.size());
  std::uint64_t taken = 0;
  auto paint = [&](Node node) {
    const Color color = palettes.leastFree(node);
    colors[node] = color;
    for (const auto& edge : graph.row(node)) {
      if (colors[edge.dst] == kUncolored && palettes.add(edge.dst, color)) {
        queue.push(entry(++saturations[edge.dst], places[edge.dst]));
      }
    }
  };
  for (const Node first : nodes) {
    if (colors[first] == kUncolored) {
      ++taken;
      paint(first);
    }
    for (; !queue.empty(); ++taken) {
      const std::uint64_t top = queue.top();
      queue.pop();
      const Node node = nodes[~static_cast<Node>(top)];
      if (colors[node] == kUncolored && top >> 32 == saturations[node]) {
        paint(node);
      }
    }
  }
  return taken;
}

/// Colours in use, when all nodes have one and none is left out.
template <typename Colors>
std::uint64_t countColors(const Colors& colors) {
  const auto greatest = std::max_element(colors.begin(), colors.end());
  return greatest == colors.end() ? 0 : std::uint64_t{*greatest} + 1;
}

} // namespace color

#endif
