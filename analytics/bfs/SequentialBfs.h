/**
 * Breadth-first search on one thread with a queue: the baseline of speed claims. It shares no code
 * with the parallel algorithms.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "galois/runtime/report/TaskProgress.h"

namespace bfs {

/// Writes the level of every node that a path from a source reaches into `levels`, which holds the
/// greatest value of its type everywhere before. Takes O(nodes + edges) time.
/// @param queue  room for every node; afterwards its first entries are the reached nodes in the
///               order in which they were reached
/// @return the number of reached nodes
/// @throws galois::substrate::Cancelled
template <typename Graph>
std::size_t sequentialBfs(const Graph& graph, std::span<const std::uint32_t> sources,
                          std::uint32_t* levels, std::uint32_t* queue) {
  using galois::runtime::TaskProgress;
  constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max();
  std::size_t end = 0;
  for (const std::uint32_t source : sources) {
    if (levels[source] == kUnreached) {
      levels[source] = 0;
      queue[end++] = source;
    }
  }
  for (std::size_t at = 0; at < end; ++at) {
    const std::uint32_t level = levels[queue[at]] + 1;
    if (at % TaskProgress::kSteps == TaskProgress::kSteps - 1) {
      TaskProgress::countOrThrow(TaskProgress::kSteps);
    }
    for (const auto& edge : graph.edges(queue[at])) {
      if (levels[edge.dst] == kUnreached) {
        levels[edge.dst] = level;
        queue[end++] = edge.dst;
      }
    }
  }
  return end;
}

} // namespace bfs
