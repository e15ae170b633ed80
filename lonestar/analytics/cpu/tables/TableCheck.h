/**
 * Checks a row of a table by Dijkstra's algorithm as a textbook has it. The code shares nothing with
 * the searches that computed the row.
 */
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "galois/runtime/report/TaskProgress.h"

namespace tables {

/// Returns the distances from a node to all others; the greatest value of the type, or infinity, where
/// no path leads, or none within the limit.
/// @param rows  a galois::graphs::PackedCSR
template <typename D, typename Rows>
std::vector<D> checkedDistances(const Rows& rows, std::uint32_t source, std::optional<D> limit) {
  constexpr D kNone = std::numeric_limits<D>::has_infinity ? std::numeric_limits<D>::infinity()
                                                           : std::numeric_limits<D>::max();
  using Entry = std::pair<D, std::uint32_t>;
  std::vector<D> distances(rows.size(), kNone);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  distances[source] = 0;
  queue.push({0, source});
  while (!queue.empty()) {
    const auto [distance, node] = queue.top();
    queue.pop();
    if (distance != distances[node]) {
      continue;
    }
    galois::runtime::TaskProgress::countOrThrow(1);
    for (const auto& edge : rows.edges(node)) {
      const auto weight = static_cast<D>(edge.weight);
      const bool fits = weight < kNone - distance; // no sum wraps
      if (fits && distance + weight < distances[edge.dst] &&
          (!limit || distance + weight <= *limit)) {
        distances[edge.dst] = distance + weight;
        queue.push({distances[edge.dst], edge.dst});
      }
    }
  }
  return distances;
}

} // namespace tables
