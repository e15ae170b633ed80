/**
 * Greedy maximal matching on all active threads without a worklist: each thread lets its nodes propose
 * (Proposals.h). When a proposal is displaced, the thread that did so goes on with who made it.
 */
#pragma once

#include <cstddef>
#include <cstdint>

#include "GreedyMatchingProblem.h"
#include "SharedProposals.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/runtime/report/TaskProgress.h"

namespace greedymatching {

/// Fills in the matching. Returns the number of proposals that were displaced.
/// @throws galois::substrate::Cancelled
template <typename Weight>
std::uint64_t matchByProposals(const Problem<Weight>& problem) {
  SharedProposals<Weight> shared(problem);
  galois::GAccumulator<std::uint64_t> displaced;
  galois::do_all(
      galois::iterate(std::size_t{0}, problem.graph.size()),
      [&](std::size_t n) {
        Node to = kUnmatched;
        auto next = shared.protocol().propose(static_cast<Node>(n), to);
        std::uint64_t count = 0;
        for (; next; ++count) {
          next = shared.protocol().propose(next.node, to);
        }
        displaced += count;
      },
      galois::steal(), galois::chunk_size<64>(), galois::no_stats());
  galois::runtime::TaskProgress::countOrThrow(problem.graph.size());
  shared.finish();
  return displaced.reduce();
}

} // namespace greedymatching
