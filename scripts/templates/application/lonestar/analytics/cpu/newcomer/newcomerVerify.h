/**
 * Checks labels against the definition. The code shares nothing with the operator: it searches from
 * each node in ascending order, on one thread. The first search that finds a node gives its label.
 */
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "NewcomerProblem.h"

namespace newcomer {

/// Returns the labels, in O(nodes + edges) time.
inline std::vector<Node> labelsBySearch(const Graph& graph) {
  constexpr Node kNone = std::numeric_limits<Node>::max();
  std::vector<Node> labels(graph.size(), kNone), found;
  for (std::size_t place = 0; place < graph.size(); ++place) {
    const auto root = static_cast<Node>(place);
    if (labels[root] != kNone) {
      continue;
    }
    labels[root] = root;
    found.assign(1, root);
    while (!found.empty()) {
      const Node node = found.back();
      found.pop_back();
      for (const auto& edge : graph.edges(node)) {
        if (labels[edge.dst] == kNone) {
          labels[edge.dst] = root;
          found.push_back(edge.dst);
        }
      }
    }
  }
  return labels;
}

/// Returns "" when the labels are right, otherwise one line about what is wrong.
inline std::string verifyLabels(const Graph& graph, const Labels& labels) {
  const std::vector<Node> right = labelsBySearch(graph);
  for (std::size_t node = 0; node < right.size(); ++node) {
    if (labels[node] != right[node]) {
      return fmt::format("node {} has the label {}; it is {}", node, labels[node], right[node]);
    }
  }
  return "";
}

} // namespace newcomer
