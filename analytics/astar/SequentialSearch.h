/**
 * A* on one thread, the baseline of the parallel search. It has the same labels and a heap with
 * lazy deletion whose entries pack priority and node into one word. With estimates of 0 it is
 * Dijkstra's algorithm that stops at its target.
 *
 * The search ends when the least priority is no less than the length of the best path to the
 * target.
 */
#pragma once

#include <cstdint>

#include "Heuristic.h"
#include "Labels.h"
#include "analytics/sssp/SequentialDijkstra.h"
#include "galois/runtime/report/TaskProgress.h"

namespace astar {

/// Counts of a sequential search.
struct SearchCounts {
  std::uint64_t popped = 0;
  std::uint64_t pushed = 0;
  std::uint64_t stale = 0; ///< popped entries that were stale
};

/// Counts an entry that is popped, and looks from time to time whether the search should end.
/// @throws galois::substrate::Cancelled
inline void countStep(SearchCounts& counts) {
  using galois::runtime::TaskProgress;
  if (++counts.popped % TaskProgress::kSteps == 0) {
    TaskProgress::countOrThrow(TaskProgress::kSteps);
  }
}

/// A heap of nodes by priority.
using SearchHeap = sssp::QuadHeap<sssp::DijkstraEntry<Distance>>;

/// Stores the length of the shortest path from `source` in the target's label. All labels must be
/// untouched before. Takes O(m log m) time for m edges out of expanded nodes. @throws
/// std::bad_alloc
template <typename Graph>
SearchCounts sequentialSearch(const Graph& graph, Node source, Node target,
                              const Heuristic& heuristic, Labels& labels) {
  using Entry = sssp::DijkstraEntry<Distance>;
  SearchCounts counts;
  SearchHeap heap;
  labels[source] = makeLabel(0, heuristic(source));
  labels.touch(source);
  heap.push(Entry::make(priorityOf(labels[source]), source));
  counts.pushed = 1;
  while (!heap.empty()) {
    const Entry entry = heap.pop();
    countStep(counts);
    const Label label = labels[entry.node()];
    const Distance bound = distanceOf(labels[target]);
    if (entry.distance() >= bound) {
      ++counts.stale;
      break;
    }
    if (priorityOf(label) < entry.distance()) {
      ++counts.stale;
      continue;
    }
    for (const auto& edge : graph.edges(entry.node())) {
      const std::uint64_t distance = std::uint64_t{distanceOf(label)} + edge.weight;
      const Label old = labels[edge.dst];
      const Distance estimate = old == kUntouched ? heuristic(edge.dst) : estimateOf(old);
      if (distance >= distanceOf(old) || distance + estimate >= bound) {
        continue;
      }
      const Label improved = makeLabel(static_cast<Distance>(distance), estimate);
      labels[edge.dst] = improved;
      if (old == kUntouched) {
        labels.touch(edge.dst);
      }
      heap.push(Entry::make(priorityOf(improved), edge.dst));
      ++counts.pushed;
    }
  }
  return counts;
}

} // namespace astar
