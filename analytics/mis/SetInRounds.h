/**
 * Greedy maximal independent set on all active threads, in rounds: each looks at the nodes that the
 * round before has left undecided. A round may use decisions that it has made itself, so a chain of
 * nodes that depend on each other need not take a round per node.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "MisProblem.h"
#include "SharedDecisions.h"
#include "galois/Bag.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/substrate/ActiveThreads.h"

namespace mis {

/// What rounds have done.
struct RoundCounts {
  std::uint64_t rounds = 0; ///< number of rounds
  std::uint64_t looks = 0;  ///< number of nodes that they have looked at
};

/// Fills in the set.
/// @param few  rounds over this many nodes or fewer have one thread, because waking another one takes
///             longer; tests choose less, so that their small graphs have parallel rounds
/// @throws galois::substrate::Cancelled
inline RoundCounts findInRounds(const Problem& problem, std::uint64_t few = 256) {
  SharedDecisions shared(problem);
  galois::InsertBag<Node> left, next;
  RoundCounts counts;
  std::uint64_t undecided = problem.graph.size();
  const auto round = [&](const auto& nodes, const auto& nodeOf) {
    const galois::substrate::OneActiveThread alone(undecided <= few);
    galois::GAccumulator<std::uint64_t> blocked;
    galois::do_all(
        nodes,
        [&](const auto& item) {
          const Node node = nodeOf(item);
          if (shared.decisions().decide(node, false, [](Node) {}) !=
              SharedDecisions::Decisions::kDecided) {
            next.push(node);
            blocked += 1U;
          }
        },
        galois::steal(), galois::chunk_size<64>(), galois::no_stats());
    galois::runtime::TaskProgress::countOrThrow(undecided);
    ++counts.rounds;
    counts.looks += undecided;
    undecided = blocked.reduce();
    left.clear();
    std::swap(left, next);
  };
  if (undecided > 0) {
    round(galois::iterate(std::size_t{0}, problem.graph.size()),
          [&](std::size_t n) { return problem.order.node(n); });
  }
  while (undecided > 0) {
    round(galois::iterate(left), [](Node node) { return node; });
  }
  shared.finish();
  return counts;
}

} // namespace mis
