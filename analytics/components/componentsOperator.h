/**
 * The operator of components-cpu: labels spread along edges in both directions, in whatever order
 * the worklist gives. At the end each node has the lowest label of its component.
 *
 * A task says that a node has a label. If the node has a lower one by now, the task is stale and
 * does nothing. Otherwise it gives the label to each neighbour whose label is higher, and pushes a
 * task for it. The order decides how much work is wasted, never the answer: labels only fall, and
 * the last task of each node gives its label to all neighbours.
 *
 * All accesses are relaxed: a label is one word, and each success pushes a task that carries the new
 * value. The end of the loop publishes everything.
 */
#pragma once

#include <cstddef>
#include <cstdint>

#include "ComponentsProblem.h"
#include "galois/Galois.h"

namespace components {

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
    for (const Graph* graph = &problem.graph; graph != nullptr;
         graph = graph == &problem.graph ? problem.inEdges : nullptr) {
      for (const auto& edge : graph->edges(task.node)) {
        galois::AtomicRef<Node> label(problem.labels[edge.dst]);
        Node old = label.load(galois::order::relaxed);
        while (task.label < old) {
          if (label.compare_exchange_weak(old, task.label, galois::order::relaxed)) {
            ctx.push(Task{edge.dst, task.label});
            break;
          }
        }
      }
    }
  };
  return lonestar::runLoop<Policy>("Components", settings, LabelOf(), tasks, spread, stale);
}

} // namespace components

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template lonestar::LoopRun components::runWorklist<lonestar::worklists::Policy>(                 \
      const components::Problem&, const lonestar::WorklistSettings&);
