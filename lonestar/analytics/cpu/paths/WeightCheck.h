/** The check of a graph's weights by programs on shortest paths, which are given to them in bits. */
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "analytics/graphs/PathWeights.h"
#include "analytics/sssp/ssspVerify.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Graph.h"
#include "liblonestar/BoilerPlate.h"

namespace sssp {

/// Finds the weights' summary, which the search needs anyway, and refuses weights that are negative
/// or no numbers.
/// @param value  returns the number that the bits of a weight stand for, with a sign
/// @throws lonestar::AppError for such a weight
template <typename Weight, typename Value>
void checkWeights(const galois::analytics::Graph<Weight>& graph, const std::string& name,
                  const Value& value) {
  try {
    const Weight greatest = graph.weights().greatest;
    if constexpr (std::is_integral_v<Weight>) {
      // Read without a sign, negative weights are the greatest.
      if (!lonestar::isPathWeight(value(greatest))) {
        const auto& rows = graph.rows();
        const std::uint64_t node = firstNode(rows, [&](std::uint32_t candidate) {
          const auto row = rows.edges(candidate);
          return std::any_of(row.begin(), row.end(), [&](const auto& edge) {
            return !lonestar::isPathWeight(value(edge.weight));
          });
        });
        throw galois::analytics::InvalidGraph(
            lonestar::refusedWeight(rows, static_cast<std::uint32_t>(node), value));
      }
    }
  } catch (const galois::analytics::InvalidGraph& error) {
    throw lonestar::AppError(fmt::format("{}: {}", name, error.what()));
  }
}

} // namespace sssp
