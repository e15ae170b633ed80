/**
 * Community detection by label propagation, as LDBC Graphalytics defines it: in each round, every
 * node takes the label that most of its neighbours have, and among several the least. The answer is
 * the same for all numbers of threads.
 */
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "galois/LargeArray.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// The options of label propagation. The answer depends on them.
struct CdlpPlan {
  unsigned iterations = 10; ///< the number of rounds
  /// The label of each node before the first round; none: its number. Labels need not be nodes.
  std::span<const Node> initial{};
};

/// Finds the label of every node after some rounds.
///
/// In a round, each edge shows the label of either end to the other one, so two edges of opposite
/// directions, and parallel edges, count twice; a loop shows the node its own label, twice. If every
/// edge has its reverse, this is the definition for undirected graphs. A node without edges keeps its
/// label. All nodes change at the same time. A node whose neighbours did not change is not looked at
/// again, and rounds that would change nothing are left out.
///
/// Any thread may call it, outside parallel loops (Session.h). The first call on a graph also finds
/// out Graph::symmetric() and, unless it is, builds Graph::transpose(). It takes O(nodes + edges) time
/// per round. After an exception, the contents of the array are unspecified.
///
/// @param graph    the graph
/// @param labels   receives the label of each node; the previous contents do not matter
/// @param plan     the number of rounds, and where they begin
/// @param options  threads, and what is measured; no scheduler has an effect
/// @return what the run did. `executed` counts the labels that were looked at, `useful` those that
///         changed. `measures` has the number of "rounds" that were not left out
/// @throws InvalidOption   when an array has another size than the graph, or an option of the run is
///                         out of range
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
Execution cdlp(const Graph<void>& graph, std::span<Node> labels, const CdlpPlan& plan = {},
               const RunOptions& options = {});

/// The answer of cdlp() in memory of its own.
struct CdlpResult {
  LargeArray<Node> labels; ///< per node
  Execution execution;     ///< what the run did
};

/// Finds the label of every node and allocates the answer. Otherwise it behaves, and throws, like the
/// function above.
CdlpResult cdlp(const Graph<void>& graph, const CdlpPlan& plan = {},
                const RunOptions& options = {});

/// Performs the rounds again on one thread, each for all nodes and by sorting, and compares. The code
/// shares nothing with the algorithm.
///
/// Any thread may call it, outside parallel loops (Session.h). It also builds Graph::transpose().
///
/// @param graph   the graph
/// @param labels  the answer
/// @param plan    as for cdlp()
/// @return "" when the answer is right, otherwise one line about the first node that is wrong
/// @throws InvalidOption, std::bad_alloc  as cdlp()
std::string verifyCdlp(const Graph<void>& graph, std::span<const Node> labels,
                       const CdlpPlan& plan = {});

} // namespace galois::analytics
