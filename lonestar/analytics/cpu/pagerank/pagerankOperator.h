/**
 * PageRank by residuals, in whatever order the worklist gives ([PMOD, section 5.3], after Whang et
 * al., Scalable Data-Driven PageRank, Euro-Par 2015). A task says that the rank of `node` can be
 * bettered by more than the threshold. The residual of a node is what equation (1) of
 * PagerankProblem.h asks for beyond the rank so far.
 *
 * Push: a task takes the residual, adds it to the rank, and gives each neighbour its share, which
 * is added to the neighbour's residual. All of that are sums, so order and interleaving do not
 * matter: at any moment rank and residuals of all nodes, with what is on its way, are an exact
 * decomposition of y. On symmetric graphs the task takes more than there is (successive
 * over-relaxation), which converges in fewer steps and leaves residuals of the other sign behind.
 *
 * PullPush: as the papers have it. A task computes the rank anew from the in-edges, and tells the
 * neighbours how much it changed. What they are told is added up without signs, a bound of the
 * residual: a change may reach a neighbour's rank before it is told of, and then must not cancel
 * what it is told of another. Only one thread works on a node at a time.
 *
 * A node with edges whose residual is at least the threshold has one task, see Residuals.h. Until
 * it runs, more is added to the residual and none to the worklist. (Two tasks of a node that leads
 * back to itself would make four, and so on.) A task's priority is that of the moment it was made.
 * Tried and slower, by factors of two to five: another task whenever the residual has grown, and
 * priorities finer than the residual's whole part; either way nodes run before what they wait for
 * has arrived. A node without edges has nobody to tell and no task.
 *
 * The loop ends, whatever the order and the interleaving. A task that finds its residual below the
 * threshold makes no task, any other at most one for each edge and one more; so it is enough that
 * the others are finite in number. Let d be the damping, theta the least threshold, which is > 0.
 *
 * Push, without over-relaxation: the sum of the absolute residuals, with what is on its way to
 * them, falls by (1 - d) theta or more with each task, which takes r out and gives d r back; it is
 * never negative. With over-relaxation there is no such sum: two threads that relax neighbours at
 * the same moment, again and again, drive their residuals up without end. So a thread that meets a
 * residual greater than any can honestly be stops exaggerating, runawayResidual(), and so does one
 * that has done much more than any graph has needed, patience().
 *
 * PullPush: say that a change of a rank is *new* to a neighbour until he pulls it. A task pulls the
 * sum n of what is new to its node, so the rank computed is off the rank so far by c <= n. If c >=
 * theta / 2, it makes d c of new changes from n of old ones, and the sum of all that is new falls
 * by (1 - d) theta / 2 or more. If less, c counts as new still, and the sum does not rise. So tasks
 * of the first kind are finite in number, and so is the sum of all that nodes are ever told, early
 * or late, new to them or not. A task of the second kind takes theta or more of what its node was
 * told, and leaves less than theta / 2 there: so they are finite in number, too. A thread that
 * finds the node busy leaves it to the other, and makes nothing.
 */
#ifndef GALOIS_LONESTAR_PAGERANK_PAGERANKOPERATOR_H
#define GALOIS_LONESTAR_PAGERANK_PAGERANKOPERATOR_H

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "FirstTasks.h"
#include "PagerankProblem.h"
#include "Residuals.h"
#include "galois/Galois.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Prefetch.h"
#include "liblonestar/LoopRun.h"

namespace pagerank {

/// The words that Residuals.h is about, in the arrays of the problem.
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

template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings) {
  const Graph& graph = problem.question.graph;
  const double damping = problem.question.damping;
  NodeState* const states = problem.states.data();
  double* const ranks = problem.ranks.data();
  const Urgency urgency(problem);
  lonestar::StaleTasks stale;
  galois::substrate::PerThreadStorage<std::uint64_t> relaxed;
  const std::uint64_t enough = patience(problem);
  const double runaway = runawayResidual(problem);

  const Residuals<double, SharedWords> residuals(
      SharedWords{states, problem.update == Update::Push ? nullptr : problem.busy.data()});

  // What makes a task of the node in that round.
  auto maker = [&](Node node, std::uint32_t round, auto& ctx) {
    return [&urgency, &ctx, node, round](double residual) {
      ctx.push(Task{node, urgency(residual, round)});
    };
  };
  auto tellNeighbours = [&](Node node, double share, std::uint32_t round, auto& ctx) {
    constexpr std::size_t kAhead = 16;
    const auto edges = graph.edges(node);
    for (std::size_t i = 0; i < std::min(kAhead, edges.size()); ++i) {
      galois::substrate::prefetchToWrite(&states[edges[i].dst]);
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (i + kAhead < edges.size()) {
        galois::substrate::prefetchToWrite(&states[edges[i + kAhead].dst]);
      }
      const Node neighbour = edges[i].dst;
      residuals.add(neighbour, share, states[neighbour].threshold, maker(neighbour, round, ctx));
    }
  };
  auto push = [&](const Task& task, auto& ctx) {
    const Node node = task.node;
    const std::uint32_t round = nextRound(task);
    const auto degree = static_cast<double>(graph.getDegree(node));
    const auto keep = [&](double residual) {
      std::uint64_t& done = *relaxed.getLocal();
      done = std::abs(residual) > runaway * degree ? enough : done + 1;
      return done < enough ? 1 - problem.relaxation : 0;
    };
    const auto tell = [&](double taken) {
      galois::AtomicRef<double>(ranks[node]).fetch_add(taken, galois::order::relaxed);
      tellNeighbours(node, damping * taken / degree, round, ctx);
    };
    return residuals.push(node, states[node].threshold, keep, tell, maker(node, round, ctx));
  };

  auto pull = [&](Node node) {
    double rank = (1 - damping) * problem.question.teleport[node];
    for (const auto& edge : problem.inEdges->edges(node)) {
      rank += galois::AtomicRef<double>(problem.shares[edge.dst]).load(galois::order::relaxed);
    }
    return rank;
  };
  auto pullPush = [&](const Task& task, auto& ctx) {
    const Node node = task.node;
    const std::uint32_t round = nextRound(task);
    const double threshold = states[node].threshold;
    const auto improve = [&]() -> double {
      const double rank = pull(node);
      const double change = std::abs(rank - ranks[node]);
      if (change < threshold / 2) {
        return change; // not worth the telling yet
      }
      ranks[node] = rank;
      const double degree = static_cast<double>(graph.getDegree(node));
      galois::AtomicRef<double>(problem.shares[node])
          .store(damping * rank / degree, galois::order::relaxed);
      tellNeighbours(node, damping * change / degree, round, ctx);
      return 0;
    };
    return residuals.pullPush(node, threshold, improve, maker(node, round, ctx));
  };

  auto better = [&](const Task& task, auto& ctx) {
    if (!(problem.update == Update::Push ? push(task, ctx) : pullPush(task, ctx))) {
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

  const auto tasks = firstTasks(problem, urgency);
  return lonestar::runLoop<Policy>("PageRank", settings, PriorityOf(), tasks, better, stale,
                                   galois::prefetch(touchNode, touchEdges));
}

} // namespace pagerank

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template lonestar::LoopRun pagerank::runWorklist<lonestar::worklists::Policy>(                   \
      const pagerank::Problem&, const lonestar::WorklistSettings&);

#endif
