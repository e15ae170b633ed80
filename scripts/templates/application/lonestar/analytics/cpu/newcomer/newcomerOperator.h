/**
 * The operator of newcomer-cpu: labels spread along arcs, in whatever order the worklist gives.
 *
 * A task says that a node has a label. If the node has a lesser one by now, the task is stale and
 * does nothing. Otherwise it gives the label to each successor whose label is greater, and pushes a
 * task for it. The order decides how much work is wasted, never the answer: labels only fall, and
 * the last task of each node gives its label to all successors.
 *
 * All accesses are relaxed: a label is one word, and each success pushes a task that carries the new
 * value. The end of the loop publishes everything.
 */
#pragma once

#include <cstddef>
#include <cstdint>

#include "NewcomerProblem.h"
#include "galois/Galois.h"

namespace newcomer {

/// A task. It compares by its label, the priority.
struct Task {
  Node node;
  Node label;

  std::uint32_t subject() const { return node; }
};

/// The priority of a task.
struct LabelOf {
  std::uint32_t operator()(const Task& task) const { return task.label; }
};

template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings) {
  lonestar::StaleTasks stale;
  galois::LargeArray<Task> tasks;
  tasks.allocateBlocked(problem.graph.size());
  galois::do_all(galois::iterate(std::size_t{0}, tasks.size()), [&](std::size_t place) {
    const auto node = static_cast<Node>(place);
    tasks[place] = {node, node};
  });
  const auto spread = [&](const Task& task, auto& ctx) {
    if (galois::AtomicRef<Node>(problem.labels[task.node]).load(galois::order::relaxed) <
        task.label) {
      ++*stale.getLocal();
      return;
    }
    for (const auto& edge : problem.graph.edges(task.node)) {
      galois::AtomicRef<Node> label(problem.labels[edge.dst]);
      Node old = label.load(galois::order::relaxed);
      while (task.label < old) {
        if (label.compare_exchange_weak(old, task.label, galois::order::relaxed)) {
          ctx.push(Task{edge.dst, task.label});
          break;
        }
      }
    }
  };
  return lonestar::runLoop<Policy>("Newcomer", settings, LabelOf(), tasks, spread, stale);
}

} // namespace newcomer

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template lonestar::LoopRun newcomer::runWorklist<lonestar::worklists::Policy>(                   \
      const newcomer::Problem&, const lonestar::WorklistSettings&);
