/**
 * Breadth-first search: the number of edges on the shortest path from a source to every node. With
 * several sources, the level of a node is that from the nearest source.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "galois/LargeArray.h"
#include "galois/analytics/Algorithms.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// The number of edges on a shortest path from a source.
using Level = std::uint32_t;

/// The level of a node that no path reaches.
inline constexpr Level kNoLevel = std::numeric_limits<Level>::max();

/// Selects the algorithm that searches, and its options. The answer does not depend on the plan.
struct BfsPlan {
  /// The algorithms.
  enum Algorithm {
    /// A task relaxes the out-edges of a node, in the order of RunOptions::scheduler.
    kWorklist,
    /// Threads search level by level, top-down or bottom-up, in the direction that visits fewer
    /// edges [Beamer, Asanovic, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012].
    kLevels,
    /// A search with a queue, on one thread.
    kSequential
  };

  Algorithm algorithm = kLevels; ///< the algorithm that runs
  /// For kLevels: the search goes bottom-up when the frontier has more edges than 1/alpha of those
  /// of unreached nodes, and more edges than 1/beta of the nodes [section 3.3 there]. With 0 it
  /// never does, and needs no in-edges.
  unsigned alpha = 15;
  /// For kLevels: the search goes top-down again when the frontier shrinks and has fewer than
  /// 1/beta of the nodes. At least 1.
  unsigned beta = 18;
  /// For kLevels: the caller asserts that every edge has its reverse, so that neither
  /// Graph::symmetric() has to find out nor in-edges are built. If that is wrong, so are the levels.
  bool symmetric = false;
  std::optional<std::size_t> edgeTile{}; ///< for kWorklist: see SsspPlan::edgeTile
};

/// Returns the algorithms of BfsPlan.
AlgorithmList<BfsPlan> bfsAlgorithms();

/// Finds the level of every node.
///
/// Any thread may call it, outside parallel loops (Session.h). kSequential takes O(nodes + edges)
/// time. Unless `alpha` is 0 or `symmetric` is set, kLevels also finds out whether the graph is
/// symmetric, and builds the in-edges if it is not, once per graph. After an exception, the contents
/// of `levels` are unspecified.
///
/// @param graph    the graph; its edges are followed in their direction
/// @param sources  one or more nodes, which may repeat
/// @param levels   receives one level per node, and kNoLevel where no path leads; the previous
///                 contents do not matter
/// @param plan     the algorithm and its options
/// @param options  threads, scheduler, seed, and what is measured
/// @return what the run did; `useful` is the number of reached nodes
/// @throws NodeOutOfRange  when a source is no node
/// @throws InvalidOption   when `levels` has another size than the graph, there is no source,
///                         kLevels gets a `beta` of 0, or an option of the run is out of range
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
Execution bfs(const Graph<void>& graph, std::span<const Node> sources, std::span<Level> levels,
              const BfsPlan& plan = {}, const RunOptions& options = {});

/// The answer of bfs() in memory of its own.
struct BfsResult {
  LargeArray<Level> levels; ///< one per node; kNoLevel where no path leads
  Execution execution;      ///< what the run did
};

/// Finds the levels from one source and allocates the answer. Otherwise it behaves, and throws,
/// like the function above.
BfsResult bfs(const Graph<void>& graph, Node source, const BfsPlan& plan = {},
              const RunOptions& options = {});

/// Checks levels against the definition of the problem. The code shares nothing with the
/// algorithms.
///
/// Any thread may call it, outside parallel loops (Session.h). It runs on all active threads, in
/// O(nodes + edges) time and with one byte per node.
///
/// @param graph    the graph of the search
/// @param sources  the sources of the search that computed the levels
/// @param levels   one per node, with kNoLevel where no path leads
/// @param fully    also compares with sequential Dijkstra, in O(edges log edges) time on one thread
/// @return "" when the levels are right, otherwise one line about what is wrong
/// @throws NodeOutOfRange  when a source is no node
/// @throws InvalidOption   when `levels` has another size than the graph, or there is no source
/// @throws std::bad_alloc  when there is not enough memory
std::string verifyBfs(const Graph<void>& graph, std::span<const Node> sources,
                      std::span<const Level> levels, bool fully = false);

} // namespace galois::analytics
