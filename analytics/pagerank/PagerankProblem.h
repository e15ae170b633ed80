/**
 * What the parts of pagerank-cpu share: the equations to solve, and the state of the asynchronous
 * algorithm.
 *
 * The problem. A surfer at node u follows one of its edges with probability d (the damping), each
 * with the same probability, where parallel edges count separately, or with one in proportion to
 * its weight (WeightedEdges.h). Otherwise the surfer restarts at node v with probability t(v), which
 * is 1/N or given by --personalize. Let P(u, v) be the probability of following an edge from u to v.
 * Then the ranks for --dangling=none are
 *
 *     y = d P'y + (1 - d) t                                                                    (1)
 *
 * A surfer at a node without edges who does not restart is lost, so the ranks sum to 1 or less.
 * With --dangling=uniform the surfer always restarts there, as in the standard definition. With
 * D(x) the sum of x over nodes without edges,
 *
 *     x = d P'x + (d D(x) + 1 - d) t,   sum of x = 1.                                          (2)
 *
 * Proof that x = y / sum(y): the factor before t in (2) is a number c > 0, and (1) is linear in its
 * last term, so x = c y / (1 - d); the sum of x determines the factor. Conversely, x = y / sum(y)
 * solves (2): summing (1) gives sum(y) = d (sum(y) - D(y)) + 1 - d, so d D(x) + 1 - d, divided by 1
 * - d, is 1 / sum(y). So the algorithms solve (1), without special treatment of nodes without
 * edges, and divide by the sum at the end. That is exact, and no step of the asynchronous algorithm
 * concerns all nodes.
 */
#pragma once

#include <cstdint>
#include <utility>

#include "analytics/scheduler/LoopRun.h"
#include "galois/LargeArray.h"
#include "galois/graphs/PackedCSR.h"

namespace pagerank {

using Graph = galois::graphs::PackedCSR<void>;
/// Edges with the probabilities with which a surfer at their tail follows them.
using Chances = galois::graphs::PackedCSR<double>;
using Node = std::uint32_t;

/// The distribution of restarts.
class Teleport {
public:
  /// Restarts at every node with the same probability. `nodes` > 0.
  explicit Teleport(std::uint64_t nodes) : everywhere_(1.0 / static_cast<double>(nodes)) {}
  /// Restarts at node v with probability weights[v]; the weights sum to 1.
  explicit Teleport(galois::LargeArray<double> weights) : weights_(std::move(weights)) {}

  double operator[](Node node) const { return weights_.empty() ? everywhere_ : weights_[node]; }
  bool uniform() const { return weights_.empty(); }
  /// Returns all probabilities; empty when they are uniform.
  const galois::LargeArray<double>& weights() const { return weights_; }

private:
  double everywhere_ = 0;
  galois::LargeArray<double> weights_;
};

/// The graph and the equation to solve.
struct Question {
  const Graph& graph;
  Teleport teleport;
  double damping;      ///< in [0, 1)
  bool spreadDangling; ///< solve (2), not (1)
  /// With weights, the edges of `graph` and, where the algorithm needs them, the reversed edges, see
  /// WeightedEdges.h. Null: a surfer follows all edges of a node alike. @{
  const Chances* chances = nullptr;
  const Chances* inChances = nullptr;
  /// @}
};

/// How a task improves the rank of its node.
enum class Update {
  kPush,    ///< adds the residual to the rank and updates the neighbours
  kPullPush ///< computes the rank from the in-edges and sends its change to the neighbours
};

/// What a task's priority consists of, before the round.
enum class Priority {
  kRounds,  ///< nothing: tasks run in rounds, see FirstTasks.h
  kWhole,   ///< integer part of the residual, where the mean rank is 1 ([PMOD]: PR)
  kDetailed ///< three more decimals of it (PR-D)
};

/// The state of a node that its neighbours access. One cache line holds four.
struct alignas(16) NodeState {
  double residual;      ///< how far (1) is from holding, or a bound of that; see pagerankOperator.h
  float threshold;      ///< smaller residuals get no task; infinity for nodes without edges
  std::uint32_t queued; ///< 1 from the creation of the node's task until it begins, else 0
};

/// One problem instance and the arrays that the algorithm fills in.
struct Problem {
  const Question& question;
  const Graph* inEdges; ///< the reversed edges; null with weights, may be null for Update::kPush
  bool symmetric;       ///< every edge has its reverse, of the same weight
  Update update;
  Priority priority;
  double relaxation; ///< Push: the share of a residual that a task takes; 1 is all of it
  galois::LargeArray<NodeState>& states;
  galois::LargeArray<double>& ranks; ///< the present approximation of y in (1)
  /// A node's rank over its degree; with weights, and of a node without edges, its rank.
  galois::LargeArray<double>& shares;
  galois::LargeArray<std::uint32_t>& busy; ///< PullPush: 1 while a thread works on the node
};

/// A task of eight bytes, see FirstTasks.h. Tasks compare by priority when they are read as one
/// little-endian word.
struct Task {
  Node node;
  std::uint32_t priority; ///< smaller is more urgent

  std::uint32_t subject() const { return node; }
};

/// Runs the algorithm under a worklist policy, from what computeResiduals() has set
/// (InitialRanks.h), or without tasks from nothing. Each policy is instantiated in a source file of
/// its own.
/// @param tasks  from firstTasks()
template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const galois::LargeArray<Task>& tasks,
                              const lonestar::WorklistSettings& settings);

} // namespace pagerank
