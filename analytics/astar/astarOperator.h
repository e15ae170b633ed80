/**
 * A* in whatever order the worklist gives. A task says that `node` is on a path from source to
 * target that is no shorter than `priority`. The priority is the length of the best path known to
 * the node plus the estimate of the rest. A task is stale if a shorter path to the node is known by
 * now, or if its path cannot be shorter than the best path known to the target. The order decides
 * how much work is wasted, never the answer. A node on a shortest path has a task whose priority is
 * at most that path's length, so it is dropped only when a path as short has been found.
 *
 * That requires estimates that never overestimate. Consistent estimates additionally save work.
 *
 * No order between threads is needed: a label is one word, lowered by compare-exchange, and each
 * success pushes a task. The end of the loop publishes everything. A bound that lags behind is only
 * too large, so that fewer tasks are dropped. Sums that do not fit are at least kInfinity, which is
 * the initial bound, so they never improve a label.
 */
#pragma once

#include <array>
#include <cstdint>

#include "AstarProblem.h"
#include "analytics/scheduler/LoopRun.h"
#include "galois/Galois.h"
#include "galois/substrate/Prefetch.h"

namespace astar {

/// A task. Tasks compare by priority when they are read as one little-endian word.
struct Task {
  Node node;
  Distance priority;

  std::uint32_t subject() const { return node; }
};

struct PriorityOf {
  Distance operator()(const Task& task) const { return task.priority; }
};

template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings) {
  const Graph& graph = problem.graph;
  const Heuristic heuristic = problem.heuristic;
  const Node target = problem.target;
  Labels& labels = problem.labels;
  lonestar::StaleTasks stale;

  // Values that every edge needs are captured by value and copied to locals: they stay in
  // registers.
  auto expand = [heuristic, target, &graph, &labels, &stale](const Task& task, auto& ctx) {
    using Ref = galois::AtomicRef<Label>;
    const Heuristic estimated = heuristic;
    const Distance bound = distanceOf(Ref(labels[target]).load(std::memory_order_relaxed));
    const Label label = Ref(labels[task.node]).load(std::memory_order_relaxed);
    if (task.priority >= bound || priorityOf(label) < task.priority) {
      ++*stale.getLocal();
      return;
    }
    // Prefetch all of them before the first compare-exchange makes the processor wait.
    for (const auto& edge : graph.edges(task.node)) {
      galois::substrate::prefetchToRead(labels.address(edge.dst));
      heuristic.prefetch(edge.dst);
    }
    const std::uint64_t here = distanceOf(label);
    for (const auto& edge : graph.edges(task.node)) {
      const std::uint64_t distance = here + edge.weight;
      Ref best(labels[edge.dst]);
      Label old = best.load(std::memory_order_relaxed);
      const Distance estimate = old == kUntouched ? estimated(edge.dst) : estimateOf(old);
      if (distance + estimate >= bound) {
        continue;
      }
      const Label improved = makeLabel(static_cast<Distance>(distance), estimate);
      while (improved < old) {
        const bool first = old == kUntouched;
        if (best.compare_exchange_weak(old, improved, std::memory_order_relaxed)) {
          if (first) {
            labels.touch(edge.dst);
          }
          if (edge.dst != target) {
            graph.prefetchRow(edge.dst); // the new task will need it, often soon
            ctx.push(Task{edge.dst, priorityOf(improved)});
          }
          break;
        }
      }
    }
  };
  auto touchNode = [&](const Task& task) __attribute__((always_inline)) {
    galois::substrate::prefetchToRead(labels.address(task.node));
    graph.prefetchRow(task.node);
  };
  auto touchEdges = [&](const Task& task) __attribute__((always_inline)) {
    graph.prefetchEdges(task.node);
  };

  labels[problem.source] = makeLabel(0, heuristic(problem.source));
  labels.touch(problem.source);
  const std::array<Task, 1> first{{{problem.source, priorityOf(labels[problem.source])}}};
  return lonestar::runLoop<Policy>("A*", settings, PriorityOf(), first, expand, stale,
                                   galois::prefetch(touchNode, touchEdges));
}

} // namespace astar

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template lonestar::LoopRun astar::runWorklist<lonestar::worklists::Policy>(                      \
      const astar::Problem&, const lonestar::WorklistSettings&);
