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
#include <queue>
#include <tuple>
#include <vector>

#include "ColorProblem.h"
#include "Palettes.h"

namespace color {

/// Finds the least colour that no neighbour has. One thread, O(degree) a call.
class LeastFree {
public:
  explicit LeastFree(std::uint64_t greatestDegree) : seenBy_(greatestDegree + 2, kUncolored) {}

  Color operator()(const Graph& graph, const galois::LargeArray<Color>& colors, Node node) {
    const std::uint64_t degree = graph.degree(node);
    for (const auto& edge : graph.row(node)) {
      seenBy_[std::min<std::uint64_t>(colors[edge.dst], degree + 1)] = node;
    }
    Color color = 0;
    while (seenBy_[color] == node) {
      ++color;
    }
    return color;
  }

private:
  std::vector<Node> seenBy_;
};

/// O(edges).
inline void colorGreedily(const Problem& problem) {
  LeastFree leastFree(problem.greatestDegree);
  for (std::size_t n = 0; n < problem.graph.size(); ++n) {
    problem.colors[n] = leastFree(problem.graph, problem.colors, static_cast<Node>(n));
  }
}

/// O(edges log edges). Returns the number of entries taken from the queue.
inline std::uint64_t colorBySaturation(const Problem& problem) {
  // Saturation, degree and node, greatest first; only a node's entry with its saturation counts.
  using Entry = std::tuple<std::uint32_t, std::uint64_t, Node>;
  const Graph& graph = problem.graph;
  Palettes palettes(graph);
  std::vector<std::uint32_t> saturations(graph.size());
  std::vector<Entry> first;
  for (std::size_t n = 0; n < graph.size(); ++n) {
    const auto node = static_cast<Node>(n);
    first.emplace_back(0, graph.degree(node), ~node);
  }
  std::priority_queue<Entry> queue({}, std::move(first));
  std::uint64_t taken = 0;
  for (; !queue.empty(); ++taken) {
    const auto [saturation, degree, inverse] = queue.top();
    queue.pop();
    const Node node = ~inverse;
    if (problem.colors[node] != kUncolored || saturation != saturations[node]) {
      continue;
    }
    const Color color = palettes.leastFree(node);
    problem.colors[node] = color;
    for (const auto& edge : graph.row(node)) {
      if (problem.colors[edge.dst] == kUncolored && palettes.add(edge.dst, color)) {
        queue.emplace(++saturations[edge.dst], graph.degree(edge.dst), ~edge.dst);
      }
    }
  }
  return taken;
}

/// Colours in use, when all nodes have one and none is left out.
inline std::uint64_t countColors(const galois::LargeArray<Color>& colors) {
  return std::uint64_t{*std::max_element(colors.begin(), colors.end())} + 1;
}

} // namespace color

#endif
