/**
 * PageRank: how often a surfer is at each node who follows one of its edges with probability
 * `damping`, each with the same chance, and else starts anew. Parallel edges count as often as they
 * are there.
 */
#ifndef GALOIS_ANALYTICS_PAGERANK_H
#define GALOIS_ANALYTICS_PAGERANK_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "galois/LargeArray.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// What is computed, by which algorithm, and its options.
struct PagerankPlan {
  enum Algorithm {
    kHybrid,   ///< Gauss-Seidel sweeps while they pay, then tasks in the order of the scheduler
    kWorklist, ///< residuals, in the order of RunOptions::scheduler
    kPower     ///< power iteration: all nodes at once, in rounds
  };
  /// How a task improves the rank of its node.
  enum Update {
    kPush,    ///< adds the residual to the rank, and tells the neighbours
    kPullPush ///< computes the rank from the in-edges, and tells the neighbours what has changed
  };
  /// What the priority of a task is made of: the greater the residual, the more urgent.
  enum Priority {
    kRounds,  ///< the rounds in which tasks were made, and nothing else
    kWhole,   ///< the whole part of the residual, where the mean rank is 1; then rounds
    kDetailed ///< three decimals more; then rounds
  };

  Algorithm algorithm = kHybrid;
  Update update = kPush;
  Priority priority = kRounds;
  double damping = 0.85;   ///< in [0, 1)
  double tolerance = 1e-4; ///< in [1e-10, 1): the L1 distance of the answer to the true ranks
  /// A surfer at a node without edges starts anew; else it is lost, and ranks sum to less than 1.
  bool spreadDangling = true;
  /// Where surfers start anew: one weight per node, none negative, not all 0. Empty: anywhere.
  std::span<const double> personalize{};
  /// Share of a residual that kPush takes at once, in (0, 2); above 1 only on graphs in which every
  /// edge has its reverse. Default: 1, or on such graphs the best value for the damping.
  std::optional<double> relaxation{};
  /// Of kPower: do exactly that many iterations from equal ranks.
  std::optional<std::uint64_t> iterations{};
};

/// Writes the rank of every node into `ranks`. Call it outside parallel loops, while a SharedMemSys
/// is alive.
/// @param ranks  as many as there are nodes; what they hold before does not matter
/// @throws InvalidOption  when `ranks` or `personalize` has another size, or an option of the plan
/// is
///                        out of range
/// @throws InvalidGraph   when there are no nodes
/// @throws std::bad_alloc
Execution pagerank(const Graph<void>& graph, std::span<double> ranks, const PagerankPlan& plan = {},
                   const RunOptions& options = {});

/// Ranks in memory of their own.
struct PagerankResult {
  LargeArray<double> ranks;
  Execution execution;
};

PagerankResult pagerank(const Graph<void>& graph, const PagerankPlan& plan = {},
                        const RunOptions& options = {});

/// Checks ranks against the definition of the problem, by sequential code that shares nothing with
/// the algorithms. Returns "" when they are right, else one line about what is wrong.
/// @param plan   of the call that computed them
/// @param fully  compare with power iteration from equal ranks too
/// @throws InvalidOption  as pagerank()
std::string verifyPagerank(const Graph<void>& graph, std::span<const double> ranks,
                           const PagerankPlan& plan = {}, bool fully = false);

} // namespace galois::analytics

#endif
