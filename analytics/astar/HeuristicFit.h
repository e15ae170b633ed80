/**
 * Finds the largest scale that a heuristic may have on a graph, with the edge that limits it. Also
 * tells whether coordinates can be geographic and how well they agree with the edges' weights.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "Heuristic.h"
#include "Places.h"
#include "galois/Galois.h"
#include "galois/analytics/Astar.h"
#include "galois/substrate/PerThreadStorage.h"

namespace astar {

/// An edge, for messages.
using EdgeName = galois::analytics::AstarHeuristic::Edge;

/// How a metric relates to the edges' weights.
struct HeuristicFit {
  /// The largest scale at which every edge weighs at least its ends' scaled separation plus
  /// kRoundingMargin. The margin is left out when that scale and all separations are integers. It
  /// is 0 when an edge between two places weighs nothing, and when no edge leads from one place to
  /// another.
  double scale = 0;
  /// The edge that allows no larger scale; none when no edge leads from one place to another.
  std::optional<EdgeName> limit;
  /// The sum of all weights divided by the sum of all separations.
  double meanRatio = 0;
  /// The cosine similarity of weights and separations; 1 means that they are proportional.
  double agreement = 0;
};

namespace internal {

/// Statistics of the edges that one thread has visited.
struct FitPart {
  double least = std::numeric_limits<double>::infinity(); ///< (weight - margin) / separation
  EdgeName limit;
  double leastExact = std::numeric_limits<double>::infinity(); ///< weight / separation
  double weights = 0, separations = 0, weightSquares = 0, separationSquares = 0, products = 0;

  void add(const EdgeName& edge, double separation) {
    const double weight = edge.weight;
    weights += weight;
    separations += separation;
    weightSquares += weight * weight;
    separationSquares += separation * separation;
    products += weight * separation;
    if (separation > 0) {
      leastExact = std::min(leastExact, weight / separation);
      offer(std::max(0.0, weight - kRoundingMargin) / separation, edge);
    }
  }
  void add(const FitPart& other) {
    weights += other.weights;
    separations += other.separations;
    weightSquares += other.weightSquares;
    separationSquares += other.separationSquares;
    products += other.products;
    leastExact = std::min(leastExact, other.leastExact);
    offer(other.least, other.limit);
  }

private:
  // Of equal edges the first counts, so that the answer does not depend on the threads.
  void offer(double ratio, const EdgeName& edge) {
    if (ratio < least || (ratio == least && (edge.from < limit.from ||
                                             (edge.from == limit.from && edge.to < limit.to)))) {
      least = ratio;
      limit = edge;
    }
  }
};

} // namespace internal

/// Visits every edge on all active threads, in O(edges) time.
template <typename Graph>
HeuristicFit fitHeuristic(const Graph& graph, const Places& places) {
  galois::substrate::PerThreadStorage<internal::FitPart> parts;
  galois::do_all(
      galois::iterate(std::uint64_t{0}, std::uint64_t{graph.size()}),
      [&](std::uint64_t from) {
        internal::FitPart& part = *parts.getLocal();
        for (const auto& edge : graph.edges(static_cast<Node>(from))) {
          part.add({static_cast<Node>(from), edge.dst, edge.weight},
                   places.separation(static_cast<Node>(from), edge.dst));
        }
      },
      galois::steal(), galois::chunk_size<1024>());
  internal::FitPart all;
  for (unsigned t = 0; t < parts.size(); ++t) {
    all.add(*parts.getRemote(t));
  }

  HeuristicFit fit;
  if (all.least < std::numeric_limits<double>::infinity()) {
    const bool whole = places.metric() == Metric::kOctile && all.leastExact >= 1 &&
                       all.leastExact == std::floor(all.leastExact);
    fit.scale = whole ? all.leastExact : all.least;
    fit.limit = all.limit;
    fit.meanRatio = all.weights / all.separations;
    const double norm = std::sqrt(all.weightSquares * all.separationSquares);
    fit.agreement = norm > 0 ? all.products / norm : 0;
  }
  return fit;
}

/// Returns an edge on which the estimates to the target are not consistent, or none if there is
/// none. Visits every edge on all active threads, in O(edges) time.
template <typename Graph>
std::optional<EdgeName> inconsistentEdge(const Graph& graph, const Heuristic& heuristic) {
  galois::substrate::PerThreadStorage<std::optional<EdgeName>> found;
  galois::do_all(
      galois::iterate(std::uint64_t{0}, std::uint64_t{graph.size()}),
      [&](std::uint64_t node) {
        const Node from = static_cast<Node>(node);
        const Distance here = heuristic(from);
        for (const auto& edge : graph.edges(from)) {
          if (here > std::uint64_t{heuristic(edge.dst)} + edge.weight) {
            *found.getLocal() = EdgeName{from, edge.dst, edge.weight};
          }
        }
      },
      galois::steal(), galois::chunk_size<1024>());
  for (unsigned t = 0; t < found.size(); ++t) {
    if (*found.getRemote(t)) {
      return *found.getRemote(t);
    }
  }
  return std::nullopt;
}

/// Returns whether the coordinates can be longitudes and latitudes in 1e-6 degrees.
inline bool canBeGeographic(std::span<const Coordinate> coordinates) {
  return std::all_of(coordinates.begin(), coordinates.end(), [](const auto& at) {
    return std::abs(std::int64_t{at.x}) <= 180'000'000 &&
           std::abs(std::int64_t{at.y}) <= 90'000'000;
  });
}

} // namespace astar
