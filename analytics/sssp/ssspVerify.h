/**
 * Checks shortest-path distances against the problem's definition, in linear time. The code shares
 * nothing with the algorithms that computed the distances.
 *
 * Distances d are right if and only if
 *
 * 1. d(source) = 0;
 * 2. no edge (u, v) of weight w with u reached has d(u) + w < d(v). So no distance is too long, and
 *    no reachable node is called unreached;
 * 3. every reached node can be reached from the source over tight edges, those with d(u) + w =
 *    d(v). So no distance is too short.
 *
 * A tight edge from a nearer node proves a node's distance if the nearer node's distance is right.
 * Edges of weight zero can also support each other in a cycle to which no other tight edge leads.
 * With floating point, the same holds for edges too short to change the sum. Nodes that only such
 * edges support are searched for from the other nodes.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>
#include <fmt/format.h>

#include "galois/ParallelSTL.h"
#include "galois/substrate/Atomics.h"

namespace sssp {

/// The value that firstNode() returns when no node satisfies the predicate.
inline constexpr std::uint64_t kNobody = std::numeric_limits<std::uint64_t>::max();

/// Returns the smallest node for which `wrong(node)` holds, or kNobody. Evaluates the predicate on
/// all active threads, for every node up to that one and possibly for later ones.
template <typename Graph, typename Predicate>
std::uint64_t firstNode(const Graph& graph, const Predicate& wrong) {
  const boost::counting_iterator<std::uint64_t> begin(0), end(graph.size());
  const auto first = galois::ParallelSTL::find_if(
      begin, end, [&](std::uint64_t node) { return wrong(static_cast<std::uint32_t>(node)); });
  return first == end ? kNobody : *first;
}

/// The distance of an unreached node: infinity, or the greatest value of a type without infinity.
template <typename Distance>
inline constexpr Distance kUnreached = std::numeric_limits<Distance>::has_infinity
                                           ? std::numeric_limits<Distance>::infinity()
                                           : std::numeric_limits<Distance>::max();

namespace internal {

/// Returns whether distance + weight < other, without wrapping around. With floating point the
/// rounded sum is compared. Rounding is monotonic: the rounded sum of a longer path is never
/// smaller than that of a shorter one. So right answers pass.
template <typename Distance, typename Weight>
bool sumIsBelow(Distance distance, Weight weight, Distance other) {
  if constexpr (std::is_floating_point_v<Distance>) {
    return distance + weight < other;
  } else {
    return other > distance && weight < other - distance;
  }
}

/// Returns whether distance + weight = other, under the same rules as sumIsBelow().
template <typename Distance, typename Weight>
bool sumIs(Distance distance, Weight weight, Distance other) {
  if constexpr (std::is_floating_point_v<Distance>) {
    return distance + weight == other;
  } else {
    return other >= distance && weight == other - distance;
  }
}

} // namespace internal

/// Returns whether a shortest path is longer than `Distance` can hold. In that case some edge leads
/// from a reached node to one that is called unreached, because the sum over that edge did not fit.
/// `longest` is the greatest finite distance. When that plus the greatest weight fits, no edge is
/// visited.
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

/// One flag per node, which threads set while others read them. All accesses are relaxed: a flag
/// only ever goes from clear to set, and the end of a parallel loop publishes it.
class NodeFlags {
public:
  explicit NodeFlags(std::size_t nodes) : bytes_(nodes, 0) {}

  bool test(std::uint64_t node) const {
    return galois::AtomicRef<std::uint8_t>(bytes_[node]).load(galois::order::relaxed) != 0;
  }
  void set(std::uint64_t node) {
    galois::AtomicRef<std::uint8_t>(bytes_[node]).store(1, galois::order::relaxed);
  }

private:
  mutable std::vector<std::uint8_t> bytes_; // mutable because AtomicRef takes no const word
};

/// Marks the reached nodes that a chain of tight edges of no length links to a marked node. Runs on
/// one thread, in linear time.
template <typename Graph, typename Distance>
void spreadOverZeroEdges(const Graph& graph, const Distance* distances, NodeFlags& supported) {
  constexpr Distance kNone = kUnreached<Distance>;
  std::vector<std::uint32_t> stack;
  auto visit = [&](std::uint32_t from) {
    for (const auto& edge : graph.edges(from)) {
      if (distances[edge.dst] == distances[from] &&
          sumIs(distances[from], edge.weight, distances[edge.dst]) && !supported.test(edge.dst)) {
        supported.set(edge.dst);
        stack.push_back(edge.dst);
      }
    }
  };
  for (std::uint64_t node = 0; node < graph.size(); ++node) {
    if (distances[node] == kNone || !supported.test(node)) {
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

/// Returns "" when `distances` are the shortest-path distances from the nearest of `sources`, with
/// kUnreached for unreached nodes. Otherwise returns one line about what is wrong. Runs on all active
/// threads, in O(nodes + edges) time with one byte per node.
template <typename Graph, typename Distance>
std::string verifyDistances(const Graph& graph, std::span<const std::uint32_t> sources,
                            const Distance* distances) {
  constexpr Distance kNone = kUnreached<Distance>;
  internal::NodeFlags supported(graph.size());
  for (const std::uint32_t source : sources) {
    if (distances[source] != 0) {
      return fmt::format("the source, node {}, has distance {} instead of 0", source,
                         distances[source]);
    }
    supported.set(source);
  }
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
        supported.set(edge.dst);
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
    return distances[node] != kNone && !supported.test(node);
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

/// Does the same for one source.
template <typename Graph, typename Distance>
std::string verifyDistances(const Graph& graph, std::uint32_t source, const Distance* distances) {
  return verifyDistances(graph, std::span<const std::uint32_t>(&source, 1), distances);
}

/// Returns "" when the two answers are the same, otherwise one line about the first difference.
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
