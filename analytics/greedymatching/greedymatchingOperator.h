/**
 * Greedy maximal matching in whatever order the worklist gives, by proposals (Proposals.h). A task
 * stands for a node; nodes with early edges come first. In exact order few proposals are displaced. In
 * any order the answer is the same.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "GreedyMatchingProblem.h"
#include "SharedProposals.h"
#include "analytics/scheduler/LoopRun.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"

namespace greedymatching {

/// A task of eight bytes. Tasks compare by priority when they are read as one little-endian word.
struct Task {
  Node node;
  std::uint32_t urgency;

  std::uint32_t subject() const { return node; }
};

struct UrgencyOf {
  std::uint32_t operator()(const Task& task) const { return task.urgency; }
};

template <typename Policy, typename Weight>
lonestar::LoopRun runWorklist(const Problem<Weight>& problem,
                              const lonestar::WorklistSettings& settings) {
  const auto& graph = problem.graph;
  const EdgeOrder& order = problem.order;
  const std::size_t size = graph.size();
  SharedProposals<Weight> shared(problem);
  galois::LargeArray<Task> tasks;
  tasks.allocateBlocked(size);
  std::size_t first = 0;
  {
    const lonestar::OneThreadIfSmall few(size + graph.numEdges());
    galois::do_all(
        galois::iterate(std::size_t{0}, size),
        [&](std::size_t n) {
          const auto node = static_cast<Node>(n);
          tasks[n] = {kUnmatched, 0};
          EdgeOrder::Place best{};
          for (const auto& edge : graph.row(node)) {
            const EdgeOrder::Place place = order.place(node, edge.dst, weightOf(edge));
            if (tasks[n].node == kUnmatched || place < best) {
              best = place;
              tasks[n].node = node;
            }
          }
          tasks[n].urgency = order.urgency(best.key, best.u, best.v);
        },
        galois::steal(), galois::chunk_size<256>());
    for (std::size_t n = 0; n < size; ++n) {
      if (tasks[n].node != kUnmatched) {
        tasks[first++] = tasks[n];
      }
    }
  }
  lonestar::StaleTasks stale;
  auto propose = [&](const Task& task, auto& ctx) {
    Node to = kUnmatched;
    if (const auto displaced = shared.protocol().propose(task.node, to)) {
      ++*stale.getLocal(); // the displaced proposal's task was in vain
      ctx.push(Task{displaced.node, order.urgency(displaced.key, displaced.node, to)});
    }
  };
  auto touchNode = [&](const Task& task) __attribute__((always_inline)) {
    graph.prefetchOffset(task.node);
  };
  auto touchRow = [&](const Task& task) __attribute__((always_inline)) {
    graph.prefetchRow(task.node);
  };
  const std::span<const Task> initial(tasks.data(), first);
  lonestar::LoopRun run =
      lonestar::runLoop<Policy>("GreedyMatching", settings, UrgencyOf(), initial, propose, stale,
                                galois::prefetch(touchNode, touchRow));
  shared.finish();
  return run;
}

} // namespace greedymatching

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template lonestar::LoopRun greedymatching::runWorklist<lonestar::worklists::Policy>(             \
      const greedymatching::Problem<std::uint32_t>&, const lonestar::WorklistSettings&);           \
  template lonestar::LoopRun greedymatching::runWorklist<lonestar::worklists::Policy>(             \
      const greedymatching::Problem<void>&, const lonestar::WorklistSettings&);
