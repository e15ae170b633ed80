/**
 * Betweenness centrality: per node, the sum over pairs of other nodes of the share of their shortest
 * paths that pass through the node. The definition is that of networkx: loops are no edges, of
 * parallel edges the lightest counts, and counts once.
 */
#pragma once

#include <cstdint>
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

/// Selects the scale of the answer, and the algorithm. The answer does not depend on the algorithm,
/// but for rounding.
struct BetweennessPlan {
  /// The algorithms. Both are that of Brandes: a search from each source, and a pass back over its
  /// nodes. They take O(nodes + edges) time per source, and O(edges log edges) with weights.
  enum Algorithm {
    /// kSources with weights, on one thread, or with at least two sources per thread; otherwise
    /// kLevels.
    kAuto,
    /// Each thread searches from one source at a time. 28 bytes per node and thread, or 36.
    kSources,
    /// All threads search from one source after the other, level by level. 20 bytes per node. For
    /// graphs without weights.
    kLevels
  };

  Algorithm algorithm = kAuto; ///< the algorithm that runs
  /// Divides by the number of pairs that can have a path through the node, as networkx does, where
  /// given sources count as its sample of k nodes. A source has no other source if it is the only
  /// one, and gets NaN then, unless `endpoints` is set.
  bool normalized = false;
  bool endpoints = false; ///< a path also counts at both of its ends
  /// Whether the graph stands for one without directions, so that the path from s to t is that from t
  /// to s. With all nodes as sources, each path is found twice, and counts half each time. It is as
  /// Graph::symmetric() says unless it is set. No effect with `normalized` or with given sources.
  std::optional<bool> undirected{};
};

/// Returns the algorithms of BetweennessPlan.
AlgorithmList<BetweennessPlan> betweennessAlgorithms();

/// Finds the betweenness of every node.
///
/// Without `normalized`, an answer is the sum over the sources s and all nodes t that s reaches.
/// Sums of floating-point numbers depend on their order, and that on the threads. All terms are at
/// least 0, so N additions make a relative error of at most N times 2^-53.
///
/// With weights, two paths have equal lengths if the sums of their weights, added from the source
/// on, are equal. Edges have to weigh more than 0, as with edges that weigh nothing there may be
/// endlessly many shortest paths.
///
/// Any thread may call it, outside parallel loops (Session.h). Unless every row is sorted and without
/// parallel edges, it makes a copy of the graph that is. After an exception, the contents of the
/// array are unspecified.
///
/// @tparam W  the type of weights: std::uint32_t, std::uint64_t, double, or void
/// @param graph    the graph; its edges are followed in their direction
/// @param sources  nodes where paths begin, which may repeat; none: every node
/// @param scores   receives the betweenness of each node; the previous contents do not matter
/// @param plan     the scale and the algorithm
/// @param options  threads, and what is measured; no scheduler has an effect
/// @return what the run did. `executed` counts the nodes that searches have reached. `measures` has
///         the number of "sources"
/// @throws NodeOutOfRange    when a source is no node
/// @throws InvalidOption     when the array has another size than the graph, when the plan has kLevels
///                           and the graph weights, or when an option of the run is out of range
/// @throws InvalidGraph      when a weight is negative, infinite or not a number; when a path becomes
///                           no longer by an edge; or when more than 10^4900 shortest paths lead
///                           to a node (10^280 where long double is double)
/// @throws DistanceOverflow  when a distance exceeds 64 bits
/// @throws Cancelled         when RunOptions::stop asked for it
/// @throws std::bad_alloc    when there is not enough memory
template <typename W>
Execution betweenness(const Graph<W>& graph, std::span<const Node> sources,
                      std::span<double> scores, const BetweennessPlan& plan = {},
                      const RunOptions& options = {});

/// The answer of betweenness() in memory of its own.
struct BetweennessResult {
  LargeArray<double> scores; ///< per node
  Execution execution;       ///< what the run did
};

/// Finds the betweenness of every node and allocates the answer. Otherwise it behaves, and throws,
/// like the function above.
template <typename W>
BetweennessResult betweenness(const Graph<W>& graph, std::span<const Node> sources = {},
                              const BetweennessPlan& plan = {}, const RunOptions& options = {});

/// Finds the answer by a search that keeps lists of predecessors, on one thread, and compares. The
/// code shares nothing with the algorithms.
///
/// Any thread may call it, outside parallel loops (Session.h). If it should not check fully, and the
/// searches would read more than 2^25 edges and more than 16 times those of the graph, it only tests
/// what every answer fulfils: no score is negative or greater than the number of paths, and nodes
/// that no path passes have none.
///
/// @param graph    the graph
/// @param sources  as for betweenness()
/// @param scores   the answer. A relative error of 1e-9 is accepted
/// @param plan     the scale
/// @param fully    whether all is computed again, regardless of the time
/// @return "" when no mistake was found, otherwise one line about the first node that is wrong
/// @throws NodeOutOfRange, InvalidOption, std::bad_alloc  as betweenness()
template <typename W>
std::string verifyBetweenness(const Graph<W>& graph, std::span<const Node> sources,
                              std::span<const double> scores, const BetweennessPlan& plan = {},
                              bool fully = false);

} // namespace galois::analytics
