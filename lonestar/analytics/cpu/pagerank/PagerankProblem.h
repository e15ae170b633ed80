/**
 * What the parts of pagerank-cpu share: what is asked, and the state of the asynchronous algorithm.
 *
 * The question. A surfer at node u follows one of its edges with probability d (the damping), each
 * with the same chance, parallel edges counted as often as they are there; else he starts anew at
 * node v with probability t(v): 1/N, or as --personalize says. With P(u, v) the chance to follow an
 * edge from u to v,
 *
 *     y = d P'y + (1 - d) t                                                                    (1)
 *
 * are the ranks for --dangling=none: who is at a node without edges and does not start anew is
 * lost, and the ranks sum to 1 or less. With --dangling=uniform he starts anew there for sure, as
 * the standard definition has it: with D(x) the sum of x over nodes without edges,
 *
 *     x = d P'x + (d D(x) + 1 - d) t,   sum of x = 1.                                          (2)
 *
 * Proof that x = y / sum(y): the factor before t in (2) is a number c > 0, and (1) is linear in its
 * last term, so x = c y / (1 - d); the sum of x settles the number. Conversely x = y / sum(y)
 * solves (2): adding up (1) gives sum(y) = d (sum(y) - D(y)) + 1 - d, so d D(x) + 1 - d is, divided
 * by 1 - d, just 1 / sum(y). So (1) is solved without a thought for nodes without edges, and the
 * sum is divided out at the end. That is exact, and no step of the asynchronous algorithm reaches
 * all nodes.
 */
#ifndef GALOIS_LONESTAR_PAGERANK_PAGERANKPROBLEM_H
#define GALOIS_LONESTAR_PAGERANK_PAGERANKPROBLEM_H

#include <cstdint>
#include <utility>

#include "galois/LargeArray.h"
#include "galois/graphs/PackedCSR.h"
#include "liblonestar/LoopRun.h"

namespace pagerank {

using Graph = galois::graphs::PackedCSR<void>;
using Node = std::uint32_t;

/// Where a surfer starts anew.
class Teleport {
public:
  /// Anywhere. `nodes` > 0.
  explicit Teleport(std::uint64_t nodes) : everywhere_(1.0 / static_cast<double>(nodes)) {}
  /// At node v with probability weights[v]; they sum to 1.
  explicit Teleport(galois::LargeArray<double> weights) : weights_(std::move(weights)) {}

  double operator[](Node node) const { return weights_.empty() ? everywhere_ : weights_[node]; }
  bool uniform() const { return weights_.empty(); }
  /// All probabilities; none when uniform.
  const galois::LargeArray<double>& weights() const { return weights_; }

private:
  double everywhere_ = 0;
  galois::LargeArray<double> weights_;
};

/// What is asked of a graph.
struct Question {
  const Graph& graph;
  Teleport teleport;
  double damping;      ///< in [0, 1)
  bool spreadDangling; ///< (2), not (1)
};

/// How a task makes the rank of its node better.
enum class Update {
  Push,    ///< adds the residual to the rank and tells the neighbours
  PullPush ///< computes the rank from the in-edges and tells the neighbours what has changed
};

/// What a task's priority is made of.
enum class Priority {
  Rounds,  ///< nothing: tasks run in rounds, see FirstTasks.h
  Whole,   ///< whole part of the residual, where the mean rank is 1 ([PMOD]: PR)
  Detailed ///< three decimals more (PR-D)
};

/// A node in the asynchronous algorithm, as its neighbours see it. One cache line holds four.
struct alignas(16) NodeState {
  double residual; ///< what (1) asks for beyond the rank so far, or a bound; see pagerankOperator.h
  float threshold; ///< a residual below it is left alone; infinity for nodes without edges
  std::uint32_t queued; ///< 1 from when a task of the node is made until it begins, else 0
};

/// One instance, and the answer as it comes about.
struct Problem {
  const Question& question;
  const Graph* inEdges; ///< the edges turned round; may be null for Update::Push
  bool symmetric;       ///< every edge has its reverse, and inEdges is the graph itself
  Update update;
  Priority priority;
  double relaxation; ///< Push: how much of a residual is taken, 1: just all
  galois::LargeArray<NodeState>& states;
  galois::LargeArray<double>& ranks;       ///< so far, of y in (1)
  galois::LargeArray<double>& shares;      ///< PullPush: what a node gives each neighbour
  galois::LargeArray<std::uint32_t>& busy; ///< PullPush: 1 while a thread works on the node
};

/// Runs the problem under a worklist policy, from what start() has set (Preparation.h);
/// instantiated in a file of its own for each policy.
template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings);

} // namespace pagerank

#endif
