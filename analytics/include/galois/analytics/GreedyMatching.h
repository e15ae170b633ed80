/**
 * Greedy maximal matching: a set of edges without common ends to which none can be added. The greedy
 * algorithm looks at the edges in an order, and takes each whose ends are free. Every algorithm here
 * finds its answer, on any number of threads. The direction of edges does not matter. Loops are
 * ignored, and of parallel edges the lightest counts, as for mst().
 *
 * Where edges are in the order of their weights, heaviest first, the matching has at least half of the
 * greatest total weight that a matching can have.
 */
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "galois/LargeArray.h"
#include "galois/analytics/Algorithms.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// Stands for the partner of a node that has none.
inline constexpr Node kUnmatched = std::numeric_limits<Node>::max();

/// Selects the order of the edges, and the algorithm. The answer depends on the order alone.
struct GreedyMatchingPlan {
  /// The algorithms.
  enum Algorithm {
    /// What is fastest: kProposals; kGreedy with one or two threads and the order kById, in which it
    /// need not sort; and kWorklist with a named scheduler or where the options measure what only a
    /// worklist has.
    kAuto,
    /// A task per node, in the order of RunOptions::scheduler, nodes with the earliest edges first. A
    /// node proposes to the neighbour at its first edge that does not prefer the one who has proposed
    /// to it already. One whose proposal is displaced gets a task again [Manne, Halappanavar, "New
    /// effective multithreaded matching algorithms", IPDPS 2014].
    kWorklist,
    /// The same without a worklist: a thread that displaces a node's proposal goes on with that node.
    kProposals,
    /// The greedy algorithm itself, on one thread. O(nodes + edges log edges) time, and 16 bytes per
    /// edge.
    kGreedy
  };
  /// The orders of edges. Edges that are equal in it are ordered by their lower ends, then by their
  /// higher ends.
  enum Order {
    kById,    ///< by their lower ends, then by their higher ends
    kRandom,  ///< a random order, which orderSeed selects
    kByWeight ///< the heaviest first; without weights every edge weighs 1
  };

  Algorithm algorithm = kAuto; ///< the algorithm that runs
  Order order = kRandom;       ///< the order in which the greedy algorithm looks at edges
  std::uint64_t orderSeed = 1; ///< selects the order of kRandom
};

/// Returns the algorithms of GreedyMatchingPlan.
AlgorithmList<GreedyMatchingPlan> greedyMatchingAlgorithms();

/// Finds the maximal matching of the greedy algorithm.
///
/// Any thread may call it, outside parallel loops (Session.h). The first call on a graph also
/// builds Graph::undirected(). After an exception, the contents of `partners` are unspecified.
///
/// @tparam W       std::uint32_t, or void for a graph without weights
/// @param graph    the graph
/// @param partners receives the partner of each node, or kUnmatched; the previous contents do not
///                 matter
/// @param plan     the order and the algorithm
/// @param options  threads, scheduler, seed of the scheduler, and what is measured
/// @return what the run did; `useful` is the number of nodes with an edge, or of all edges for kGreedy
/// @throws InvalidOption   when `partners` has another size than the graph, or an option of the run is
///                         out of range
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
template <typename W>
Execution greedyMatching(const Graph<W>& graph, std::span<Node> partners,
                         const GreedyMatchingPlan& plan = {}, const RunOptions& options = {});

/// The answer of greedyMatching() in memory of its own.
struct GreedyMatchingResult {
  LargeArray<Node> partners; ///< one per node: its partner, or kUnmatched
  Execution execution;       ///< what the run did
};

/// Finds the maximal matching of the greedy algorithm and allocates the answer. Otherwise it behaves,
/// and throws, like the function above.
template <typename W>
GreedyMatchingResult greedyMatching(const Graph<W>& graph, const GreedyMatchingPlan& plan = {},
                                    const RunOptions& options = {});

/// Checks that a matching is the one of the greedy algorithm: partners name each other and have an
/// edge, and each other edge has an end that an earlier edge matches. The code shares nothing with the
/// algorithms but the order of edges.
///
/// Any thread may call it, outside parallel loops (Session.h). It takes O(nodes + edges) time on one
/// thread, and 4 bytes per node. The first call on a graph also builds Graph::undirected().
///
/// @tparam W        std::uint32_t, or void
/// @param graph     the graph of the matching
/// @param partners  one per node
/// @param plan      the order
/// @return "" when the matching is right, otherwise one line about a node or edge that is wrong
/// @throws InvalidOption   when `partners` has another size than the graph
/// @throws std::bad_alloc  when there is not enough memory
template <typename W>
std::string verifyGreedyMatching(const Graph<W>& graph, std::span<const Node> partners,
                                 const GreedyMatchingPlan& plan = {});

} // namespace galois::analytics
