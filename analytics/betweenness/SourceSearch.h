/**
 * One source of Brandes' algorithm on one thread [U. Brandes, "A Faster Algorithm for Betweenness
 * Centrality", Journal of Mathematical Sociology 25, 2001].
 *
 * A search counts the shortest paths to each node, and lists the nodes in ascending order of their
 * distances. Then they are visited in reverse. The dependency of a node u is
 *
 *     sum over its successors v of paths(u) / paths(v) * (1 + dependency(v))
 *
 * where an edge of a shortest path leads from u to v. There are no lists of predecessors or
 * successors: the row of u is read again, and distances tell. What a node contributes to those before
 * it, (1 + dependency) / paths, takes the place of its number of paths once it is known.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

#include "BetweennessProblem.h"
#include "analytics/sssp/PathLength.h"
#include "analytics/sssp/SequentialDijkstra.h"
#include "galois/LargeArray.h"
#include "galois/runtime/report/TaskProgress.h"

namespace betweenness {

/// The type of distances for a type of weights. Without weights they are levels.
template <typename W>
using DistanceFor =
    std::conditional_t<std::is_void_v<W>, std::uint32_t,
                       std::conditional_t<std::is_same_v<W, double>, double, std::uint64_t>>;

/// The greatest number of paths whose reciprocal is an accurate number, too.
/// @tparam Count  double or long double
template <typename Count>
inline constexpr Count kMostPaths = std::numeric_limits<Count>::max() / static_cast<Count>(1e20);

/// @tparam W      the type of weights, or void
/// @tparam Count  of paths: double or long double
template <typename W, typename Count>
class SourceSearch {
public:
  using Distance = DistanceFor<W>;

  explicit SourceSearch(const galois::graphs::PackedCSR<W>& rows) : rows_(rows) {
    states_.allocateLocal(rows.size());
    order_.allocateLocal(rows.size());
    std::fill(states_.begin(), states_.end(), State{});
  }

  /// Adds the dependencies of a source to the scores. If there are more than kMostPaths to some node,
  /// it changes none and returns 0.
  /// @return the number of nodes that the source reaches, itself included
  /// @throws galois::analytics::InvalidGraph, galois::analytics::DistanceOverflow
  /// @throws galois::substrate::Cancelled
  std::size_t addFrom(Node source, bool endpoints, double* scores) {
    states_[source] = {0, 1};
    const std::size_t reached = search(source);
    if (reached == 0) {
      std::fill(states_.begin(), states_.end(), State{});
      return 0;
    }
    goBack(source, reached, endpoints, scores);
    for (std::size_t i = 0; i < reached; ++i) {
      states_[order_[i]] = State{};
    }
    return reached;
  }

private:
  using Progress = galois::runtime::TaskProgress;

  struct State {
    Distance distance = sssp::kInfinity<Distance>;
    Count paths = 0; ///< on the way back, (1 + dependency) / paths
  };

  /// Counts a step of either pass.
  static void countStep(std::size_t i) {
    if ((i + 1) % Progress::kSteps == 0) {
      Progress::countOrThrow(Progress::kSteps);
    }
  }

  static bool isCounted(const State& state) { return state.paths <= kMostPaths<Count>; }

  /// Fills in states_ and order_ in levels. Returns the number of nodes that it has reached, or 0 as
  /// addFrom().
  std::size_t search(Node source) requires(std::is_void_v<W>) {
    std::size_t reached = 0;
    order_[reached++] = source;
    for (std::size_t i = 0; i < reached; ++i) {
      countStep(i);
      const State here = states_[order_[i]];
      if (!isCounted(here)) {
        return 0;
      }
      for (const auto& edge : rows_.edges(order_[i])) {
        State& there = states_[edge.dst];
        if (there.distance == sssp::kInfinity<Distance>) {
          there = {here.distance + 1, here.paths};
          order_[reached++] = edge.dst;
        } else if (there.distance == here.distance + 1) {
          there.paths += here.paths;
        }
      }
    }
    return reached;
  }

  /// Does the same by Dijkstra's algorithm. Each edge is longer than 0, so all edges of shortest paths
  /// to a node have been relaxed when it is listed, and its number of paths is final.
  std::size_t search(Node source) requires(!std::is_void_v<W>) {
    using Entry = sssp::DijkstraEntry<Distance>;
    heap_.clear();
    heap_.push(Entry::make(0, source));
    std::size_t reached = 0;
    while (!heap_.empty()) {
      const Entry entry = heap_.pop();
      const Node node = entry.node();
      const State here = states_[node];
      if (entry.distance() != here.distance) {
        continue;
      }
      countStep(reached);
      order_[reached++] = node;
      if (!isCounted(here)) {
        return 0;
      }
      for (const auto& edge : rows_.edges(node)) {
        const Distance candidate = lengthOver(node, edge, here.distance);
        State& there = states_[edge.dst];
        if (candidate < there.distance) {
          there = {candidate, here.paths};
          heap_.push(Entry::make(candidate, edge.dst));
        } else if (candidate == there.distance) {
          there.paths += here.paths;
        }
      }
    }
    return reached;
  }

  /// Returns the length of a path of this distance to `node`, and an edge more.
  template <typename Edge>
  static Distance lengthOver(Node node, const Edge& edge, Distance distance) {
    const Distance length = sssp::pathLength(distance, edge.weight);
    if (length == sssp::kInfinity<Distance>) {
      throw galois::analytics::DistanceOverflow(
          fmt::format("the distance to node {} does not fit 64 bits", edge.dst));
    }
    if (!(length > distance)) {
      throw galois::analytics::InvalidGraph(fmt::format(
          "the edge from node {} to node {} (nodes counted from 0) weighs {} and makes a path of "
          "length {} no longer; betweenness needs edges that do, as it counts shortest paths",
          node, edge.dst, edge.weight, distance));
    }
    return length;
  }

  void goBack(Node source, std::size_t reached, bool endpoints, double* scores) {
    for (std::size_t i = reached; i-- > 0;) {
      countStep(i);
      const Node node = order_[i];
      State& here = states_[node];
      Count sum = 0;
      for (const auto& edge : rows_.edges(node)) {
        const State& there = states_[edge.dst];
        if (there.distance == sssp::pathLength(here.distance, edge.weight)) {
          sum += there.paths;
        }
      }
      const Count dependency = here.paths * sum;
      if (node != source) {
        scores[node] += static_cast<double>(dependency) + (endpoints ? 1 : 0);
      } else if (endpoints) {
        scores[node] += static_cast<double>(reached - 1);
      }
      here.paths = (1 + dependency) / here.paths;
    }
  }

  struct NoHeap {};

  const galois::graphs::PackedCSR<W>& rows_;
  galois::LargeArray<State> states_;
  galois::LargeArray<Node> order_; ///< the nodes that have been reached, by distance
  [[no_unique_address]] std::conditional_t<std::is_void_v<W>, NoHeap,
                                           sssp::QuadHeap<sssp::DijkstraEntry<Distance>>>
      heap_;
};

} // namespace betweenness
