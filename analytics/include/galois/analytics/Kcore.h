/**
 * Core numbers: the k-core of a graph is its greatest part in which every node has at least k
 * neighbours, and the core number of a node is the greatest k of whose core it is part. The
 * direction of edges does not matter; loops and parallel edges are ignored.
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

/// A core number, from 0 to the greatest degree.
using Core = std::uint32_t;

/// Selects the algorithm that finds core numbers. The answer does not depend on it.
struct KcorePlan {
  /// The algorithms.
  enum Algorithm {
    /// What is fastest for the threads: kPeeling with one, kRounds with several, and kWorklist with
    /// a named scheduler or where the options measure what only a worklist has.
    kAuto,
    /// Estimates that fall from the degrees to the core numbers, in the order of
    /// RunOptions::scheduler, lowest first. A node's new estimate is the greatest h of which it has
    /// h neighbours with estimates of at least h [Montresor, De Pellegrini, Miorandi, "Distributed
    /// k-core decomposition", IEEE TPDS 24, 2013].
    kWorklist,
    /// Takes nodes of the least degree away, all at once, in rounds [Dasari, Desh, Zubair, "ParK: An
    /// efficient algorithm for k-core decomposition on multicore processors", Big Data 2014].
    kRounds,
    /// Takes a node of the least degree away, one after the other, on one thread [Matula, Beck,
    /// "Smallest-last ordering and clustering and graph coloring algorithms", J. ACM 30, 1983].
    /// O(nodes + edges) time.
    kPeeling
  };

  Algorithm algorithm = kAuto; ///< the algorithm that runs
};

/// Returns the algorithms of KcorePlan.
AlgorithmList<KcorePlan> kcoreAlgorithms();

/// Finds the core number of every node.
///
/// Any thread may call it, outside parallel loops (Session.h). The first call on a graph also
/// builds Graph::undirected(). After an exception, the contents of `cores` are unspecified.
///
/// @param graph    the graph
/// @param cores    receives one number per node; the previous contents do not matter
/// @param plan     the algorithm
/// @param options  threads, scheduler, seed, and what is measured
/// @return what the run did; `useful` is the number of nodes that need a task of kWorklist, or of
///         all nodes for the other algorithms
/// @throws InvalidOption   when `cores` has another size than the graph, or an option of the run is
///                         out of range
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
Execution kcore(const Graph<void>& graph, std::span<Core> cores, const KcorePlan& plan = {},
                const RunOptions& options = {});

/// The answer of kcore() in memory of its own.
struct KcoreResult {
  LargeArray<Core> cores; ///< one per node
  Execution execution;    ///< what the run did
};

/// Finds the core number of every node and allocates the answer. Otherwise it behaves, and throws,
/// like the function above.
KcoreResult kcore(const Graph<void>& graph, const KcorePlan& plan = {},
                  const RunOptions& options = {});

/// Checks core numbers against their definition. The code shares nothing with the algorithms.
///
/// Any thread may call it, outside parallel loops (Session.h). It takes O(nodes + edges) time, most
/// of it on one thread, and 8 bytes per node. The first call on a graph also builds
/// Graph::undirected().
///
/// @param graph  the graph of the cores
/// @param cores  one per node
/// @return "" when the numbers are right, otherwise one line about a node that is wrong
/// @throws InvalidOption   when `cores` has another size than the graph
/// @throws std::bad_alloc  when there is not enough memory
std::string verifyKcore(const Graph<void>& graph, std::span<const Core> cores);

} // namespace galois::analytics
