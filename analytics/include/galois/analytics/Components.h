/**
 * Connected components: for every node, the set of nodes that are connected with it. Components are
 * weak, so that edges count in both directions, or strong, so that paths along the edges lead both
 * ways. A component is named after its node of the lowest number, so there is exactly one answer.
 */
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "galois/LargeArray.h"
#include "galois/analytics/Algorithms.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// Selects which components are found, and by which algorithm. The answer depends on `strong` alone.
struct ComponentsPlan {
  /// The algorithms.
  enum Algorithm {
    /// The fastest: kTarjan for strong components, otherwise kSampling, and kWorklist with a named
    /// scheduler or where the options measure what only a worklist has.
    kAuto,
    /// Weak components: disjoint sets, on all threads. A few edges per node come first, which
    /// usually join most nodes to one component. The other edges of its nodes are then left out if
    /// every edge has its reverse, and are compared quickly if not [Sutton, Ben-Nun, Barak,
    /// "Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling", IPDPS 2018].
    kSampling,
    /// Weak components: labels spread along edges, in the order of RunOptions::scheduler. The least
    /// label comes first.
    kWorklist,
    /// Weak components: disjoint sets, on one thread, edge by edge. Nearly O(nodes + edges) time.
    kUnionFind,
    /// Strong components by one depth-first search, on one thread [Tarjan, "Depth-First Search and
    /// Linear Graph Algorithms", SIAM Journal on Computing 1, 1972; Pearce, "A Space-Efficient
    /// Algorithm for Finding Strongly Connected Components", IPL 116, 2016]. O(nodes + edges) time.
    kTarjan
  };

  Algorithm algorithm = kAuto; ///< the algorithm that runs
  /// Whether components are strong. An algorithm for components of the other kind is an error.
  bool strong = false;
  /// For weak components: every edge has its reverse. kSampling then leaves edges out, and
  /// kWorklist needs no in-edges. If that is wrong, so are the components. A graph that is known to
  /// be symmetric (Graph::known()) needs no such word.
  bool symmetric = false;
  /// If not null, receives the labels of strong components in reverse topological order: an edge
  /// leads to its own component or to one that comes before. Nothing is put there for weak ones.
  std::vector<Node>* order = nullptr;
};

/// Returns the algorithms of ComponentsPlan.
AlgorithmList<ComponentsPlan> componentsAlgorithms();

/// How many components there are, and how large the largest is.
struct ComponentCounts {
  std::uint64_t components = 0; ///< their number
  std::uint64_t largest = 0;    ///< the number of nodes of the largest
  Node largestLabel = 0; ///< the lowest node of the largest; of several, the lowest such node

  /// Returns whether all numbers are equal.
  bool operator==(const ComponentCounts&) const = default;
};

/// Finds the components.
///
/// Any thread may call it, outside parallel loops (Session.h). kWorklist also finds out whether the
/// graph is symmetric, unless that is known, and builds Graph::transpose() if it is not. After an
/// exception, the contents of `labels` are unspecified.
///
/// @param graph    the graph
/// @param labels   receives, per node, the lowest node of its component; the previous contents do
///                 not matter
/// @param plan     which components, and the algorithm
/// @param options  threads, scheduler, seed, and what is measured
/// @return what the run did. `executed` counts edges, or tasks of kWorklist; `useful` is the number
///         of nodes minus that of the components
/// @throws InvalidOption   when `labels` has another size than the graph, the algorithm finds
///                         components of the other kind, or an option of the run is out of range
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
Execution components(const Graph<void>& graph, std::span<Node> labels,
                     const ComponentsPlan& plan = {}, const RunOptions& options = {});

/// The answer of components() in memory of its own.
struct ComponentsResult {
  LargeArray<Node> labels; ///< per node, the lowest node of its component
  ComponentCounts counts;  ///< of these labels
  Execution execution;     ///< what the run did
};

/// Finds the components and allocates the answer. Otherwise it behaves, and throws, like the
/// function above.
ComponentsResult components(const Graph<void>& graph, const ComponentsPlan& plan = {},
                            const RunOptions& options = {});

/// Counts components. Any thread may call it. O(nodes), on one thread, with 4 bytes per node.
/// @param labels  per node, a node that names its component
/// @throws NodeOutOfRange  when a label is no node
/// @throws std::bad_alloc  when there is not enough memory
ComponentCounts countComponents(std::span<const Node> labels);

/// Checks labels against the definition. The code shares nothing with the algorithms.
///
/// Any thread may call it, outside parallel loops (Session.h). It runs on one thread, in O(nodes +
/// edges) time, or nearly. For strong components it also builds Graph::transpose().
///
/// @param graph   the graph whose components were found
/// @param labels  one per node
/// @param strong  whether components are strong
/// @return "" when the labels are right, otherwise one line about what is wrong
/// @throws InvalidOption   when `labels` has another size than the graph
/// @throws std::bad_alloc  when there is not enough memory
std::string verifyComponents(const Graph<void>& graph, std::span<const Node> labels,
                             bool strong = false);

} // namespace galois::analytics
