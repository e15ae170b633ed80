/**
 * Checks a colouring against the definition. The code shares nothing with the colouring algorithms.
 */
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "galois/Reduction.h"

namespace color {

/// Returns "" when no edge of `graph` joins nodes of one colour and no colour exceeds the greatest
/// degree, so that at most greatestDegree + 1 colours are used. Otherwise returns one line about
/// the first node that is wrong. Runs on all active threads, in O(edges) time.
template <typename Graph, typename Color>
std::string verifyColors(const Graph& graph, const Color* colors, std::uint64_t greatestDegree) {
  galois::GReduceMin<std::uint64_t> high, clash;
  galois::do_all(
      galois::iterate(std::uint64_t{0}, std::uint64_t{graph.size()}),
      [&](std::uint64_t node) {
        if (colors[node] > greatestDegree) {
          high.update(node);
        }
        for (const auto& edge : graph.row(static_cast<std::uint32_t>(node))) {
          if (colors[edge.dst] == colors[node]) {
            clash.update(node);
          }
        }
      },
      galois::steal(), galois::chunk_size<256>());
  constexpr std::uint64_t kNobody = std::numeric_limits<std::uint64_t>::max();
  if (const std::uint64_t node = high.reduce(); node != kNobody) {
    return fmt::format("node {} has no colour from 0 to {}, the greatest degree", node,
                       greatestDegree);
  }
  if (const std::uint64_t node = clash.reduce(); node != kNobody) {
    return fmt::format("node {} and a neighbour both have colour {}", node, colors[node]);
  }
  return "";
}

} // namespace color
