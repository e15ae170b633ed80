/**
 * Saturation colouring [Brelaz, "New Methods to Color the Vertices of a Graph", CACM 1979] in
 * whatever order the worklist gives. A task stands for a node. Running it gives the node the least
 * colour that no neighbour has. Each neighbour for which this colour is new becomes more urgent.
 *
 * No two neighbours get the same colour, and a thread that has begun with a node finishes it: see
 * NodeStates.h.
 *
 * Termination: a painter does not leave before its node has a colour. A node without a painter has
 * a task for each value of its saturation, pushed by the thread that raised it. All but the last of
 * these may be dropped as stale; the last is not.
 *
 * A node whose degree is less than the number of colours in use never needs a new colour, whenever
 * it is coloured. So such nodes do not become more urgent, and their tasks do nothing. After the
 * loop the caller colours the nodes that have no colour yet greedily (SpeculativeGreedy.h). On road
 * networks these are most nodes. The argument above still holds: a thread that sees too few colours
 * in use paints such a node nevertheless, and then finds its neighbours' colours one by one. A node
 * whose degree is at least the final number of colours has had a task that was not dropped, so it
 * has a colour.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "ColorProblem.h"
#include "NeighbourColours.h"
#include "NodeStates.h"
#include "analytics/graphs/ForEachNode.h"
#include "analytics/scheduler/LoopRun.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Prefetch.h"

namespace color {

/// A task of eight bytes. Tasks compare by priority when they are read as one little-endian word.
struct Task {
  Node node;
  std::uint32_t urgency;

  std::uint32_t subject() const { return node; }
};

struct UrgencyOf {
  std::uint32_t operator()(const Task& task) const { return task.urgency; }
};

namespace internal {

/// The words of the nodes, in the array that holds the colours in the end.
class ColorWords {
public:
  explicit ColorWords(galois::LargeArray<Color>& words) : words_(words) {}

  galois::AtomicRef<Color> operator()(Node node) const {
    return galois::AtomicRef<Color>(words_[node]);
  }

private:
  galois::LargeArray<Color>& words_;
};

} // namespace internal

template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings) {
  using NodeStates = internal::NodeStates<Graph, internal::ColorWords>;
  using Attempt = NodeStates::Attempt;
  const Graph& graph = problem.graph;
  const Urgency urgency(problem.greatestDegree);
  const NodeStates states(graph, internal::ColorWords(problem.colors));
  NeighbourColours neighbourColours(graph);
  galois::Atomic<Color> inUse{0};
  lonestar::StaleTasks stale;

  galois::LargeArray<std::uint32_t> saturations;
  saturations.allocateInterleaved(graph.size());
  galois::LargeArray<Task> tasks;
  tasks.allocateBlocked(graph.size());
  lonestar::forEachNode(graph.size(), [&](Node node) {
    saturations[node] = 0;
    tasks[node] = {node, urgency.of(0, graph.degree(node))};
  });
  // Relaxed, as everything outside NodeStates: these words only decide how urgent a node is.
  auto urgencyNow = [&](Node node) {
    return urgency.of(
        galois::AtomicRef<std::uint32_t>(saturations[node]).load(galois::order::relaxed),
        graph.degree(node));
  };

  auto tell = [&](Node node, Color color, auto& ctx) {
    Color used = inUse.load(galois::order::relaxed);
    while (used <= color && !inUse.compare_exchange_weak(used, color + 1, galois::order::relaxed)) {
    }
    used = std::max(used, color + 1);
    for (const auto& edge : graph.row(node)) {
      if (graph.degree(edge.dst) >= used && !states.painted(edge.dst) &&
          neighbourColours.add(edge.dst, color)) {
        const std::uint32_t saturation = galois::AtomicRef<std::uint32_t>(saturations[edge.dst])
                                             .fetch_add(1, galois::order::relaxed) +
                                         1;
        ctx.push(Task{edge.dst, urgency.of(saturation, graph.degree(edge.dst))});
      }
    }
  };
  auto paint = [&](const Task& task, auto& ctx) {
    const Node node = task.node;
    if (graph.degree(node) < inUse.load(galois::order::relaxed)) {
      return; // Relaxed: if the number read is too low, the node is painted now, which is right,
              // too
    }
    if (states.painted(node) || urgencyNow(node) < task.urgency || !states.begin(node)) {
      ++*stale.getLocal();
      return;
    }
    galois::substrate::Backoff backoff;
    for (;;) {
      const Color color = neighbourColours.leastFree(node);
      switch (states.paint(node, color)) {
      case Attempt::kPainted:
        tell(node, color, ctx);
        return;
      case Attempt::kTaken:
        neighbourColours.add(node, color); // the neighbour's thread may not have added it yet
        break;
      case Attempt::kStopped:
      case Attempt::kBehind:
        backoff(); // the neighbour is being painted now
        break;
      }
    }
  };
  auto touchNode = [&](const Task& task) __attribute__((always_inline)) {
    galois::substrate::prefetchToRead(&problem.colors[task.node]);
    graph.prefetchOffset(task.node);
  };
  auto touchRow = [&](const Task& task) __attribute__((always_inline)) {
    neighbourColours.prefetch(task.node);
    graph.prefetchRow(task.node);
  };
  return lonestar::runLoop<Policy>("Color", settings, UrgencyOf(), tasks, paint, stale,
                                   galois::prefetch(touchNode, touchRow));
}

} // namespace color

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template lonestar::LoopRun color::runWorklist<lonestar::worklists::Policy>(                      \
      const color::Problem&, const lonestar::WorklistSettings&);
