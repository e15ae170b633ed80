/**
 * Colouring on one thread. The greedy algorithm in the order of nodes is the baseline of speed.
 * DSATUR is the baseline of the number of colours [Brelaz, "New Methods to Color the Vertices of a
 * Graph", CACM 1979]. It always colours the node whose neighbours have the most colours, among
 * equals the one of greatest degree, and among equals the first.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <queue>
#include <vector>

#include "ColorProblem.h"
#include "LeastFree.h"
#include "NeighbourColours.h"
#include "galois/runtime/report/TaskProgress.h"

namespace color {

using galois::runtime::TaskProgress;

/// Colours the graph greedily in the order of nodes, in O(edges) time.
/// @throws galois::substrate::Cancelled
inline void colorGreedily(const Problem& problem) {
  LeastFree leastFree(problem.greatestDegree);
  for (std::size_t n = 0; n < problem.graph.size(); ++n) {
    problem.colors[n] = leastFree(rowBefore(problem.graph, static_cast<Node>(n)),
                                  [&](Node near) { return problem.colors[near]; });
    if (n % TaskProgress::kSteps == TaskProgress::kSteps - 1) {
      TaskProgress::countOrThrow(TaskProgress::kSteps);
    }
  }
}

/// Colours `graph`, of which no node has a colour yet, by DSATUR. Takes O(edges log edges) time.
/// Returns the number of entries taken from the queue.
/// @throws galois::substrate::Cancelled
template <typename Graph, typename Colors>
std::uint64_t colorBySaturation(const Graph& graph, Colors& colors) {
  std::vector<Node> nodes(graph.size());
  std::iota(nodes.begin(), nodes.end(), Node{0});
  std::ranges::stable_sort(nodes, std::greater(), [&](Node node) { return graph.degree(node); });
  std::vector<Node> places(graph.size()); // each node's place in this order
  // An entry is the saturation, then the greatest place minus the node's place; the greatest entry
  // comes first. Only a node's entry with its present saturation counts. Nodes of saturation 0 need
  // no entries: they come in the order of places.
  std::priority_queue<std::uint64_t> queue;
  auto entry = [](std::uint32_t saturation, Node place) {
    return static_cast<std::uint64_t>(saturation) << 32 | ~place;
  };
  for (std::size_t place = 0; place < nodes.size(); ++place) {
    places[nodes[place]] = static_cast<Node>(place);
  }
  NeighbourColours neighbourColours(graph);
  std::vector<std::uint32_t> saturations(graph.size());
  std::uint64_t taken = 0;
  auto countTaken = [&taken] {
    if (++taken % TaskProgress::kSteps == 0) {
      TaskProgress::countOrThrow(TaskProgress::kSteps);
    }
  };
  auto paint = [&](Node node) {
    const Color color = neighbourColours.leastFree(node);
    colors[node] = color;
    for (const auto& edge : graph.row(node)) {
      if (colors[edge.dst] == kUncolored && neighbourColours.add(edge.dst, color)) {
        queue.push(entry(++saturations[edge.dst], places[edge.dst]));
      }
    }
  };
  for (const Node first : nodes) {
    if (colors[first] == kUncolored) {
      countTaken();
      paint(first);
    }
    while (!queue.empty()) {
      countTaken();
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

/// Returns the number of colours in use. All nodes must be coloured, and no colour below the
/// greatest one may be unused.
template <typename Colors>
std::uint64_t countColors(const Colors& colors) {
  const auto greatest = std::max_element(colors.begin(), colors.end());
  return greatest == colors.end() ? 0 : std::uint64_t{*greatest} + 1;
}

} // namespace color
