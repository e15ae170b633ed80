#ifndef GALOIS_INPUTS_CHECK_CHECKS_H
#define GALOIS_INPUTS_CHECK_CHECKS_H

// Is this the answer? Each check holds an answer against the definition of the problem, or against
// a reference, and shares no code with the applications that compute answers. One thread; O(nodes +
// arcs) unless said otherwise. A check throws InputError when the question makes no sense (a source
// that the graph does not have), and says all else in its Verdict.

#include "inputs/Graph.h"
#include "inputs/NodeIdMap.h"
#include "inputs/check/NodeValues.h"
#include "inputs/check/Verdict.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace galois::inputs {

struct CheckOptions {
  /// Where paths start; for distances by default the only node at distance 0.
  std::optional<uint64_t> source{};
  /// Where a path ends.
  std::optional<uint64_t> target{};
  /// Of real numbers, the relative error that is no error; of PageRank against its definition, the
  /// sum of all absolute errors.
  double tolerance = 1e-4;
  double damping = 0.85;      ///< of PageRank
  bool spreadDangling = true; ///< PageRank: nodes without arcs out give to all nodes alike
  /// PageRank: where surfers start anew, also from nodes without arcs out: shares that add up to 1;
  /// empty: anywhere.
  std::vector<double> anew{};
  std::optional<uint64_t> rounds{}; ///< PageRank after so many rounds from 1/n, not in the limit
  uint64_t shown = 5;               ///< complaints that a verdict keeps
  NodeIdMap names{};                ///< what nodes are called in a verdict

  uint64_t called(uint64_t node) const { return names.idOf(node); }
};

/// Distances from the source: no arc leads to a node faster, and every reached node has a path of
/// its length. In arcs (`hops`) or by weight. Whole numbers must be exact.
Verdict checkDistances(const Graph& graph, const NodeValues& answer, bool hops,
                       const CheckOptions& options);

/// PageRank, as probabilities: what one more round would change bounds the distance to the limit.
/// With options.rounds, node by node against that many rounds; then O(rounds * (nodes + arcs)).
Verdict checkPageRank(const Graph& graph, const NodeValues& answer, const CheckOptions& options);

/// Reads lines "NODE WEIGHT", weights from 0; nodes that are not named have none. Returns their
/// shares of the sum. Throws InputError.
std::vector<double> readPersonalization(InputFile& file, const NodeNames& names);

/// Colours, whole numbers: no arc joins two nodes of one colour. A loop is no arc here.
Verdict checkColoring(const Graph& graph, const NodeValues& answer, const CheckOptions& options);

/// Weakly connected components: nodes have one label if and only if a chain of arcs joins them.
Verdict checkComponents(const Graph& graph, const NodeValues& answer, const CheckOptions& options);

/// Values against a reference's: whole numbers exactly, others within the tolerance.
Verdict compareValues(const NodeValues& answer, const NodeValues& reference,
                      const CheckOptions& options);

/// Labels against a reference's, whatever the labels are: the same nodes belong together.
Verdict compareLabels(const NodeValues& answer, const NodeValues& reference,
                      const CheckOptions& options);

/// An edge of a forest: two ends and, if the answer says it, the weight.
struct ForestEdge {
  uint32_t from = 0;
  uint32_t to = 0;
  std::optional<double> weight{};
};

/// Reads lines "U V" or "U V WEIGHT". Throws InputError.
std::vector<ForestEdge> readForest(InputFile& file, const NodeNames& names);

/// A minimum spanning forest, arcs taken for edges (those of each node sorted, SortArcs.h): its
/// edges are in the graph with these weights, close no cycle, join all that the graph joins, and
/// weigh together as much as Kruskal's forest does. O(arcs log arcs).
Verdict checkForest(const Graph& graph, const std::vector<ForestEdge>& answer,
                    const CheckOptions& options);

/// Two forests in one graph weigh the same; which edges they have is their business.
Verdict compareForests(const Graph& graph, const std::vector<ForestEdge>& answer,
                       const std::vector<ForestEdge>& reference, const CheckOptions& options);

/// Reads nodes in the order in which they stand, on one line or many. Throws InputError.
std::vector<uint32_t> readPath(InputFile& file, const NodeNames& names);

/// A path, in a graph whose arcs are sorted (SortArcs.h): each step is an arc, it goes from the
/// source to the target if these are given, and no path between its ends is shorter. O(arcs log
/// nodes).
Verdict checkPath(const Graph& graph, const std::vector<uint32_t>& answer,
                  const CheckOptions& options);

/// Two paths with the same ends and the same length.
Verdict comparePaths(const Graph& graph, const std::vector<uint32_t>& answer,
                     const std::vector<uint32_t>& reference, const CheckOptions& options);

} // namespace galois::inputs

#endif
