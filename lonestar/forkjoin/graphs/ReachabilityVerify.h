/** The check of reachability-cpu. It shares no code with the algorithm. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace reachability {

/// Returns 1 for the nodes that breadth-first search from the source reaches, and 0 for the others.
inline std::vector<std::uint8_t> reachedByLevels(const galois::inputs::Graph& graph,
                                                 std::uint32_t source) {
  std::vector<std::uint8_t> seen(graph.numNodes());
  std::vector<std::uint32_t> level{source}, next;
  seen[source] = 1;
  while (!level.empty()) {
    next.clear();
    for (const std::uint32_t node : level) {
      for (const std::uint32_t head : graph.heads(node)) {
        if (seen[head] == 0) {
          seen[head] = 1;
          next.push_back(head);
        }
      }
    }
    level.swap(next);
  }
  return seen;
}

/// Returns "" when `reached` is `right` and as many nodes were visited, otherwise what is wrong.
inline std::string reachedFault(std::span<const std::uint8_t> right,
                                std::span<const std::uint8_t> reached, std::uint64_t visited) {
  std::uint64_t count = 0;
  for (std::size_t node = 0; node < right.size(); ++node) {
    if (reached[node] != right[node]) {
      return fmt::format("node {} is {}reachable, but the answer says otherwise", node,
                         right[node] != 0 ? "" : "not ");
    }
    count += right[node];
  }
  if (visited != count) {
    return fmt::format("{} nodes are reachable, but {} were visited", count, visited);
  }
  return "";
}

} // namespace reachability
