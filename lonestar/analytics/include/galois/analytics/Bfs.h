/**
 * Breadth-first search: the number of edges on the shortest path from a node to every other. With
 * several sources, the level of a node is that from the nearest of them.
 */
#ifndef GALOIS_ANALYTICS_BFS_H
#define GALOIS_ANALYTICS_BFS_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "galois/LargeArray.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// The number of edges from a source.
using Level = std::uint32_t;

/// The level of a node that no path reaches.
inline constexpr Level kNoLevel = std::numeric_limits<Level>::max();

/// Which algorithm searches, and its options.
struct BfsPlan {
  enum Algorithm {
    kWorklist,  ///< relaxation in the order of RunOptions::scheduler
    kLevels,    ///< level by level, in the direction that looks at fewer edges; from one source
    kSequential ///< with a queue, on one thread
  };

  Algorithm algorithm = kLevels;
  /// Of kLevels: the search goes bottom-up when the frontier has more than 1/alpha of the edges of
  /// unreached nodes; 0: never, and no in-edges are needed.
  unsigned alpha = 15;
  /// Of kLevels: it goes top-down again when a shrinking frontier has fewer than 1/beta of the
  /// nodes.
  unsigned beta = 18;
  bool symmetric = false; ///< the caller's word that every edge has its reverse, so that kLevels
                          ///< does not have to find the in-edges
  std::optional<std::size_t> edgeTile{}; ///< of kWorklist, see SsspPlan
};

/// Writes the level of every node into `levels`, kNoLevel where no path leads. Call it outside
/// parallel loops, while a SharedMemSys is alive.
/// @param sources  one or more nodes
/// @param levels   as many as there are nodes; what they hold before does not matter
/// @throws NodeOutOfRange  when a source is no node
/// @throws InvalidOption   when `levels` has another size, there is no source, or several for
/// kLevels,
///                         or beta is 0
/// @throws std::bad_alloc
Execution bfs(const Graph<void>& graph, std::span<const Node> sources, std::span<Level> levels,
              const BfsPlan& plan = {}, const RunOptions& options = {});

/// Levels in memory of their own.
struct BfsResult {
  LargeArray<Level> levels;
  Execution execution;
};

/// The same from one source.
BfsResult bfs(const Graph<void>& graph, Node source, const BfsPlan& plan = {},
              const RunOptions& options = {});

/// Checks levels against the definition of the problem, by code that shares nothing with the
/// algorithms. Returns "" when they are right, else one line about what is wrong. O(nodes + edges).
/// @param fully  compare with sequential Dijkstra too
/// @throws NodeOutOfRange  when a source is no node
/// @throws InvalidOption   when `levels` has another size than the graph, or there is no source
std::string verifyBfs(const Graph<void>& graph, std::span<const Node> sources,
                      std::span<const Level> levels, bool fully = false);

} // namespace galois::analytics

#endif
