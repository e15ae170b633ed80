/**
 * Finds the path itself from the labels that a search left. It consists of tight edges (u, v),
 * those with distance(u) + weight = distance(v). A node that gave another its final label had its
 * own final label then. So tight edges lead from the source to the target, whatever the order of
 * the search.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "Labels.h"

namespace astar {

/// Finds paths on one graph, one after the other, with 4 bytes per node.
class PathFinder {
public:
  explicit PathFinder(std::size_t nodes) : parents_(nodes, kNone) {}

  /// Returns the nodes of a path over tight edges, from `source` to `target`; empty if there is
  /// none. Visits the edges of nodes that the search touched, each at most once.
  template <typename Graph>
  std::vector<Node> find(const Graph& graph, const Labels& labels, Node source, Node target) {
    std::vector<Node> stack{source};
    visited_.assign(1, source);
    parents_[source] = source;
    while (!stack.empty() && parents_[target] == kNone) {
      const Node node = stack.back();
      stack.pop_back();
      const std::uint64_t distance = distanceOf(labels[node]);
      for (const auto& edge : graph.edges(node)) {
        const Label label = labels[edge.dst];
        if (label != kUntouched && parents_[edge.dst] == kNone &&
            distance + edge.weight == distanceOf(label)) {
          parents_[edge.dst] = node;
          visited_.push_back(edge.dst);
          stack.push_back(edge.dst);
        }
      }
    }
    std::vector<Node> path;
    if (parents_[target] != kNone) {
      for (Node node = target; node != source; node = parents_[node]) {
        path.push_back(node);
      }
      path.push_back(source);
      std::reverse(path.begin(), path.end());
    }
    for (const Node node : visited_) {
      parents_[node] = kNone;
    }
    return path;
  }

private:
  static constexpr Node kNone = kInfinity; // no graph has so many nodes

  std::vector<Node> parents_;
  std::vector<Node> visited_;
};

} // namespace astar
