/**
 * The order in which the greedy algorithm looks at edges: by their keys, and edges of equal keys by
 * their lower ends, then by their higher ends. No two edges are equal in it.
 *
 * A node's edges lead to different nodes. In the order of all edges they have the order of (key, other
 * end): of two with equal keys, the one to the lower node has the lower pair of ends. So a node, or its
 * neighbours, can compare edges by 64-bit words.
 */
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/analytics/GreedyMatching.h"
#include "galois/substrate/Random.h"

namespace greedymatching {

using Node = std::uint32_t;

/// An order of edges.
class EdgeOrder {
public:
  /// An edge, where edges are compared with all others.
  struct Place {
    std::uint32_t key;
    Node u, v; ///< the lower end, and the higher one

    auto operator<=>(const Place&) const = default;
  };

  /// @param nodes  the number of nodes
  /// @param least, greatest  the range of the weights, for kByWeight
  EdgeOrder(std::size_t nodes, const galois::analytics::GreedyMatchingPlan& plan,
            std::uint32_t least, std::uint32_t greatest)
      : kind_(plan.order), seed_(plan.orderSeed), greatest_(greatest) {
    using Plan = galois::analytics::GreedyMatchingPlan;
    const std::uint64_t range = kind_ == Plan::kById       ? nodes
                                : kind_ == Plan::kByWeight ? greatest - least
                                                           : ~std::uint32_t{0};
    const auto bits = static_cast<unsigned>(std::bit_width(range));
    urgencyShift_ = bits > kUrgencyBits ? bits - kUrgencyBits : 0;
  }

  /// Returns the key of an edge between two nodes.
  std::uint32_t key(Node a, Node b, std::uint32_t weight) const {
    switch (kind_) {
    case galois::analytics::GreedyMatchingPlan::kById:
      return 0;
    case galois::analytics::GreedyMatchingPlan::kByWeight:
      return greatest_ - weight;
    default:
      return hash(std::min(a, b), std::max(a, b));
    }
  }
  Place place(Node a, Node b, std::uint32_t weight) const {
    return {key(a, b, weight), std::min(a, b), std::max(a, b)};
  }
  /// Returns a number of up to kUrgencyBits bits that does not fall along the order, for schedulers.
  std::uint32_t urgency(std::uint32_t key, Node a, Node b) const {
    const bool byId = kind_ == galois::analytics::GreedyMatchingPlan::kById;
    return (byId ? std::min(a, b) : key) >> urgencyShift_;
  }
  /// Returns whether rows in the order of their other ends are in the order of edges.
  bool isThatOfRows() const { return kind_ == galois::analytics::GreedyMatchingPlan::kById; }

private:
  static constexpr unsigned kUrgencyBits = 20;

  std::uint32_t hash(Node u, Node v) const {
    std::uint64_t state = std::uint64_t{u} << 32 | v;
    std::uint64_t seed = seed_;
    state ^= galois::substrate::detail::splitMix64(seed);
    return static_cast<std::uint32_t>(galois::substrate::detail::splitMix64(state) >> 32);
  }

  const galois::analytics::GreedyMatchingPlan::Order kind_;
  const std::uint64_t seed_;
  const std::uint32_t greatest_;
  unsigned urgencyShift_;
};

/// Returns the weight of an edge, which is 1 without weights.
template <typename Edge>
std::uint32_t weightOf(const Edge& edge) {
  if constexpr (requires { edge.weight; }) {
    return edge.weight;
  } else {
    return 1;
  }
}

/// Returns the order of a plan. O(nodes + edges) on all active threads where weights decide.
template <typename Graph>
EdgeOrder orderOf(const Graph& graph, const galois::analytics::GreedyMatchingPlan& plan) {
  if (plan.order != galois::analytics::GreedyMatchingPlan::kByWeight || graph.numEdges() == 0) {
    return {graph.size(), plan, 0, 0};
  }
  const lonestar::OneThreadIfSmall few(graph.size() + graph.numEdges());
  galois::GReduceMin<std::uint32_t> least;
  galois::GReduceMax<std::uint32_t> greatest;
  galois::do_all(galois::iterate(std::size_t{0}, graph.size()), [&](std::size_t n) {
    for (const auto& edge : graph.row(static_cast<Node>(n))) {
      least.update(weightOf(edge));
      greatest.update(weightOf(edge));
    }
  });
  return {graph.size(), plan, least.reduce(), greatest.reduce()};
}

/// Returns (node, edge of it) -> the place of the edge in an order, which must outlive the result.
inline auto placesIn(const EdgeOrder& order) {
  return
      [&order](Node node, const auto& edge) { return order.place(node, edge.dst, weightOf(edge)); };
}

} // namespace greedymatching
