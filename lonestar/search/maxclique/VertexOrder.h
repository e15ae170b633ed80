/**
 * Orders of a graph's vertices for a search of cliques, under the names that Prosser compares
 * ("Exact algorithms for maximum clique: a computational study", Algorithms 2012). Vertices that come
 * first are coloured first and tried last. Ties go to the vertex with the smaller number.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace lonestar::search {

/// Which vertices come first.
enum class VertexOrder {
  kDegree,    ///< those of the largest degree (MCSa1)
  kMinWidth,  ///< the order in which no vertex has many neighbours before it (MCSa2)
  kDegreeSum, ///< as kDegree; of equal ones those whose neighbours have the larger degrees (MCSa3)
};

namespace internal {

/// Takes away a vertex of the smallest degree again and again; the last one comes first. O(n^2 + m).
inline std::vector<std::uint32_t>
smallestLast(const std::vector<std::vector<std::uint32_t>>& adjacency) {
  const std::size_t vertices = adjacency.size();
  std::vector<std::size_t> degree(vertices);
  std::transform(adjacency.begin(), adjacency.end(), degree.begin(),
                 [](const auto& row) { return row.size(); });
  constexpr std::size_t kTaken = SIZE_MAX;
  std::vector<std::uint32_t> order(vertices);
  for (std::size_t left = vertices; left > 0; --left) {
    std::size_t least = vertices;
    for (std::size_t i = vertices; i-- > 0;) { // of equal ones, the smallest number is taken last
      if (degree[i] != kTaken && (least == vertices || degree[i] < degree[least])) {
        least = i;
      }
    }
    degree[least] = kTaken;
    order[left - 1] = static_cast<std::uint32_t>(least);
    for (const std::uint32_t other : adjacency[least]) {
      degree[other] -= degree[other] != kTaken ? 1 : 0;
    }
  }
  return order;
}

} // namespace internal

/// Returns the vertices in an order.
inline std::vector<std::uint32_t>
verticesBy(VertexOrder order, const std::vector<std::vector<std::uint32_t>>& adjacency) {
  if (order == VertexOrder::kMinWidth) {
    return internal::smallestLast(adjacency);
  }
  std::vector<std::uint64_t> sums(adjacency.size());
  if (order == VertexOrder::kDegreeSum) {
    for (std::size_t i = 0; i < adjacency.size(); ++i) {
      for (const std::uint32_t other : adjacency[i]) {
        sums[i] += adjacency[other].size();
      }
    }
  }
  std::vector<std::uint32_t> vertices(adjacency.size());
  std::iota(vertices.begin(), vertices.end(), 0u);
  std::stable_sort(vertices.begin(), vertices.end(), [&](std::uint32_t a, std::uint32_t b) {
    return adjacency[a].size() != adjacency[b].size() ? adjacency[a].size() > adjacency[b].size()
                                                      : sums[a] > sums[b];
  });
  return vertices;
}

} // namespace lonestar::search
