/**
 * Single-source shortest paths: the length of the shortest path from a node to every other. Weights
 * are at least 0. With several sources, the distance of a node is that from the nearest of them.
 */
#ifndef GALOIS_ANALYTICS_SSSP_H
#define GALOIS_ANALYTICS_SSSP_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "galois/LargeArray.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// The distance of a node that no path reaches: infinity, or the greatest whole number.
template <typename D>
inline constexpr D kUnreached = std::is_floating_point_v<D> ? std::numeric_limits<D>::infinity()
                                                            : std::numeric_limits<D>::max();

/// The shift of priorities for schedulers that always shift, unless "delta" is set. Weights of road
/// networks are in the thousands, and 2^13 keeps the buckets of OBIM filled.
inline constexpr unsigned kSsspShift = 13;

/// Which algorithm finds shortest paths, and its options.
struct SsspPlan {
  enum Algorithm {
    kWorklist,      ///< relaxation in the order of RunOptions::scheduler
    kDeltaStepping, ///< bucket by bucket, with barriers
    kDijkstra       ///< sequential
  };

  Algorithm algorithm = kWorklist;
  /// Of kDeltaStepping: the base-2 logarithm of the bucket width, up to 63. Default: that of the
  /// greatest weight over the mean number of edges per node.
  std::optional<unsigned> delta{};
  /// Of kWorklist: how many edges of a node one task relaxes; 0: all. Default: 4096 over the number
  /// of threads, but at least 64 and twice the mean, and all with one thread.
  std::optional<std::size_t> edgeTile{};
};

/// Writes the distance of every node into `distances`, kUnreached where no path leads. Call it
/// outside parallel loops, while a SharedMemSys is alive.
///
/// W and D are std::uint32_t and std::uint32_t, std::uint32_t and std::uint64_t, std::uint64_t and
/// std::uint64_t, or double and double.
///
/// @param sources    one or more nodes
/// @param distances  as many as there are nodes; what they hold before does not matter
/// @throws NodeOutOfRange    when a source is no node
/// @throws InvalidOption     when `distances` has another size, there is no source, or an option of
/// the
///                           plan is out of range
/// @throws InvalidGraph      when a weight is negative, infinite, or not a number
/// @throws DistanceOverflow  when a shortest path is longer than D can hold
/// @throws std::bad_alloc
template <typename W, typename D>
Execution sssp(const Graph<W>& graph, std::span<const Node> sources, std::span<D> distances,
               const SsspPlan& plan = {}, const RunOptions& options = {});

/// Distances in memory of their own.
template <typename D>
struct SsspResult {
  LargeArray<D> distances;
  Execution execution;
};

/// The same from one source. D is W unless it is given.
template <typename D = void, typename W>
auto sssp(const Graph<W>& graph, Node source, const SsspPlan& plan = {},
          const RunOptions& options = {}) {
  using Distance = std::conditional_t<std::is_void_v<D>, W, D>;
  SsspResult<Distance> result;
  result.distances.allocateInterleaved(graph.size());
  result.execution =
      sssp(graph, std::span<const Node>(&source, 1),
           std::span<Distance>(result.distances.data(), result.distances.size()), plan, options);
  return result;
}

/// Checks distances against the definition of the problem, by code that shares nothing with the
/// algorithms. Returns "" when they are right, else one line about what is wrong. O(nodes + edges).
/// Call it outside parallel loops, while a SharedMemSys is alive.
/// @param fully  compare with sequential Dijkstra too
/// @throws NodeOutOfRange  when a source is no node
/// @throws InvalidOption   when `distances` has another size than the graph, or there is no source
template <typename W, typename D>
std::string verifySssp(const Graph<W>& graph, std::span<const Node> sources,
                       std::span<const D> distances, bool fully = false);

} // namespace galois::analytics

#endif
