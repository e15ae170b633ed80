/**
 * The graph with every edge turned round: the rows of the result are the in-edges of the original,
 * for algorithms that also look backwards.
 */
#ifndef GALOIS_GRAPHS_TRANSPOSE_H
#define GALOIS_GRAPHS_TRANSPOSE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "galois/Loops.h"
#include "galois/graphs/PackedCSR.h"

namespace galois::graphs {

/// A graph with an edge (v, u) for every edge (u, v) of `graph`, of the same weight. Rows are
/// sorted by destination, parallel edges as they came, whatever the number of threads.
///
/// Each active thread reads all edges and places those that lead to its own nodes, so threads never
/// write to the same words: on a graph with hubs, two threads that count with atomic increments
/// take three times as long as one. Call it outside parallel loops. O(nodes + edges) time, no
/// memory beyond the result. @throws std::bad_alloc
template <typename Weight>
PackedCSR<Weight> transpose(const PackedCSR<Weight>& graph) {
  using Edge = typename PackedCSR<Weight>::Edge;
  const auto nodes = static_cast<std::uint32_t>(graph.size());
  PackedCSR<Weight> turned;
  turned.allocate(nodes, graph.sizeEdges(), graph.wide_);

  // Calls visit(u, edge) for every edge (u, v), v in blocks dealt out in turn: hubs often have
  // neighbouring numbers.
  auto visitOwn = [&graph](unsigned tid, unsigned threads, const auto& visit) {
    constexpr unsigned kBlockBits = 8;
    for (const std::uint32_t u : graph) {
      for (const Edge& edge : graph.edges(u)) {
        if (threads == 1 || (edge.dst >> kBlockBits) % threads == tid) visit(u, edge);
      }
    }
  };
  auto build = [&](auto* offsets) {
    using Offset = std::remove_pointer_t<decltype(offsets)>;
    // Entry v + 1 counts the in-edges of v, then says where the next of them goes: when all are in
    // place, that is where the row ends, as it should be.
    std::fill(offsets, offsets + nodes + 1, Offset{0});
    galois::on_each([&](unsigned tid, unsigned threads) {
      visitOwn(tid, threads,
               [&](std::uint32_t, const Edge& edge) { ++offsets[std::size_t{edge.dst} + 1]; });
    });
    Offset before = 0;
    for (std::size_t n = 1; n <= nodes; ++n) before += std::exchange(offsets[n], before);
    galois::on_each([&](unsigned tid, unsigned threads) {
      visitOwn(tid, threads, [&](std::uint32_t u, const Edge& edge) {
        Edge& place = turned.edges_[offsets[std::size_t{edge.dst} + 1]++];
        place = edge;
        place.dst = u;
      });
    });
  };
  if (turned.wide_)
    build(turned.offset64_.data());
  else
    build(turned.offset32_.data());
  return turned;
}

} // namespace galois::graphs

#endif
