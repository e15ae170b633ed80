/** Removes arcs from a graph. */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>

namespace galois::inputs {

/// Keeps the arcs for which keep(tail, arc) is true, in their order, in place, in O(nodes + arcs)
/// time. `keep` is called once per arc, in order. It may access arcs from `arc` on only, because
/// earlier ones have moved.
template <typename Keep>
void keepArcs(Graph& graph, Keep&& keep) {
  std::uint64_t kept = 0;
  std::uint64_t arc = 0;
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (const std::uint64_t end = graph.offsets[node + 1]; arc < end; ++arc) {
      if (!keep(node, arc)) {
        continue;
      }
      graph.dst[kept] = graph.dst[arc];
      if (!graph.weights.empty()) {
        graph.weights.set(kept, graph.weights[arc]);
      }
      ++kept;
    }
    graph.offsets[node + 1] = kept;
  }
  graph.dst.resize(kept);
  graph.weights.truncate(kept);
}

} // namespace galois::inputs
