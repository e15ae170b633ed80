/** The greedy maximal matching on one thread. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "GreedyMatchingProblem.h"
#include "galois/runtime/report/TaskProgress.h"

namespace greedymatching {

/// Fills in the matching: takes each edge, in order, whose ends are free. O(nodes + edges log edges),
/// and 12 bytes per edge unless the rows are in the order of edges.
/// @throws galois::substrate::Cancelled
template <typename Weight>
void matchGreedily(const Problem<Weight>& problem) {
  using galois::runtime::TaskProgress;
  TaskProgress::countOrThrow(0);
  const std::size_t size = problem.graph.size();
  auto& partners = problem.partners;
  std::fill(partners.begin(), partners.end(), kUnmatched);
  std::uint64_t looked = 0;
  const auto look = [&](Node u, Node v) {
    if (partners[u] == kUnmatched && partners[v] == kUnmatched) {
      partners[u] = v;
      partners[v] = u;
    }
    if (++looked % TaskProgress::kSteps == 0) {
      TaskProgress::countOrThrow(TaskProgress::kSteps);
    }
  };
  std::vector<EdgeOrder::Place> places;
  if (!problem.order.isThatOfRows()) {
    places.reserve(problem.graph.numEdges());
  }
  for (std::size_t n = 0; n < size; ++n) {
    const auto node = static_cast<Node>(n);
    for (const auto& edge : problem.graph.row(node)) {
      if (edge.dst <= node) {
        continue;
      }
      if (problem.order.isThatOfRows()) {
        look(node, edge.dst);
      } else {
        places.push_back(problem.order.place(node, edge.dst, weightOf(edge)));
      }
    }
  }
  std::sort(places.begin(), places.end());
  for (const EdgeOrder::Place& place : places) {
    look(place.u, place.v);
  }
}

} // namespace greedymatching
