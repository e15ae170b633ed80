/**
 * Is this the answer? Checks of shortest-path distances against the problem's definition, in linear
 * time, by code that shares nothing with the algorithms that computed them.
 *
 * Distances d are right if and only if
 *   1. d(source) = 0,
 *   2. no edge (u, v) of weight w with u reached has d(u) + w < d(v): none is too long, and nobody
 *      who can be reached is called unreached;
 *   3. every reached node can be reached from the source over tight edges, those with
 *      d(u) + w = d(v): none is too short.
 * A tight edge from a nearer node makes a node as right as the nearer nodes are. Edges of weight
 * zero (or, with floating point, too short to make a difference) can support each other in a circle
 * that nothing leads to: nodes that only they support are searched for from the others.
 */
#ifndef GALOIS_LONESTAR_SSSP_SSSPVERIFY_H
#define GALOIS_LONESTAR_SSSP_SSSPVERIFY_H

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "galois/Galois.h"

namespace sssp {

/// What firstNode() returns when no node is meant.
inline constexpr std::uint64_t kNobody = std::numeric_limits<std::uint64_t>::max();

/// The smallest node for which `wrong(node)` holds, or kNobody. Asks about every node, on all
/// active threads at once.
template <typename Graph, typename Predicate>
std::uint64_t firstNode(const Graph& graph, const Predicate& wrong) {
  std::atomic<std::uint64_t> first{kNobody};
  galois::do_all(
      galois::iterate(std::uint64_t{0}, std::uint64_t{graph.size()}),
      [&](std::uint64_t node) {
        if (wrong(static_cast<std::uint32_t>(node))) {
          // Relaxed: the number alone matters, and the end of the loop publishes it.
          std::uint64_t old = first.load(std::memory_order_relaxed);
          while (node < old && !first.compare_exchange_weak(old, node, std::memory_order_relaxed)) {
          }
        }
      },
      galois::steal(), galois::chunk_size<1024>());
  return first.load(std::memory_order_relaxed);
}

/// What stands for a node that is not reached: infinity, or the greatest value of the type.
template <typename Distance>
inline constexpr Distance kUnreached = std::numeric_limits<Distance>::has_infinity
                                           ? std::numeric_limits<Distance>::infinity()
                                           : std::numeric_limits<Distance>::max();

namespace internal {

/// Whether distance + weight < other; nothing wraps. With floating point, after rounding: a sum
/// that is rounded never comes out smaller than that of a shorter path, so right answers pass.
template <typename Distance, typename Weight>
bool sumIsBelow(Distance distance, Weight weight, Distance other) {
  if constexpr (std::is_floating_point_v<Distance>) {
    return distance + weight < other;
  } else {
    return other > distance && weight < other - distance;
  }
}

/// Whether distance + weight = other, in the same way.
template <typename Distance, typename Weight>
bool sumIs(Distance distance, Weight weight, Distance other) {
  if constexpr (std::is_floating_point_v<Distance>) {
    return distance + weight == other;
  } else {
    return other >= distance && weight == other - distance;
  }
}

} // namespace internal

/// Whether a shortest path is longer than `Distance` can hold: then some edge leads from a reached
/// node to one that is called unreached, because the sum over that edge did not fit. `longest` is
/// the greatest finite distance; when that plus the greatest weight fits, no edge needs a look.
template <typename Graph, typename Distance, typename Weight>
bool distancesOverflow(const Graph& graph, const Distance* distances, Distance longest,
                       Weight greatestWeight) {
  constexpr Distance kNone = kUnreached<Distance>;
  if (internal::sumIsBelow(longest, greatestWeight, kNone)) {
    return false;
  }
  const std::uint64_t cut = firstNode(graph, [&](std::uint32_t node) {
    if (distances[node] == kNone) {
      return false;
    }
    bool tooLong = false;
    for (const auto& edge : graph.edges(node)) {
      tooLong |= distances[edge.dst] == kNone &&
                 !internal::sumIsBelow(distances[node], edge.weight, kNone);
    }
    return tooLong;
  });
  return cut != kNobody;
}

namespace internal {

/// Marks the reached nodes that a chain of tight edges that add nothing links to a marked node. One
/// thread, linear time.
template <typename Graph, typename Distance>
void spreadOverZeroEdges(const Graph& graph, const Distance* distances,
                         std::vector<std::atomic<bool>>& supported) {
  constexpr Distance kNone = kUnreached<Distance>;
  std::vector<std::uint32_t> stack;
  auto visit = [&](std::uint32_t from) {
    for (const auto& edge : graph.edges(from)) {
      if (distances[edge.dst] == distances[from] &&
          sumIs(distances[from], edge.weight, distances[edge.dst]) &&
          !supported[edge.dst].load(std::memory_order_relaxed)) {
        supported[edge.dst].store(true, std::memory_order_relaxed);
        stack.push_back(edge.dst);
      }
    }
  };
  for (std::uint64_t node = 0; node < graph.size(); ++node) {
    if (distances[node] == kNone || !supported[node].load(std::memory_order_relaxed)) {
      continue;
    }
    visit(static_cast<std::uint32_t>(node));
    while (!stack.empty()) {
      const std::uint32_t next = stack.back();
      stack.pop_back();
      visit(next);
    }
  }
}

} // namespace internal

/// "" when `distances` are the shortest-path distances from `source`, with kUnreached for nodes
/// that are not reached; else one line about what is wrong. Runs on all active threads; O(nodes +
/// edges) time, a byte a node.
template <typename Graph, typename Distance>
std::string verifyDistances(const Graph& graph, std::uint32_t source, const Distance* distances) {
  constexpr Distance kNone = kUnreached<Distance>;
  if (distances[source] != 0) {
    return fmt::format("the source, node {}, has distance {} instead of 0", source,
                       distances[source]);
  }

  std::vector<std::atomic<bool>> supported(graph.size());
  supported[source].store(true, std::memory_order_relaxed);
  const std::uint64_t relaxable = firstNode(graph, [&](std::uint32_t node) {
    const Distance distance = distances[node];
    if (distance == kNone) {
      return false;
    }
    bool tooFar = false;
    for (const auto& edge : graph.edges(node)) {
      const Distance other = distances[edge.dst];
      if (internal::sumIsBelow(distance, edge.weight, other)) {
        tooFar = true;
      } else if (other > distance && internal::sumIs(distance, edge.weight, other)) {
        supported[edge.dst].store(true, std::memory_order_relaxed);
      }
    }
    return tooFar;
  });
  if (relaxable != kNobody) {
    return fmt::format("an edge of node {}, at distance {}, leads to a node that is further away "
                       "than the edge is long",
                       relaxable, distances[relaxable]);
  }

  auto unsupported = [&](std::uint32_t node) {
    return distances[node] != kNone && !supported[node].load(std::memory_order_relaxed);
  };
  if (firstNode(graph, unsupported) == kNobody) {
    return "";
  }
  internal::spreadOverZeroEdges(graph, distances, supported);
  const std::uint64_t wrong = firstNode(graph, unsupported);
  return wrong == kNobody
             ? ""
             : fmt::format("node {} has distance {}, but no path from the source is that short",
                           wrong, distances[wrong]);
}

/// "" when the two answers are the same, else one line about the first difference.
template <typename Graph, typename Distance>
std::string compareDistances(const Graph& graph, const Distance* distances,
                             const Distance* reference) {
  const std::uint64_t different =
      firstNode(graph, [&](std::uint32_t node) { return distances[node] != reference[node]; });
  return different == kNobody ? ""
                              : fmt::format("node {} has distance {}, sequential Dijkstra says {}",
                                            different, distances[different], reference[different]);
}

} // namespace sssp

#endif
