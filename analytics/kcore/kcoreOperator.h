/**
 * Core numbers in whatever order the worklist gives: estimates that fall from the degrees to the core
 * numbers (CoreEstimates.h). A task stands for a node whose estimate may be too high; the lowest
 * estimates come first. In exact order few nodes are looked at twice, because the neighbours that
 * leave a core have left when a node of a higher estimate has its turn. In any order the answer is the
 * same.
 */
#pragma once

#include <cstddef>
#include <cstdint>

#include "CoreEstimates.h"
#include "KcoreProblem.h"
#include "analytics/graphs/ForEachNode.h"
#include "analytics/scheduler/LoopRun.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/Bag.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Prefetch.h"

namespace kcore {

/// A task of eight bytes. Tasks compare by priority when they are read as one little-endian word.
struct Task {
  Node node;
  Core estimate;

  std::uint32_t subject() const { return node; }
};

struct EstimateOf {
  std::uint32_t operator()(const Task& task) const { return task.estimate; }
};

namespace internal {

/// The words of the nodes.
class CoreWords {
public:
  explicit CoreWords(galois::LargeArray<std::uint64_t>& words) : words_(words) {}

  galois::AtomicRef<std::uint64_t> operator()(Node node) const {
    return galois::AtomicRef<std::uint64_t>(words_[node]);
  }

private:
  galois::LargeArray<std::uint64_t>& words_;
};

} // namespace internal

template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings,
                              std::uint64_t& needy) {
  using Estimates = internal::CoreEstimates<Graph, internal::CoreWords>;
  const Graph& graph = problem.graph;
  galois::LargeArray<std::uint64_t> words;
  words.allocateInterleaved(graph.size());
  const Estimates estimates(graph, internal::CoreWords(words));
  lonestar::StaleTasks stale;
  galois::substrate::PerThreadStorage<Estimates::Counts> counts;

  galois::LargeArray<Task> tasks;
  tasks.allocateBlocked(graph.size());
  std::size_t first = 0;
  {
    const lonestar::OneThreadIfSmall few(graph.size() + graph.numEdges());
    galois::do_all(
        galois::iterate(std::size_t{0}, graph.size()),
        [&](std::size_t n) {
          const auto node = static_cast<Node>(n);
          const bool needs = estimates.begin(node);
          tasks[n] = {node, needs ? estimates.first(node) : 0};
        },
        galois::steal(), galois::chunk_size<256>());
    for (std::size_t n = 0; n < graph.size(); ++n) { // a node with a task has at least estimate 1
      if (tasks[n].estimate > 0) {
        tasks[first++] = tasks[n];
      }
    }
  }
  auto settle = [&](const Task& task, auto& ctx) {
    if (!estimates.settle(task.node, *counts.getLocal(), [&](Node node, Core estimate) {
          ctx.push(Task{node, estimate});
        })) {
      ++*stale.getLocal();
    }
  };
  auto touchNode = [&](const Task& task) __attribute__((always_inline)) {
    galois::substrate::prefetchToRead(&words[task.node]);
    graph.prefetchOffset(task.node);
  };
  auto touchRow = [&](const Task& task) __attribute__((always_inline)) {
    graph.prefetchRow(task.node);
  };
  const std::span<const Task> initial(tasks.data(), first);
  lonestar::LoopRun run =
      lonestar::runLoop<Policy>("Kcore", settings, EstimateOf(), initial, settle, stale,
                                galois::prefetch(touchNode, touchRow));
  galois::GAccumulator<std::uint64_t> fallen;
  lonestar::forEachNode(graph.size(), [&](Node node) {
    problem.cores[node] = estimates.estimate(node);
    fallen += problem.cores[node] < estimates.first(node) ? 1U : 0U;
  });
  needy = fallen.reduce();
  return run;
}

} // namespace kcore

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template lonestar::LoopRun kcore::runWorklist<lonestar::worklists::Policy>(                      \
      const kcore::Problem&, const lonestar::WorklistSettings&, std::uint64_t&);
