#include "inputs/transform/KeepNodes.h"

#include <cstdint>

namespace galois::inputs {

void keepNodes(Graph& graph, const std::vector<bool>& keep) {
  constexpr std::uint32_t kGone = UINT32_MAX;
  std::vector<std::uint32_t> newId(graph.numNodes());
  std::uint32_t nodes = 0;
  for (std::uint64_t node = 0; node < newId.size(); ++node) {
    newId[node] = keep[node] ? nodes++ : kGone;
  }
  if (nodes == graph.numNodes()) {
    return;
  }

  // Everything moves towards the front.
  std::uint64_t arcs = 0;
  for (std::uint64_t node = 0, first = 0; node < newId.size(); ++node) {
    const std::uint64_t end = graph.offsets[node + 1];
    if (newId[node] != kGone) {
      for (std::uint64_t arc = first; arc < end; ++arc) {
        if (newId[graph.dst[arc]] != kGone) {
          graph.dst[arcs] = newId[graph.dst[arc]];
          if (!graph.weights.empty()) {
            graph.weights.set(arcs, graph.weights[arc]);
          }
          ++arcs;
        }
      }
      graph.offsets[newId[node] + std::uint64_t{1}] = arcs;
      if (!graph.coords.empty()) {
        graph.coords[newId[node]] = graph.coords[node];
      }
      if (!graph.ids.empty()) {
        graph.ids[newId[node]] = graph.ids[node];
      }
    }
    first = end;
  }
  graph.offsets.resize(nodes + std::uint64_t{1});
  graph.dst.resize(arcs);
  graph.weights.truncate(arcs);
  if (!graph.coords.empty()) {
    graph.coords.resize(nodes);
  }
  if (!graph.ids.empty()) {
    graph.ids.resize(nodes);
  }
  if (!graph.names.empty()) {
    std::vector<std::uint32_t> kept;
    kept.reserve(nodes);
    for (std::uint64_t node = 0; node < newId.size(); ++node) {
      if (newId[node] != kGone) {
        kept.push_back(static_cast<std::uint32_t>(node));
      }
    }
    graph.names = graph.names.permuted(kept);
  }
}

} // namespace galois::inputs
