/**
 * Greedy maximal independent set in whatever order the worklist gives (NodeDecisions.h). A task stands
 * for a node; the earliest nodes come first. In exact order every task decides its node. In any other
 * order a task may find an earlier neighbour undecided. Then its node is pushed again, or it waits for
 * that neighbour. The decisions are the same in any order.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "MisProblem.h"
#include "SharedDecisions.h"
#include "analytics/graphs/ForEachNode.h"
#include "analytics/scheduler/LoopRun.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/Reduction.h"

namespace mis {

/// A task of eight bytes. Tasks compare by priority when they are read as one little-endian word.
struct Task {
  Node node;
  std::uint32_t position;

  std::uint32_t subject() const { return node; }
};

struct PositionOf {
  std::uint32_t operator()(const Task& task) const { return task.position; }
};

template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings,
                              std::uint32_t tries, std::uint64_t& hasWaited) {
  const Graph& graph = problem.graph;
  const std::size_t size = graph.size();
  SharedDecisions shared(problem);
  const SharedDecisions::Decisions& decisions = shared.decisions();
  galois::LargeArray<Task> tasks;
  tasks.allocateBlocked(size);
  galois::LargeArray<std::uint32_t> failed; // per node, tries in a row; of the node's task
  if (tries > 0) {
    failed.allocateInterleaved(size);
  }
  // The loop begins with a block of tasks per thread. Thread t gets positions t, t + threads, and so
  // on: with positions in a row, most threads would begin with nodes that depend on other threads'.
  const std::size_t threads = galois::getActiveThreads();
  lonestar::forEachNode(size, [&](std::uint32_t position) {
    const std::size_t thread = position % threads;
    const std::size_t first = thread * (size / threads) + std::min(thread, size % threads);
    const Node node = problem.order.node(position);
    tasks[first + position / threads] = {node, position};
    if (tries > 0) {
      failed[node] = 0;
    }
  });
  lonestar::StaleTasks stale;
  galois::GAccumulator<std::uint64_t> waited;
  auto decide = [&](const Task& task, auto& ctx) {
    const bool mayWait = tries == 0 || failed[task.node] >= tries;
    const auto outcome = decisions.decide(task.node, mayWait, [&](Node node) {
      ctx.push(Task{node, problem.order.position(node)});
    });
    if (outcome == SharedDecisions::Decisions::kDecided) {
      return;
    }
    ++*stale.getLocal();
    if (outcome == SharedDecisions::Decisions::kBlocked) {
      ++failed[task.node];
      ctx.push(task);
    } else {
      waited += 1U;
    }
  };
  auto touchNode = [&](const Task& task) __attribute__((always_inline)) {
    shared.prefetch(task.node);
    graph.prefetchOffset(task.node);
  };
  auto touchRow = [&](const Task& task) __attribute__((always_inline)) {
    graph.prefetchRow(task.node);
  };
  const std::span<const Task> initial(tasks.data(), size);
  lonestar::LoopRun run = lonestar::runLoop<Policy>("Mis", settings, PositionOf(), initial, decide,
                                                    stale, galois::prefetch(touchNode, touchRow));
  hasWaited = waited.reduce();
  shared.finish();
  return run;
}

} // namespace mis

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template lonestar::LoopRun mis::runWorklist<lonestar::worklists::Policy>(                        \
      const mis::Problem&, const lonestar::WorklistSettings&, std::uint32_t, std::uint64_t&);
