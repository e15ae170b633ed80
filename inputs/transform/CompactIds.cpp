#include "inputs/transform/CompactIds.h"

#include "inputs/transform/Reorder.h"

#include <algorithm>
#include <numeric>

namespace galois::inputs {

namespace {

/// Returns one bit per node: whether it has an arc or is among `kept`.
std::vector<bool> usedNodes(const Graph& graph, const std::vector<std::uint64_t>& kept) {
  std::vector<bool> used(graph.numNodes());
  std::uint64_t silent = 0;
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    used[node] = graph.degree(node) > 0;
    silent += used[node] ? 0 : 1;
  }
  // Heads are visited only if some node has no out-arc.
  if (silent > 0) {
    for (const std::uint32_t head : graph.dst) {
      used[head] = true;
    }
  }
  for (const std::uint64_t node : kept) {
    used[node] = true;
  }
  return used;
}

} // namespace

void compactIds(Graph& graph, const std::vector<std::uint64_t>& kept) {
  const std::vector<bool> used = usedNodes(graph, kept);
  const auto nodes = static_cast<std::uint64_t>(std::count(used.begin(), used.end(), true));
  if (nodes == graph.numNodes()) {
    return;
  }
  std::vector<std::uint32_t> newId(used.size());
  graph.ids.resize(nodes);
  std::uint32_t next = 0;
  for (std::uint64_t node = 0; node < used.size(); ++node) {
    if (!used[node]) {
      continue;
    }
    graph.ids[next] = node;
    graph.offsets[next + std::uint64_t{1}] = graph.offsets[node + 1];
    newId[node] = next++;
  }
  graph.offsets.resize(nodes + 1);
  for (std::uint32_t& head : graph.dst) {
    head = newId[head];
  }
}

void sortByIds(Graph& graph) {
  if (std::is_sorted(graph.ids.begin(), graph.ids.end())) {
    return;
  }
  std::vector<std::uint32_t> order(graph.numNodes());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return graph.ids[a] < graph.ids[b]; });
  renumber(graph, order);
}

} // namespace galois::inputs
