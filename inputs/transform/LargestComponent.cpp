#include "inputs/transform/LargestComponent.h"

#include <algorithm>
#include <numeric>

namespace galois::inputs {

namespace {

/// Returns the lowest node of the set, and halves the path to it.
uint32_t rootOf(std::vector<uint32_t>& parent, uint32_t node) {
  while (parent[node] != node) node = parent[node] = parent[parent[node]];
  return node;
}

/// Returns, for each node, the lowest node of its component.
std::vector<uint32_t> components(const Graph& graph) {
  std::vector<uint32_t> parent(graph.numNodes());
  std::iota(parent.begin(), parent.end(), 0u);
  for (uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      const uint32_t a = rootOf(parent, static_cast<uint32_t>(node));
      const uint32_t b = rootOf(parent, graph.dst[arc]);
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  // A parent is below its child, so roots come first in ascending order.
  for (uint32_t& node : parent) node = parent[node];
  return parent;
}

} // namespace

void keepLargestComponent(Graph& graph) {
  if (graph.numNodes() == 0) return;
  constexpr uint32_t kGone = UINT32_MAX;
  std::vector<uint32_t> newId = components(graph);
  uint32_t largest = 0;
  {
    std::vector<uint32_t> size(graph.numNodes(), 0);
    for (const uint32_t root : newId) ++size[root];
    largest = static_cast<uint32_t>(std::max_element(size.begin(), size.end()) - size.begin());
  }
  uint32_t nodes = 0;
  for (uint32_t& id : newId) id = id == largest ? nodes++ : kGone;
  if (nodes == graph.numNodes()) return;

  // Components share no arcs, so all arcs of a node are kept or removed together. Everything moves
  // towards the front.
  uint64_t arcs = 0;
  for (uint64_t node = 0, first = 0; node < newId.size(); ++node) {
    const uint64_t end = graph.offsets[node + 1];
    if (newId[node] != kGone) {
      for (uint64_t arc = first; arc < end; ++arc, ++arcs) {
        graph.dst[arcs] = newId[graph.dst[arc]];
        if (!graph.weights.empty()) graph.weights.set(arcs, graph.weights[arc]);
      }
      graph.offsets[newId[node] + uint64_t{1}] = arcs;
      if (!graph.coords.empty()) graph.coords[newId[node]] = graph.coords[node];
      if (!graph.ids.empty()) graph.ids[newId[node]] = graph.ids[node];
    }
    first = end;
  }
  graph.offsets.resize(nodes + uint64_t{1});
  graph.dst.resize(arcs);
  graph.weights.truncate(arcs);
  if (!graph.coords.empty()) graph.coords.resize(nodes);
  if (!graph.ids.empty()) graph.ids.resize(nodes);
}

} // namespace galois::inputs
