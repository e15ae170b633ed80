/**
 * Transposes a graph: the rows of the result are the in-edges of the original, for algorithms that
 * also traverse edges backwards.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "galois/Loops.h"
#include "galois/graphs/PackedCSR.h"

namespace galois::graphs {

/// Returns a graph with an edge (v, u) for every edge (u, v) of `graph`, of the same weight. Rows
/// are sorted by destination, and parallel edges keep their order.
///
/// Each active thread reads all edges and places those that lead to its own nodes, so no two
/// threads write to the same word. With atomic increments instead, two threads take three times as
/// long as one on a graph with high-degree nodes. Must be called outside parallel loops. O(nodes +
/// edges) time per thread, no memory beyond the result.
/// @throws std::bad_alloc if there is not enough memory
template <typename Weight>
PackedCSR<Weight> transpose(const PackedCSR<Weight>& graph) {
  using Edge = typename PackedCSR<Weight>::Edge;
  const auto nodes = static_cast<std::uint32_t>(graph.size());
  PackedCSR<Weight> turned;
  turned.allocate(nodes, graph.sizeEdges(), graph.wide_);

  // Calls visit(u, edge) for every edge (u, v) whose v belongs to the thread. Blocks of nodes are
  // assigned to threads round robin, because high-degree nodes often have neighbouring numbers.
  auto visitOwn = [&graph](unsigned tid, unsigned threads, const auto& visit) {
    constexpr unsigned kBlockBits = 8;
    for (const std::uint32_t u : graph) {
      for (const Edge& edge : graph.edges(u)) {
        if (threads == 1 || (edge.dst >> kBlockBits) % threads == tid) {
          visit(u, edge);
        }
      }
    }
  };
  auto build = [&](auto* offsets) {
    using Offset = std::remove_pointer_t<decltype(offsets)>;
    // Entry v + 1 first counts the in-edges of v and then holds the position of the next one. When
    // all edges are placed, this is the end of the row.
    std::fill(offsets, offsets + nodes + 1, Offset{0});
    galois::on_each([&](unsigned tid, unsigned threads) {
      visitOwn(tid, threads,
               [&](std::uint32_t, const Edge& edge) { ++offsets[std::size_t{edge.dst} + 1]; });
    });
    Offset before = 0;
    for (std::size_t n = 1; n <= nodes; ++n) {
      before += std::exchange(offsets[n], before);
    }
    galois::on_each([&](unsigned tid, unsigned threads) {
      visitOwn(tid, threads, [&](std::uint32_t u, const Edge& edge) {
        Edge& place = turned.edges_[offsets[std::size_t{edge.dst} + 1]++];
        place = edge;
        place.dst = u;
      });
    });
  };
  if (turned.wide_) {
    build(turned.offset64_.data());
  } else {
    build(turned.offset32_.data());
  }
  return turned;
}

} // namespace galois::graphs
