/**
 * Core numbers on one thread: takes a node of the least degree away, one after the other [Matula,
 * Beck, "Smallest-last ordering and clustering and graph coloring algorithms", J. ACM 30, 1983]. The
 * nodes that are left lie in one array in the order of their degrees, so a node whose degree falls by
 * one changes places with the first node of its old degree [Batagelj, Zaversnik, "An O(m) algorithm
 * for cores decomposition of networks", arXiv cs/0310049, 2003].
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "KcoreProblem.h"
#include "galois/runtime/report/TaskProgress.h"

namespace kcore {

/// Fills in the core numbers, in O(nodes + edges) time and with 8 bytes per node and greatest degree.
/// @throws galois::substrate::Cancelled
inline void peel(const Problem& problem) {
  using galois::runtime::TaskProgress;
  const Graph& graph = problem.graph;
  const std::size_t size = graph.size();
  galois::LargeArray<Core>& degrees = problem.cores; // the final degrees are the core numbers
  Core greatest = 0;
  for (std::size_t n = 0; n < size; ++n) {
    degrees[n] = static_cast<Core>(graph.degree(static_cast<Node>(n)));
    greatest = std::max(greatest, degrees[n]);
  }
  std::vector<Node> firsts(std::size_t{greatest} + 2); // of each degree, the first place
  for (std::size_t n = 0; n < size; ++n) {
    ++firsts[std::size_t{degrees[n]} + 1];
  }
  for (std::size_t degree = 1; degree < firsts.size(); ++degree) {
    firsts[degree] += firsts[degree - 1];
  }
  galois::LargeArray<Node> order, places;
  order.allocateInterleaved(size);
  places.allocateInterleaved(size);
  for (std::size_t n = 0; n < size; ++n) {
    places[n] = firsts[degrees[n]]++;
    order[places[n]] = static_cast<Node>(n);
  }
  for (std::size_t degree = firsts.size() - 1; degree > 0; --degree) {
    firsts[degree] = firsts[degree - 1];
  }
  firsts[0] = 0;
  for (std::size_t place = 0; place < size; ++place) {
    const Node node = order[place];
    for (const auto& edge : graph.row(node)) {
      const Core degree = degrees[edge.dst];
      if (degree > degrees[node]) {
        const Node at = std::max<Node>(firsts[degree], static_cast<Node>(place + 1));
        const Node other = order[at];
        std::swap(order[places[edge.dst]], order[at]);
        std::swap(places[edge.dst], places[other]);
        firsts[degree] = at + 1;
        --degrees[edge.dst];
      }
    }
    if (place % TaskProgress::kSteps == TaskProgress::kSteps - 1) {
      TaskProgress::countOrThrow(TaskProgress::kSteps);
    }
  }
}

} // namespace kcore
