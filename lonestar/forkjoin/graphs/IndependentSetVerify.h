/** The check of independentset-cpu. It shares no code with the algorithm. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "IndependentSet.h"

namespace independentset {

/// Returns "" when the nodes in state kIn are a maximal independent set and all others are kOut,
/// otherwise what is wrong.
inline std::string setFault(const galois::inputs::Graph& graph,
                            std::span<const std::uint8_t> states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto node = static_cast<std::uint32_t>(i);
    if (states[node] != kIn && states[node] != kOut) {
      return fmt::format("node {} is undecided", node);
    }
    bool near = false;
    for (const std::uint32_t neighbour : graph.heads(node)) {
      near = near || states[neighbour] == kIn;
      if (states[node] == kIn && states[neighbour] == kIn) {
        return fmt::format("nodes {} and {} are neighbours and both in the set", node, neighbour);
      }
    }
    if (states[node] == kOut && !near) {
      return fmt::format("the set is not maximal: node {} could join it", node);
    }
  }
  return "";
}

/// Returns "" when the set is what the sequential greedy algorithm finds in this order, otherwise
/// the first difference.
inline std::string greedyFault(const galois::inputs::Graph& graph,
                               std::span<const std::uint32_t> order,
                               std::span<const std::uint8_t> states) {
  std::vector<bool> blocked(states.size()), in(states.size());
  for (const std::uint32_t node : order) {
    if (!blocked[node]) {
      in[node] = true;
      for (const std::uint32_t neighbour : graph.heads(node)) {
        blocked[neighbour] = true;
      }
    }
  }
  for (std::size_t node = 0; node < states.size(); ++node) {
    if (in[node] != (states[node] == kIn)) {
      return fmt::format("node {} is {} the set, unlike in that of the greedy algorithm", node,
                         in[node] ? "not in" : "in");
    }
  }
  return "";
}

} // namespace independentset
