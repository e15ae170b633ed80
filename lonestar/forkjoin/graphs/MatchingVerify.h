/** The check of matching-cpu. It shares no code with the algorithm. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "Matching.h"

namespace matching {

/// Returns "" when `matched` is a maximal matching, otherwise what is wrong with it: that a node
/// is matched at an edge that does not end there, or is not matched at its other end, or that an
/// edge has two free ends.
inline std::string matchingFault(std::span<const Edge> edges,
                                 std::span<const std::uint32_t> matched) {
  for (std::size_t node = 0; node < matched.size(); ++node) {
    const std::uint32_t at = matched[node];
    if (at == kUnmatched) {
      continue;
    }
    if (at >= edges.size()) {
      return fmt::format("node {} is matched at edge {}, which does not exist", node, at);
    }
    const Edge edge = edges[at];
    if (edge.u != node && edge.v != node) {
      return fmt::format("node {} is matched at edge {}-{}, which does not end there", node, edge.u,
                         edge.v);
    }
    const std::uint32_t other = edge.u == node ? edge.v : edge.u;
    if (matched[other] != at) {
      return fmt::format("node {} is matched with node {}, which is not matched with it", node,
                         other);
    }
  }
  for (const Edge& edge : edges) {
    if (matched[edge.u] == kUnmatched && matched[edge.v] == kUnmatched) {
      return fmt::format("the matching is not maximal: edge {}-{} has two free ends", edge.u,
                         edge.v);
    }
  }
  return "";
}

/// Returns "" when `matched` is what the sequential greedy algorithm finds in the order of the
/// edges, otherwise the first difference.
inline std::string greedyFault(std::span<const Edge> edges,
                               std::span<const std::uint32_t> matched) {
  std::vector<std::uint32_t> greedy(matched.size(), kUnmatched);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    std::uint32_t& u = greedy[edges[i].u];
    std::uint32_t& v = greedy[edges[i].v];
    if (u == kUnmatched && v == kUnmatched) {
      u = v = static_cast<std::uint32_t>(i);
    }
  }
  for (std::size_t node = 0; node < matched.size(); ++node) {
    if (matched[node] != greedy[node]) {
      return fmt::format("node {} is not matched as by the greedy algorithm", node);
    }
  }
  return "";
}

} // namespace matching
