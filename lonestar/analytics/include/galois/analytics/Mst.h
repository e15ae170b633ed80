/**
 * Minimum spanning forest: the edges of least total weight that connect all nodes that the graph
 * connects. The direction of edges does not matter. Of parallel edges the lightest counts, and
 * loops are ignored.
 */
#ifndef GALOIS_ANALYTICS_MST_H
#define GALOIS_ANALYTICS_MST_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// Selects the algorithm that finds the forest. The answer does not depend on it.
struct MstPlan {
  /// The algorithms. "Edges" are those of the graph without directions and parallel edges.
  enum Algorithm {
    /// Boruvka's algorithm in rounds: in each round, all components are joined to others along
    /// their lightest edges [Nesetril, Milkova, Nesetrilova, "Otakar Boruvka on minimum spanning
    /// tree problem", Discrete Mathematics 233, 2001]. O(log nodes) rounds.
    kBoruvka,
    /// Boruvka's algorithm as tasks: a task joins one component to another along its lightest edge,
    /// in the order of RunOptions::scheduler. Components with few edges come first.
    kWorklist,
    /// Kruskal's algorithm, on one thread, in O(edges log edges) time.
    kKruskal,
    /// Kruskal's algorithm on all threads, which sorts the light edges first and then drops heavy
    /// edges that would close cycles [Osipov, Sanders, Singler, "The Filter-Kruskal Minimum
    /// Spanning Tree Algorithm", ALENEX 2009].
    kFilterKruskal
  };

  Algorithm algorithm = kBoruvka; ///< the algorithm that runs
};

/// An edge of the forest.
struct ForestEdge {
  Node u;               ///< its lower end
  Node v;               ///< its higher end
  std::uint32_t weight; ///< its weight

  /// Returns whether both ends and the weight are equal.
  bool operator==(const ForestEdge&) const = default;
};

/// The answer of mst(). Edges of equal weight are ordered by their ends, so there is exactly one
/// least forest, whatever the plan and the number of threads.
struct MstResult {
  std::vector<ForestEdge> edges; ///< sorted by weight, then by `u`, then by `v`
  Execution execution;           ///< what the run did

  /// Returns the sum of the weights modulo 2^64, in O(edges of the forest) time.
  std::uint64_t weight() const {
    std::uint64_t sum = 0;
    for (const ForestEdge& edge : edges) {
      sum += edge.weight;
    }
    return sum;
  }
};

/// Finds the minimum spanning forest. The number of trees is graph.size() minus the number of edges
/// of the forest.
///
/// Any thread may call it, outside parallel loops (Session.h). The first call on a graph also
/// builds Graph::undirected().
///
/// @param graph    the graph
/// @param plan     the algorithm
/// @param options  threads, scheduler, seed, and what is measured
/// @return the forest, and what the run did; `useful` is the number of its edges
/// @throws InvalidOption   when an option of the run is out of range
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
MstResult mst(const Graph<std::uint32_t>& graph, const MstPlan& plan = {},
              const RunOptions& options = {});

/// Checks a forest against the definition of the problem: it has no cycle, it leaves no two nodes
/// apart that the graph connects, and no edge of the graph is lighter than one on the forest's path
/// between its ends.
///
/// Any thread may call it, outside parallel loops (Session.h). It takes O((nodes + edges) log
/// nodes) time, most of it on all active threads. The first call on a graph also builds
/// Graph::undirected().
///
/// @param graph  the graph of the forest
/// @param edges  the forest, in any order
/// @param fully  also compares with Kruskal's algorithm, on one thread
/// @return "" when the forest is right, otherwise one line about what is wrong
/// @throws NodeOutOfRange  when an end of an edge is no node
/// @throws std::bad_alloc  when there is not enough memory
std::string verifyMst(const Graph<std::uint32_t>& graph, std::span<const ForestEdge> edges,
                      bool fully = false);

} // namespace galois::analytics

#endif
