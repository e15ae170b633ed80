/**
 * Checks that a set is the greedy one of an order. The code shares nothing with the algorithms.
 *
 * No two members are neighbours, and every other node has an earlier neighbour in the set. By
 * induction along the order, the greedy algorithm then takes exactly the members: it takes a member,
 * because no earlier neighbour is in the set, and no other node, because one is.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace mis {

/// Returns "" if `members` has 1 for the nodes of the greedy set and 0 for the others, otherwise one
/// line about a node that is wrong. O(nodes + edges) time on one thread.
/// @param order  has precedes(a, b)
template <typename Graph, typename Order, typename Members>
std::string verifySet(const Graph& graph, const Order& order, const Members& members) {
  for (std::size_t n = 0; n < graph.size(); ++n) {
    const auto node = static_cast<std::uint32_t>(n);
    if (members[node] > 1) {
      return fmt::format("node {} has {}, which is neither 0 nor 1", node, unsigned{members[node]});
    }
    bool covered = members[node] == 1;
    for (const auto& edge : graph.row(node)) {
      if (members[edge.dst] != 1) {
        continue;
      }
      if (members[node] == 1) {
        return fmt::format("nodes {} and {} are neighbours, and both are in the set", node,
                           edge.dst);
      }
      covered = covered || order.precedes(edge.dst, node);
    }
    if (!covered) {
      return fmt::format("node {} is not in the set, and no earlier neighbour is", node);
    }
  }
  return "";
}

} // namespace mis
