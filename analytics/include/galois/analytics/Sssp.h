/**
 * Single-source shortest paths: the length of the shortest path from a source to every node.
 * Weights are finite numbers of at least 0. With several sources, the distance of a node is that
 * from the nearest source.
 */
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>

#include "galois/LargeArray.h"
#include "galois/analytics/Algorithms.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"
#include "galois/analytics/Session.h"

namespace galois::analytics {

/// The distance of a node that no path reaches: infinity, or the greatest value of an integer type.
/// @tparam D  the type of distances
template <typename D>
inline constexpr D kUnreached = std::is_floating_point_v<D> ? std::numeric_limits<D>::infinity()
                                                            : std::numeric_limits<D>::max();

/// By how many bits programs on several ranks shift priorities to the right for schedulers that need
/// a shift, such as "obim", unless their parameter "delta" is set. Weights of road networks are in
/// the thousands, and a bucket width of 2^13 keeps enough tasks in each of OBIM's bags. sssp() finds
/// a shift that suits a sample of the weights instead, and Execution::parameters has it.
inline constexpr unsigned kSsspShift = 13;

/// Selects the algorithm that finds shortest paths, and its options. The answer does not depend on
/// the plan.
struct SsspPlan {
  /// The algorithms.
  enum Algorithm {
    /// What is fastest for the graph and the threads: kWorklist with several threads, with a named
    /// scheduler, with `edgeTile`, and where the options measure what only a worklist has;
    /// otherwise kBuckets, or kRadixHeap where nodes have many edges.
    kAuto,
    /// A task relaxes the out-edges of a node, in the order of RunOptions::scheduler.
    kWorklist,
    /// Threads relax the nodes of one bucket of distances after the other, with barriers between
    /// them [Meyer, Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J.
    /// Algorithms 49, 2003].
    kDeltaStepping,
    /// Dijkstra's algorithm with a 4-ary heap, on one thread, in O(edges log edges) time.
    kDijkstra,
    /// Dijkstra's algorithm with a radix heap, on one thread [Ahuja, Mehlhorn, Orlin, Tarjan,
    /// "Faster algorithms for the shortest path problem", J. ACM 37, 1990], in
    /// O(edges log(longest distance)) time. It is mostly faster than kDijkstra.
    kRadixHeap,
    /// Buckets of distances, one after the other, on one thread. Mostly the fastest on one thread,
    /// but O(nodes * edges) time at worst. Where the greatest weight is some hundred times the mean,
    /// kRadixHeap runs instead.
    kBuckets
  };

