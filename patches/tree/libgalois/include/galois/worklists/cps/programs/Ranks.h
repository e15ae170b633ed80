/**
 * PageRank by residuals, in whatever order the worklist gives: the loop that `--wl=NAME` selects in
 * pagerank-push-cpu.
 *
 * A task takes its node's residual, adds it to the rank, and adds each neighbour's share to that
 * neighbour's residual. The thread that raises a residual to the tolerance or above pushes the
 * task. So a node whose residual is that large has exactly one task, which finds it that large. The
 * more a node's residual exceeds the mean rank, which is 1, the more urgent is its task.
 *
 * Each task moves a residual of at least the tolerance, and leaves at most the damping factor's
 * share of it to the neighbours. So the sum of all residuals falls by a fixed amount or more with
 * each task, and the loop ends.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/MethodFlags.h"
#include "galois/worklists/cps/programs/Choice.h"
#include "galois/worklists/cps/programs/Words.h"

namespace galois::cps::programs {

/// That the residual of `node` has reached the tolerance.
template <typename Node>
struct RankTask {
  Node node;
  std::uint32_t priority;
};

/// The priority of a task.
struct ByPriority {
  template <typename Task>
  std::uint32_t operator()(const Task& task) const {
    return task.priority;
  }
};

/// The rank of a node as far as it is known, and what is known to be missing.
struct RankState {
  Atomic<double> rank{0};
  Atomic<double> residual{0};
};

/// Computes the rank of every node into the member `value` of its data, with the damping factor
/// 0.85 and ranks whose mean is 1 if every node has edges. Each residual is below `tolerance` in
/// the end.
template <typename Graph>
void rankByResiduals(Graph& graph, double tolerance) {
  using GraphNode = typename Graph::GraphNode;
  using Task = RankTask<GraphNode>;
  constexpr galois::MethodFlag kNoLock = galois::MethodFlag::UNPROTECTED;
  constexpr double kDamping = 0.85;
  constexpr std::uint32_t kLeastUrgent = std::numeric_limits<std::uint32_t>::max();
  const auto priorityOf = [](double residual) {
    return kLeastUrgent - static_cast<std::uint32_t>(std::min(residual, double{kLeastUrgent}));
  };

  galois::LargeArray<RankState> states;
  states.create(graph.size());
  std::vector<Task> first;
  for (GraphNode node = 0; node < graph.size(); ++node) {
    storeWord(states[node].residual, 1 - kDamping);
    if (1 - kDamping >= tolerance) {
      first.push_back(Task{node, priorityOf(1 - kDamping)});
    }
  }
  runChosen("PageRank", first, ByPriority(), {}, [&](const Task& task, auto& context) {
    RankState& own = states[task.node];
    const double residual = own.residual.exchange(0, order::relaxed);
    addToWord(own.rank, residual);
    std::uint64_t degree = 0;
    for (auto edge : graph.edges(task.node, kNoLock)) {
      static_cast<void>(edge);
      ++degree;
    }
    const double share = residual * kDamping / static_cast<double>(degree);
    for (auto edge : graph.edges(task.node, kNoLock)) {
      const GraphNode other = graph.getEdgeDst(edge);
      const double before = addToWord(states[other].residual, share);
      if (before < tolerance && before + share >= tolerance) {
        context.push(Task{other, priorityOf(before + share)});
      }
    }
  });
  galois::do_all(galois::iterate(graph), [&](GraphNode node) {
    graph.getData(node, kNoLock).value = static_cast<float>(loadWord(states[node].rank));
  });
}

} // namespace galois::cps::programs
