/**
 * Checks that a matching is the greedy one of an order. The code shares nothing with the algorithms.
 *
 * Partners name each other and have an edge. Each edge between nodes that are no partners has an end
 * that an earlier edge matches. By induction along the order, the greedy algorithm then takes exactly
 * the edges between partners: it takes these, because no earlier edge of the matching has a common end
 * with them, and no other edge, because one has.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace greedymatching {

/// Returns "" if `partners` has the greedy matching, otherwise one line about what is wrong. O(nodes +
/// edges) time on one thread.
/// @param placeOf   (node, edge of it) -> the place of the edge in the order of all edges
/// @param nobody    the partner of a node that has none
template <typename Graph, typename PlaceOf, typename Partners>
std::string verifyMatching(const Graph& graph, const PlaceOf& placeOf, const Partners& partners,
                           std::uint32_t nobody) {
  using Place = decltype(placeOf(std::uint32_t{}, *graph.row(0).begin()));
  const std::size_t size = graph.size();
  std::vector<Place> matched(size);
  for (std::size_t n = 0; n < size; ++n) {
    const auto node = static_cast<std::uint32_t>(n);
    const std::uint32_t partner = partners[node];
    if (partner == nobody) {
      continue;
    }
    if (partner >= size || partners[partner] != node) {
      return fmt::format("node {} has partner {}, which has another one", node, partner);
    }
    bool joined = false;
    for (const auto& edge : graph.row(node)) {
      if (edge.dst == partner) {
        matched[node] = placeOf(node, edge);
        joined = true;
      }
    }
    if (!joined) {
      return fmt::format("nodes {} and {} are partners, and have no edge", node, partner);
    }
  }
  for (std::size_t n = 0; n < size; ++n) {
    const auto node = static_cast<std::uint32_t>(n);
    for (const auto& edge : graph.row(node)) {
      const Place place = placeOf(node, edge);
      const auto takenBefore = [&](std::uint32_t end) {
        return partners[end] != nobody && matched[end] < place;
      };
      if (partners[node] != edge.dst && !takenBefore(node) && !takenBefore(edge.dst)) {
        return fmt::format(
            "the edge between nodes {} and {} is not in the matching, and no earlier "
            "edge matches one of them",
            node, edge.dst);
      }
    }
  }
  return "";
}

} // namespace greedymatching
