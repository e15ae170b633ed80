/**
 * Greedy maximal independent set: a set of nodes of which no two are neighbours and to which none can
 * be added. The greedy algorithm looks at the nodes in an order, and takes each that has no neighbour
 * in the set so far. Every algorithm here finds its answer, on any number of threads. The direction of
 * edges does not matter; loops and parallel edges are ignored.
 */
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "galois/LargeArray.h"
#include "galois/analytics/Algorithms.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// Selects the order of the nodes, and the algorithm. The answer depends on the order alone.
struct MisPlan {
  /// The algorithms.
  enum Algorithm {
    /// What is fastest for the threads: kGreedy with up to four, kRounds with more, and kWorklist with
    /// a named scheduler or where the options measure what only a worklist has.
    kAuto,
    /// A task per node, in the order of RunOptions::scheduler, earliest nodes first. A node with an
    /// earlier neighbour that is undecided waits for it, and is pushed again when that is decided.
    kWorklist,
    /// The same, but a node that cannot be decided is pushed again at once [Alistarh, Brown,
    /// Kopinsky, Nadiradze, "Relaxed schedulers can efficiently parallelize iterative algorithms",
    /// PODC 2018]. Under schedulers that may return such a node forever it waits after many tries.
    kReinsert,
    /// Looks at all undecided nodes again and again, in rounds on all threads.
    kRounds,
    /// The greedy algorithm itself, on one thread. O(nodes + edges) time.
    kGreedy
  };
  /// The orders of nodes.
  enum Order {
    kById,  ///< by their numbers
    kRandom ///< a random permutation, which orderSeed selects
  };

  Algorithm algorithm = kAuto; ///< the algorithm that runs
  Order order = kRandom;       ///< the order in which the greedy algorithm looks at nodes
  std::uint64_t orderSeed = 1; ///< selects the permutation of kRandom
};

/// Returns the algorithms of MisPlan.
AlgorithmList<MisPlan> misAlgorithms();

/// Finds the maximal independent set of the greedy algorithm.
///
/// Any thread may call it, outside parallel loops (Session.h). The first call on a graph also
/// builds Graph::undirected(). After an exception, the contents of `members` are unspecified.
///
/// @param graph    the graph
/// @param members  receives 1 for each node of the set and 0 for the others; the previous contents do
///                 not matter
/// @param plan     the order and the algorithm
/// @param options  threads, scheduler, seed of the scheduler, and what is measured
/// @return what the run did; `useful` is the number of nodes, and `stale` the number of tasks that
///         found an earlier neighbour undecided
/// @throws InvalidOption   when `members` has another size than the graph, or an option of the run is
///                         out of range
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
Execution mis(const Graph<void>& graph, std::span<std::uint8_t> members, const MisPlan& plan = {},
              const RunOptions& options = {});

/// The answer of mis() in memory of its own.
struct MisResult {
  LargeArray<std::uint8_t> members; ///< one per node: 1 in the set, 0 outside
  Execution execution;              ///< what the run did
};

/// Finds the maximal independent set of the greedy algorithm and allocates the answer. Otherwise it
/// behaves, and throws, like the function above.
MisResult mis(const Graph<void>& graph, const MisPlan& plan = {}, const RunOptions& options = {});

/// Checks that a set is the one of the greedy algorithm: no two of its nodes are neighbours, and every
/// other node has an earlier neighbour in it. The code shares nothing with the algorithms but the
/// permutation.
///
/// Any thread may call it, outside parallel loops (Session.h). It takes O(nodes + edges) time, most
/// of it on one thread, and 8 bytes per node. The first call on a graph also builds
/// Graph::undirected().
///
/// @param graph    the graph of the set
/// @param members  one per node
/// @param plan     the order
/// @return "" when the set is right, otherwise one line about a node that is wrong
/// @throws InvalidOption   when `members` has another size than the graph
/// @throws std::bad_alloc  when there is not enough memory
std::string verifyMis(const Graph<void>& graph, std::span<const std::uint8_t> members,
                      const MisPlan& plan = {});

} // namespace galois::analytics
