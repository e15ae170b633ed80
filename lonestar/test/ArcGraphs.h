/** Small graphs for unit tests of programs that fork and join. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "galois/substrate/Random.h"
#include "inputs/EdgeListBuilder.h"
#include "inputs/Graph.h"

namespace lonestar::test {

using Arcs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Returns the graph of these arcs, in sorted rows.
inline galois::inputs::Graph graphOf(std::uint32_t nodes, Arcs arcs, bool undirected) {
  using galois::inputs::EdgeKind;
  std::sort(arcs.begin(), arcs.end());
  galois::inputs::EdgeListBuilder list(undirected ? EdgeKind::kEdge : EdgeKind::kArc);
  for (const auto& [from, to] : arcs) {
    list.add(from, to);
  }
  return list.build(nodes, "test");
}

/// Returns a graph of random arcs without loops.
inline galois::inputs::Graph randomGraph(std::uint32_t nodes, std::size_t arcs, bool undirected,
                                         std::uint64_t seed) {
  galois::substrate::Random random(seed, 7);
  Arcs list;
  while (list.size() < arcs) {
    const std::uint32_t from = random.below(nodes), to = random.below(nodes);
    if (from != to) {
      list.emplace_back(from, to);
    }
  }
  return graphOf(nodes, std::move(list), undirected);
}

} // namespace lonestar::test
