/**
 * PageRank by residuals, in whatever order the worklist gives ([PMOD, section 5.3], after Whang et
 * al., Scalable Data-Driven PageRank, Euro-Par 2015). A task says that the rank of `node` can be
 * improved by more than the threshold. The residual of a node is the difference between the two
 * sides of equation (1) of PagerankProblem.h for the present ranks.
 *
 * Push: a task takes the residual, adds it to the rank, and adds each neighbour's share of it to
 * the neighbour's residual. All of these are sums, so order and interleaving do not matter. At any
 * moment the ranks and residuals of all nodes, with the amounts in transit, are an exact
 * decomposition of y. On symmetric graphs the task takes more than the residual (successive
 * over-relaxation), which converges in fewer steps and leaves residuals of the other sign behind.
 *
 * PullPush: as in the papers. A task computes the rank again from the in-edges, and sends the
 * magnitude of the change to the neighbours. These magnitudes are added without signs, so their sum
 * is a bound of the residual. A change may reach a neighbour's rank before the message about it
 * does; that message must not cancel one about another change. Only one thread works on a node at a
 * time.
 *
 * A node with edges whose residual is at least the threshold has one task, see Residuals.h. Until
 * the task runs, amounts are added to the residual and no task to the worklist. (Two tasks of a
 * node on a cycle would make four, and so on.) A task keeps the priority that it had when it was
 * made. Two alternatives were slower, by factors of two to five: pushing another task whenever the
 * residual has grown, and priorities finer than the residual's integer part. In both, nodes run
 * before the changes that they wait for have arrived. A node without edges has no neighbours and no
 * task.
 *
 * Termination, whatever the order and the interleaving. A task that finds its residual below the
 * threshold makes no task. Any other task makes at most one for each edge and one more. So it
 * suffices that the others are finite in number. Let d be the damping and theta > 0 the least
 * threshold.
 *
 * Push, without over-relaxation: consider the sum of the absolute residuals, including the amounts
 * in transit. It falls by (1 - d) theta or more with each task, which takes r out and puts d r
 * back, and it is never negative. With over-relaxation there is no such sum. Two threads that relax
 * neighbours at the same time, again and again, can increase their residuals without bound. So a
 * thread stops over-relaxing when it meets a residual greater than any that can arise otherwise,
 * runawayResidual(), and when it has relaxed far more often than any graph has needed, patience().
 *
 * PullPush: call a change of a rank *new* to a neighbour until the neighbour pulls it. A task pulls
 * the sum n of what is new to its node, so the rank computed differs from the present rank by c <=
 * n. If c >= theta / 2, the task makes d c of new changes from n of old ones, and the sum of all
 * that is new falls by (1 - d) theta / 2 or more. If c is less, it still counts as new, and the sum
 * does not rise. So tasks of the first kind are finite in number, and so is the sum of all messages
 * that nodes ever receive, whether new to them or not. A task of the second kind removes theta or
 * more from its node's messages, and leaves less than theta / 2 there. So these are finite in
 * number, too. A thread that finds the node busy leaves it to the other thread, and makes no task.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "FirstTasks.h"
#include "PagerankProblem.h"
#include "Residuals.h"
#include "analytics/scheduler/LoopRun.h"
#include "galois/Galois.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Prefetch.h"

namespace pagerank {

/// The words that Residuals.h uses, in the arrays of the problem.
struct SharedWords {
  NodeState* states;
  std::uint32_t* busyWords; ///< PullPush only

  galois::AtomicRef<double> residual(Node node) const {
    return galois::AtomicRef<double>(states[node].residual);
  }
  galois::AtomicRef<std::uint32_t> queued(Node node) const {
    return galois::AtomicRef<std::uint32_t>(states[node].queued);
  }
  galois::AtomicRef<std::uint32_t> busy(Node node) const {
    return galois::AtomicRef<std::uint32_t>(busyWords[node]);
  }
};

/// The work of a task, for either Update. All threads of a loop share one object.
class RankStep {
public:
  /// Both must outlive this.
  /// @param runaway  what runawayResidual() returns
  RankStep(const Problem& problem, const Urgency& urgency, double runaway)
      : problem_(problem), urgency_(urgency), graph_(problem.question.graph),
        chances_(problem.question.chances), states_(problem.states.data()),
        ranks_(problem.ranks.data()), damping_(problem.question.damping),
        enough_(patience(problem)), runaway_(runaway),
        residuals_(SharedWords{states_,
                               problem.update == Update::kPush ? nullptr : problem.busy.data()}) {}

  /// Runs a task under Update::kPush. Returns false if its residual was below the threshold.
  template <typename Context>
  bool push(const Task& task, Context& ctx) const {
    const Node node = task.node;
    const std::uint32_t round = nextRound(task);
    const auto degree = static_cast<double>(graph_.getDegree(node));
    const auto keep = [&](double residual) {
      std::uint64_t& done = *relaxed_.getLocal();
      done = std::abs(residual) > runaway_ * degree ? enough_ : done + 1;
      return done < enough_ ? 1 - problem_.relaxation : 0;
    };
    const auto tell = [&](double taken) {
      galois::AtomicRef<double>(ranks_[node]).fetch_add(taken, galois::order::relaxed);
      tellNeighbours(node, damping_ * taken, degree, round, ctx);
    };
    return residuals_.push(node, states_[node].threshold, keep, tell, maker(node, round, ctx));
  }

  /// Runs a task under Update::kPullPush. Returns false if there was too little to do.
  template <typename Context>
  bool pullPush(const Task& task, Context& ctx) const {
    const Node node = task.node;
    const std::uint32_t round = nextRound(task);
    const double threshold = states_[node].threshold;
    const auto improve = [&]() -> double {
      const double rank = pull(node);
      const double change = std::abs(rank - ranks_[node]);
      if (change < threshold / 2) {
        return change; // too little to tell the neighbours yet
      }
      ranks_[node] = rank;
      const double degree = static_cast<double>(graph_.getDegree(node));
      galois::AtomicRef<double>(problem_.shares[node])
          .store(chances_ != nullptr ? rank : rank / degree, galois::order::relaxed);
      tellNeighbours(node, damping_ * change, degree, round, ctx);
      return 0;
    };
    return residuals_.pullPush(node, threshold, improve, maker(node, round, ctx));
  }

private:
  /// A function that makes a task of the node in that round, given its residual.
  template <typename Context>
  auto maker(Node node, std::uint32_t round, Context& ctx) const {
    return [this, &ctx, node, round](double residual) {
      ctx.push(Task{node, urgency_(residual, round)});
    };
  }

  /// Divides `amount` among the residuals of the neighbours.
  template <typename Context>
  void tellNeighbours(Node node, double amount, double degree, std::uint32_t round,
                      Context& ctx) const {
    if (chances_ != nullptr) {
      tellOver(chances_->edges(node), amount, round, ctx);
    } else {
      tellOver(graph_.edges(node), amount / degree, round, ctx);
    }
  }

  /// Adds `share`, times the probability of the edge if it has one, to the residuals of the
  /// neighbours.
  template <typename Edges, typename Context>
  void tellOver(const Edges& edges, double share, std::uint32_t round, Context& ctx) const {
    constexpr std::size_t kAhead = 16;
    for (std::size_t i = 0; i < std::min(kAhead, edges.size()); ++i) {
      galois::substrate::prefetchToWrite(&states_[edges[i].dst]);
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (i + kAhead < edges.size()) {
        galois::substrate::prefetchToWrite(&states_[edges[i + kAhead].dst]);
      }
      const Node neighbour = edges[i].dst;
      residuals_.add(neighbour, edges[i].weight * share, states_[neighbour].threshold,
                     maker(neighbour, round, ctx));
    }
  }

  /// The rank of the node as its in-edges give it.
  double pull(Node node) const {
    const Chances* const inChances = problem_.question.inChances;
    const double received = inChances != nullptr ? sumOver(inChances->edges(node))
                                                 : sumOver(problem_.inEdges->edges(node));
    return (1 - damping_) * problem_.question.teleport[node] + damping_ * received;
  }

  template <typename Edges>
  double sumOver(const Edges& inEdges) const {
    double received = 0;
    for (const auto& edge : inEdges) {
      received += edge.weight *
                  galois::AtomicRef<double>(problem_.shares[edge.dst]).load(galois::order::relaxed);
    }
    return received;
  }

  const Problem& problem_;
  const Urgency& urgency_;
  const Graph& graph_;
  const Chances* const chances_; ///< null without weights
  NodeState* const states_;
  double* const ranks_;
  const double damping_;
  const std::uint64_t enough_; ///< relaxations per thread after which it stops over-relaxing
  const double runaway_;       ///< see runawayResidual()
  const Residuals<double, SharedWords> residuals_;
  mutable galois::substrate::PerThreadStorage<std::uint64_t> relaxed_; ///< counts, per thread
};

template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const galois::LargeArray<Task>& tasks,
                              const lonestar::WorklistSettings& settings) {
  const Graph& graph = problem.question.graph;
  NodeState* const states = problem.states.data();
  double* const ranks = problem.ranks.data();
  const Urgency urgency(problem);
  const RankStep step(problem, urgency, tasks.empty() ? 0 : runawayResidual(problem));
  lonestar::StaleTasks stale;

  auto improveRank = [&](const Task& task, auto& ctx) {
    const bool done =
        problem.update == Update::kPush ? step.push(task, ctx) : step.pullPush(task, ctx);
    if (!done) {
      ++*stale.getLocal();
    }
  };
  auto touchNode = [&](const Task& task) __attribute__((always_inline)) {
    galois::substrate::prefetchToWrite(&states[task.node]);
    galois::substrate::prefetchToWrite(&ranks[task.node]);
    graph.prefetchRow(task.node);
  };
  auto touchEdges = [&](const Task& task) __attribute__((always_inline)) {
    graph.prefetchEdges(task.node);
  };

  return lonestar::runLoop<Policy>("PageRank", settings, PriorityOf(), tasks, improveRank, stale,
                                   galois::prefetch(touchNode, touchEdges));
}

} // namespace pagerank

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template lonestar::LoopRun pagerank::runWorklist<lonestar::worklists::Policy>(                   \
      const pagerank::Problem&, const galois::LargeArray<pagerank::Task>&,                         \
      const lonestar::WorklistSettings&);
