#include "inputs/transform/LargestComponent.h"

#include <algorithm>
#include <numeric>

namespace galois::inputs {

namespace {

/// Returns the lowest node of the set, and halves the path to it.
std::uint32_t rootOf(std::vector<std::uint32_t>& parent, std::uint32_t node) {
  while (parent[node] != node) {
    node = parent[node] = parent[parent[node]];
  }
  return node;
}

/// Returns, for each node, the lowest node of its component.
std::vector<std::uint32_t> components(const Graph& graph) {
  std::vector<std::uint32_t> parent(graph.numNodes());
  std::iota(parent.begin(), parent.end(), 0u);
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      const std::uint32_t a = rootOf(parent, static_cast<std::uint32_t>(node));
      const std::uint32_t b = rootOf(parent, graph.dst[arc]);
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  // A parent is below its child, so roots come first in ascending order.
  for (std::uint32_t& node : parent) {
    node = parent[node];
  }
  return parent;
}

} // namespace

void keepLargestComponent(Graph& graph) {
  if (graph.numNodes() == 0) {
    return;
  }
  constexpr std::uint32_t kGone = UINT32_MAX;
  std::vector<std::uint32_t> newId = components(graph);
  std::uint32_t largest = 0;
  {
    std::vector<std::uint32_t> size(graph.numNodes(), 0);
    for (const std::uint32_t root : newId) {
      ++size[root];
    }
    largest = static_cast<std::uint32_t>(std::max_element(size.begin(), size.end()) - size.begin());
  }
  std::uint32_t nodes = 0;
  for (std::uint32_t& id : newId) {
    id = id == largest ? nodes++ : kGone;
  }
  if (nodes == graph.numNodes()) {
    return;
  }

  // Components share no arcs, so all arcs of a node are kept or removed together. Everything moves
  // towards the front.
  std::uint64_t arcs = 0;
  for (std::uint64_t node = 0, first = 0; node < newId.size(); ++node) {
    const std::uint64_t end = graph.offsets[node + 1];
    if (newId[node] != kGone) {
      for (std::uint64_t arc = first; arc < end; ++arc, ++arcs) {
        graph.dst[arcs] = newId[graph.dst[arc]];
        if (!graph.weights.empty()) {
          graph.weights.set(arcs, graph.weights[arc]);
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
    std::vector<std::uint32_t> kept(nodes);
    for (std::uint64_t node = 0; node < newId.size(); ++node) {
      if (newId[node] != kGone) {
        kept[newId[node]] = static_cast<std::uint32_t>(node);
      }
    }
    graph.names = graph.names.permuted(kept);
  }
}

} // namespace galois::inputs