  Algorithm algorithm = kAuto; ///< the algorithm that runs
  /// For kDeltaStepping: the base-2 logarithm of the bucket width, from 0 to 63. By default the
  /// width is the greatest weight divided by the mean number of edges per node, rounded down to a
  /// power of two. Distances of type double are first multiplied by a power of two that makes the
  /// mean weight about 4096.
  std::optional<unsigned> delta{};
  /// For kWorklist: the greatest number of edges that one task relaxes; 0 means all edges of its
  /// node. By default it is 4096 divided by the number of threads, but at least 64 and at least
  /// twice the mean number of edges per node. With one thread, the default is all.
  std::optional<std::size_t> edgeTile{};
};

/// Returns the algorithms of SsspPlan.
AlgorithmList<SsspPlan> ssspAlgorithms();

/// Finds the shortest paths from the nearest source to every node.
///
/// Any thread may call it, outside parallel loops (Session.h). Besides the cost of the scheduler,
/// the work is O(nodes + edges) if tasks run in the order of distances. Tasks that run before a
/// shorter path is known add to that. After an exception, the contents of `distances` are
/// unspecified.
///
/// @tparam W  the type of weights
/// @tparam D  the type of distances. W and D are std::uint32_t and std::uint32_t, std::uint32_t and
///            std::uint64_t, std::uint64_t and std::uint64_t, or double and double
/// @param graph      the graph; its edges are followed in their direction
/// @param sources    one or more nodes, which may repeat
/// @param distances  receives one distance per node, and kUnreached where no path leads; the
///                   previous contents do not matter. Floating-point distances are sums rounded
///                   edge by edge from the source, so they do not depend on the plan or the threads
/// @param plan       the algorithm and its options
/// @param options    threads, scheduler, seed, and what is measured
/// @return what the run did; `useful` is the number of reached nodes. `plan` has "delta" for
///         kDeltaStepping, "auto" with the reason for kAuto, and "priority-scale" when weights have
///         type double
/// @throws NodeOutOfRange    when a source is no node
/// @throws InvalidOption     when `distances` has another size than the graph, there is no source,
///                           or an option of the plan or of the run is out of range
/// @throws InvalidGraph      when a weight is negative, infinite or not a number
/// @throws DistanceOverflow  when a shortest path is longer than D can hold
/// @throws Cancelled         when RunOptions::stop asked for it
/// @throws std::bad_alloc    when there is not enough memory
template <typename W, typename D>
Execution sssp(const Graph<W>& graph, std::span<const Node> sources, std::span<D> distances,
               const SsspPlan& plan = {}, const RunOptions& options = {});

/// Does the same for distances in any contiguous range, such as a std::vector.
template <typename W, std::ranges::contiguous_range Distances>
Execution sssp(const Graph<W>& graph, std::span<const Node> sources, Distances& distances,
               const SsspPlan& plan = {}, const RunOptions& options = {}) {
  return sssp(graph, sources, std::span(distances), plan, options);
}

/// The answer of sssp() in memory of its own.
/// @tparam D  the type of distances
template <typename D>
struct SsspResult {
  LargeArray<D> distances; ///< one per node; kUnreached where no path leads
  Execution execution;     ///< what the run did
};

/// Finds the shortest paths from one source and allocates the answer. Otherwise it behaves, and
/// throws, like the function above.
/// @tparam D  the type of distances, which is that of weights by default:
///            `sssp<std::uint64_t>(...)`
/// @return an SsspResult<D>
template <typename D = void, typename W>
auto sssp(const Graph<W>& graph, Node source, const SsspPlan& plan = {},
          const RunOptions& options = {}) {
  using Distance = std::conditional_t<std::is_void_v<D>, W, D>;
  SsspResult<Distance> result;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    result.distances.allocateInterleaved(graph.size());
    result.execution =
        sssp(graph, std::span<const Node>(&source, 1),
             std::span<Distance>(result.distances.data(), result.distances.size()), plan, options);
  });
  return result;
}

/// Checks distances against the definition of the problem. The code shares nothing with the
/// algorithms.
///
/// Any thread may call it, outside parallel loops (Session.h). It runs on all active threads, in
/// O(nodes + edges) time and with one byte per node.
///
/// @tparam W         the type of weights, as for sssp()
/// @tparam D         the type of distances, as for sssp()
/// @param graph      the graph of the search
/// @param sources    the sources of the search that computed the distances
/// @param distances  one per node, with kUnreached where no path leads
/// @param fully      also compares with sequential Dijkstra, in O(edges log edges) time on one
///                   thread
/// @return "" when the distances are right, otherwise one line about what is wrong
/// @throws NodeOutOfRange  when a source is no node
/// @throws InvalidOption   when `distances` has another size than the graph, or there is no source
/// @throws std::bad_alloc  when there is not enough memory
template <typename W, typename D>
std::string verifySssp(const Graph<W>& graph, std::span<const Node> sources,
                       std::span<const D> distances, bool fully = false);

/// Does the same for distances in any contiguous range, such as those of an SsspResult.
template <typename W, std::ranges::contiguous_range Distances>
std::string verifySssp(const Graph<W>& graph, std::span<const Node> sources,
                       const Distances& distances, bool fully = false) {
  using D = std::ranges::range_value_t<Distances>;
  return verifySssp(graph, sources, std::span<const D>(distances), fully);
}

} // namespace galois::analytics
