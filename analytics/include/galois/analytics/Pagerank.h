/**
 * PageRank: the share of time that a random surfer spends at each node. At a node, the surfer
 * follows one of its edges with probability `damping`, each with the same chance or with one in
 * proportion to its weight, and otherwise restarts at a random node. Parallel edges count separately, and so do loops [Page, Brin, Motwani,
 * Winograd, "The PageRank Citation Ranking: Bringing Order to the Web", Stanford 1999].
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

/// Says which ranks are computed (damping, tolerance, spreadDangling, personalize, iterations,
/// weights), and selects the algorithm and its options.
struct PagerankPlan {
  /// The algorithms.
  enum Algorithm {
    /// What is fastest for the question and the graph: kPower with `iterations`; kWorklist with
    /// `personalize` or a named scheduler, and where the options measure what only a worklist has;
    /// otherwise kHybrid.
    kAuto,
    /// Gauss-Seidel sweeps over all nodes, until all are accurate enough. If the nodes that are not
    /// have less than a quarter of all edges, and more than two further sweeps seem to be needed,
    /// kWorklist does the rest.
    kHybrid,
    /// Asynchronous: a task improves the rank of one node by its residual, which is the amount that
    /// the definition requires beyond the present rank. RunOptions::scheduler orders the tasks
    /// [Whang et al., "Scalable Data-Driven PageRank", Euro-Par 2015].
    kWorklist,
    /// Power iteration: in each round, all nodes compute their ranks from the previous ones.
    kPower
  };
  /// How a task of kWorklist improves the rank of its node.
  enum Update {
    kPush,    ///< adds the residual to the rank, and its damped shares to the neighbours' residuals
    kPullPush ///< computes the rank from the in-edges, and adds the change to neighbours' residuals
  };
  /// What the priority of a task consists of. Tasks of equal priority run by rounds: a task comes
  /// after all tasks of the round in which it was pushed.
  enum Priority {
    kRounds,  ///< nothing else
    kWhole,   ///< the integer part of the residual, where the mean rank is 1 ([PMOD, 5.3]: PR)
    kDetailed ///< the residual with three decimals ([PMOD, 5.3]: PR-D)
  };

  Algorithm algorithm = kAuto; ///< the algorithm that runs
  Update update = kPush;       ///< for kHybrid and kWorklist
  Priority priority = kRounds; ///< for kHybrid and kWorklist
  double damping = 0.85;       ///< the probability of following an edge, in [0, 1)
  /// The greatest L1 distance of the answer to the true ranks, in [1e-10, 1). Not used when
  /// `iterations` is set.
  double tolerance = 1e-4;
  /// Whether a surfer at a node without edges always restarts. Otherwise such a surfer is lost with
  /// probability `damping`, and the ranks sum to less than 1.
  bool spreadDangling = true;
  /// The distribution of restarts: one weight per node, at least 0, with a finite sum above 0.
  /// Weights are divided by their sum. When it is empty, all nodes are equally likely. The array
  /// must stay valid during the call.
  std::span<const double> personalize{};
  /// For kPush: the share of a residual that a task takes, in (0, 2). More than 1 (over-relaxation)
  /// is for graphs in which every edge has its reverse, of the same weight. The default is 1, and on such graphs 2 / (1
  /// + sqrt(1 - damping^2)).
  std::optional<double> relaxation{};
  /// For kPower: the exact number of iterations, from equal ranks.
  std::optional<std::uint64_t> iterations{};
  /// The weight of each edge, in the order of graph.rows(). A surfer at a node follows its edges with
  /// probabilities in proportion to their weights; one whose weights are all 0 is as one without
  /// edges. When it is empty, all edges of a node are alike. The array must stay valid during the
  /// call, which takes up to 36 bytes per edge more.
  std::span<const double> weights{};
};

/// Returns the algorithms of PagerankPlan.
AlgorithmList<PagerankPlan> pagerankAlgorithms();

/// Computes the rank of every node, within the plan's tolerance. With several threads, the last
/// digits depend on the order in which kHybrid and kWorklist run tasks.
///
/// Any thread may call it, outside parallel loops (Session.h). The work is O(nodes + edges) per
/// sweep or iteration, and O(edges of its node) per task. The first call on a graph also finds
/// Graph::symmetric(). If it is not symmetric, it builds Graph::transpose(), which only kWorklist
/// with kPush does without. After an exception, the contents of `ranks` are unspecified.
///
/// @param graph    the graph, with at least one node
/// @param ranks    receives one rank per node; the previous contents do not matter
/// @param plan     what is computed, and by which algorithm
/// @param options  threads, scheduler, seed, and what is measured
/// @return what the run did; `useful` is the number of tasks that were not stale, or of nodes times
///         iterations for kPower
/// @throws InvalidOption   when `ranks`, `personalize` or `weights` has another size than the graph,
///                         or an option of the plan or of the run is out of range
/// @throws InvalidGraph    when there are no nodes, or when a weight is negative, infinite or not a
///                         number
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
Execution pagerank(const Graph<void>& graph, std::span<double> ranks, const PagerankPlan& plan = {},
                   const RunOptions& options = {});

/// The answer of pagerank() in memory of its own.
struct PagerankResult {
  LargeArray<double> ranks; ///< one per node
  Execution execution;      ///< what the run did
};

/// Computes the rank of every node and allocates the answer. Otherwise it behaves, and throws, like
/// the function above.
PagerankResult pagerank(const Graph<void>& graph, const PagerankPlan& plan = {},
                        const RunOptions& options = {});

/// Checks that ranks are within the plan's tolerance of the true ranks. With `iterations`, checks
/// that they are the result of that many iterations, up to rounding. The code is sequential and
/// shares nothing with the algorithms.
///
/// It may be called on any thread, also by several threads at once. One step of the definition
/// takes O(nodes + edges) time. The check takes one step from the ranks or a few, or as many as
/// `iterations` says.
///
/// @param graph  the graph of the ranks
/// @param ranks  one per node
/// @param plan   the plan of the call that computed the ranks
/// @param fully  also compares with power iteration from equal ranks, in O(log(tolerance) /
///               log(damping)) steps
/// @return "" when the ranks are right, otherwise one line about what is wrong
/// @throws InvalidOption   as pagerank()
/// @throws InvalidGraph    when there are no nodes
/// @throws std::bad_alloc  when there is not enough memory
std::string verifyPagerank(const Graph<void>& graph, std::span<const double> ranks,
                           const PagerankPlan& plan = {}, bool fully = false);

} // namespace galois::analytics
