/**
 * The graph with every edge turned round: the rows of the result are the in-edges of the original,
 * for algorithms that also look backwards.
 */
#ifndef GALOIS_GRAPHS_TRANSPOSE_H
#define GALOIS_GRAPHS_TRANSPOSE_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "galois/Loops.h"
#include "galois/graphs/PackedCSR.h"
#include "galois/substrate/ActiveThreads.h"

namespace galois::graphs {

/// A graph with an edge (v, u) for every edge (u, v) of `graph`, of the same weight. Rows are
/// sorted by destination, then by weight, so that the result does not depend on the number of
/// threads. Runs on all active threads; call it outside parallel loops. O(nodes + edges) time and
/// a sort of every row, no memory beyond the result. @throws std::bad_alloc
template <typename Weight>
PackedCSR<Weight> transpose(const PackedCSR<Weight>& graph) {
  using Graph = PackedCSR<Weight>;
  using Edge = typename Graph::Edge;
  const auto nodes = static_cast<std::uint32_t>(graph.size());
  Graph turned;
  turned.allocate(nodes, graph.sizeEdges(), graph.wide_);

  auto build = [&](auto* offsets) {
    using Offset = std::remove_pointer_t<decltype(offsets)>;
    const bool alone = substrate::getActiveThreads() == 1;
    // Relaxed: each counter stands for itself, and the ends of the loops publish the sums.
    auto increment = [alone](Offset& word) {
      return alone ? word++ : std::atomic_ref<Offset>(word).fetch_add(1, std::memory_order_relaxed);
    };
    // Entry v + 1 counts the in-edges of v, then says where the next of them goes: when all are in
    // place, that is where the row ends, as it should be.
    galois::do_all(galois::iterate(std::size_t{0}, std::size_t{nodes} + 1),
                   [&](std::size_t n) { offsets[n] = 0; });
    galois::do_all(
        galois::iterate(graph),
        [&](std::uint32_t u) {
          for (const Edge& edge : graph.edges(u)) increment(offsets[std::size_t{edge.dst} + 1]);
        },
        galois::steal());
    Offset before = 0;
    for (std::size_t n = 1; n <= nodes; ++n) {
      const Offset degree = offsets[n];
      offsets[n] = before;
      before += degree;
    }
    galois::do_all(
        galois::iterate(graph),
        [&](std::uint32_t u) {
          for (const Edge& edge : graph.edges(u)) {
            Edge& turnedEdge = turned.edges_[increment(offsets[std::size_t{edge.dst} + 1])];
            turnedEdge = edge;
            turnedEdge.dst = u;
          }
        },
        galois::steal());
  };
  if (turned.wide_)
    build(turned.offset64_.data());
  else
    build(turned.offset32_.data());

  galois::do_all(
      galois::iterate(turned),
      [&](std::uint32_t v) {
        Edge* const row = turned.edges_.data() + turned.offset(v);
        std::sort(row, row + turned.getDegree(v), [](const Edge& a, const Edge& b) {
          return a.dst != b.dst ? a.dst < b.dst : a.weight < b.weight;
        });
      },
      galois::steal());
  return turned;
}

} // namespace galois::graphs

#endif
