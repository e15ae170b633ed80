/** The greedy maximal independent set on one thread. */
#pragma once

#include <cstddef>
#include <cstdint>

#include "MisProblem.h"
#include "galois/runtime/report/TaskProgress.h"

namespace mis {

/// Fills in the set: takes each node, in order, unless a neighbour has been taken. O(nodes + edges).
/// @throws galois::substrate::Cancelled
inline void findGreedily(const Problem& problem) {
  using galois::runtime::TaskProgress;
  TaskProgress::countOrThrow(0);
  constexpr std::uint8_t kOpen = 2;
  const std::size_t size = problem.graph.size();
  for (std::size_t n = 0; n < size; ++n) {
    problem.members[n] = kOpen;
  }
  for (std::size_t at = 0; at < size; ++at) {
    const Node node = problem.order.node(at);
    if (problem.members[node] == kOpen) {
      problem.members[node] = 1;
      for (const auto& edge : problem.graph.row(node)) {
        problem.members[edge.dst] = 0; // later ones, since no earlier neighbour is in the set
      }
    }
    if (at % TaskProgress::kSteps == TaskProgress::kSteps - 1) {
      TaskProgress::countOrThrow(TaskProgress::kSteps);
    }
  }
}

} // namespace mis
