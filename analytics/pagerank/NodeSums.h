/** Loops over all nodes that add up what the nodes contribute. */
#pragma once

#include <algorithm>
#include <cstddef>

#include "PagerankProblem.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/substrate/Charge.h"

namespace pagerank {

/// Calls body(node, sums) for every node on all active threads, and returns the sums of all. Each
/// block of nodes, in the order of nodes, has sums of its own, which stay in registers.
/// @tparam Sums  starts as Sums{}, and has an operator+
template <typename Sums, typename Body>
Sums sumOverNodes(const Graph& graph, const char* loopName, const Body& body) {
  constexpr std::size_t kBlock = 512;
  const std::size_t nodes = graph.size();
  auto sums = galois::make_reducible([](const Sums& a, const Sums& b) { return a + b; },
                                     [] { return Sums{}; });
  galois::do_all(
      galois::iterate(std::size_t{0}, (nodes + kBlock - 1) / kBlock),
      [&](std::size_t block) {
        Sums own;
        const std::size_t end = std::min(nodes, (block + 1) * kBlock);
        galois::substrate::charge(galois::substrate::Work::kIteration, end - block * kBlock);
        for (std::size_t node = block * kBlock; node < end; ++node) {
          body(static_cast<Node>(node), own);
        }
        sums.update(own);
      },
      galois::steal(), galois::chunk_size<1>(), galois::loopname(loopName));
  return sums.reduce();
}

} // namespace pagerank
