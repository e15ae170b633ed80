/**
 * Checks of answers. Each check compares an answer with the definition of the problem, or with a
 * reference, and shares no code with the applications that compute answers. Checks run on one
 * thread, in O(nodes + arcs) time unless stated otherwise. A check throws InputError when the
 * question makes no sense, such as a source that the graph does not have. It reports everything
 * else in its Verdict.
 */
#pragma once

#include "inputs/Graph.h"
#include "inputs/check/NodeValues.h"
#include "inputs/check/Verdict.h"
#include "inputs/names/NodeIdMap.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace galois::inputs {

/// What is checked, and how strictly.
struct CheckOptions {
  /// The node where paths start. For distances the default is the only node at distance 0.
  std::optional<std::uint64_t> source{};
  /// The node where a path ends.
  std::optional<std::uint64_t> target{};
  /// The relative error that is accepted in real numbers. For PageRank against its definition, it
  /// is the accepted sum of all absolute errors.
  double tolerance = 1e-4;
  double damping = 0.85;      ///< damping factor of PageRank
  bool spreadDangling = true; ///< PageRank: nodes without out-arcs give their rank to all nodes
  /// PageRank: the distribution of restarts, also from nodes without out-arcs. It sums to 1; empty
  /// means uniform.
  std::vector<double> restarts{};
  std::optional<std::uint64_t> rounds{}; ///< PageRank: compare with this many rounds from 1/n
  bool weighted = false;   ///< PageRank: arcs get shares in proportion to their weights
  std::uint64_t shown = 5; ///< greatest number of complaints that a verdict keeps
  NodeIdMap names{};       ///< ids of the nodes in a verdict

  /// Returns the id of a node, for messages.
  NodeName called(std::uint64_t node) const { return names.nameOf(node); }
};

/// Checks distances from the source: no arc leads to a node faster, and every reached node has a
/// path of its length. Integers must be exact. No weight may be negative.
/// @param hops  whether distances count arcs rather than weights
Verdict checkDistances(const Graph& graph, const NodeValues& answer, bool hops,
                       const CheckOptions& options);

/// Checks PageRank, as probabilities. The change that one more round would make bounds the distance
/// to the limit. With options.rounds, compares each node's rank with that many rounds, in O(rounds
/// * (nodes + arcs)) time.
/// @throws InputError, naming an arc, for a negative weight where weights are used
Verdict checkPageRank(const Graph& graph, const NodeValues& answer, const CheckOptions& options);

/// Reads lines "NODE WEIGHT" with weights of at least 0. Nodes that are not named have weight 0.
/// Returns the weights divided by their sum. @throws InputError
std::vector<double> readPersonalization(InputFile& file, const NodeNames& names);

/// Checks colours, which are integers: no arc joins two nodes of one colour. Loops are ignored.
Verdict checkColoring(const Graph& graph, const NodeValues& answer, const CheckOptions& options);

/// Checks weakly connected components: nodes have the same label if and only if a chain of arcs
/// joins them.
Verdict checkComponents(const Graph& graph, const NodeValues& answer, const CheckOptions& options);

/// Checks core numbers, where arcs count as edges, and loops and parallel arcs do not count.
/// Takes O(arcs log arcs) time.
Verdict checkCores(const Graph& graph, const NodeValues& answer, const CheckOptions& options);

/// Checks an independent set, 1 for its nodes and 0 for the others: no arc joins two of its nodes, and
/// every other node has a neighbour in it. Loops are ignored.
Verdict checkIndependentSet(const Graph& graph, const NodeValues& answer,
                            const CheckOptions& options);

/// Compares values with a reference's: integers exactly, others within the tolerance.
Verdict compareValues(const NodeValues& answer, const NodeValues& reference,
                      const CheckOptions& options);

/// Compares labels with a reference's. The labels may differ, but must divide the nodes into the
/// same groups.
Verdict compareLabels(const NodeValues& answer, const NodeValues& reference,
                      const CheckOptions& options);

/// An edge of a forest: two ends and, if the answer states it, the weight.
struct ForestEdge {
  std::uint32_t from = 0;         ///< one end
  std::uint32_t to = 0;           ///< the other end
  std::optional<double> weight{}; ///< none if the answer states none
};

/// Reads lines "U V" or "U V WEIGHT". @throws InputError
std::vector<ForestEdge> readForest(InputFile& file, const NodeNames& names);

/// Checks a minimum spanning forest, where arcs count as edges and weights may be negative. Its
/// edges are in the graph with these weights, close no cycle, and connect all that the graph
/// connects. Their total weight is that of Kruskal's forest. The arcs of each node must be sorted
/// (SortArcs.h). Takes O(arcs log arcs) time.
Verdict checkForest(const Graph& graph, const std::vector<ForestEdge>& answer,
                    const CheckOptions& options);

/// Compares two forests in one graph: they must have the same weight, but may have different edges.
Verdict compareForests(const Graph& graph, const std::vector<ForestEdge>& answer,
                       const std::vector<ForestEdge>& reference, const CheckOptions& options);

/// Checks a maximal matching, where arcs count as edges and loops are ignored: its edges are in the
/// graph and have no common end, and every arc has an end that one of them has, too. The arcs of each
/// node must be sorted (SortArcs.h). Takes O(arcs + edges log nodes) time.
Verdict checkMatching(const Graph& graph, const std::vector<ForestEdge>& answer,
                      const CheckOptions& options);

/// Reads nodes in the order of the file, on one line or many. @throws InputError
std::vector<std::uint32_t> readPath(InputFile& file, const NodeNames& names);

/// Checks a path in a graph whose arcs are sorted (SortArcs.h). Each step must be an arc. The path
/// must go from the source to the target if these are given, and no path between its ends may be
/// shorter. No weight may be negative. Takes O(arcs log nodes) time.
Verdict checkPath(const Graph& graph, const std::vector<std::uint32_t>& answer,
                  const CheckOptions& options);

/// Compares two paths: they must have the same ends and the same length.
Verdict comparePaths(const Graph& graph, const std::vector<std::uint32_t>& answer,
                     const std::vector<std::uint32_t>& reference, const CheckOptions& options);

} // namespace galois::inputs
