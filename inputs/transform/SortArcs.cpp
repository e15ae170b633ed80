#include "inputs/transform/SortArcs.h"

#include <algorithm>

namespace galois::inputs {

void sortArcs(Graph& graph) { sortArcs(graph, 0, graph.numNodes()); }

void sortArcs(Graph& graph, uint64_t begin, uint64_t end) {
  if (graph.weights.empty()) {
    for (uint64_t node = begin; node < end; ++node)
      std::sort(graph.dst.begin() + static_cast<std::ptrdiff_t>(graph.offsets[node]),
                graph.dst.begin() + static_cast<std::ptrdiff_t>(graph.offsets[node + 1]));
    return;
  }
  std::vector<std::pair<uint32_t, uint64_t>> arcs;
  for (uint64_t node = begin; node < end; ++node) {
    const uint64_t first = graph.offsets[node];
    arcs.clear();
    for (uint64_t arc = first; arc < graph.offsets[node + 1]; ++arc)
      arcs.emplace_back(graph.dst[arc], graph.weights[arc]);
    std::sort(arcs.begin(), arcs.end());
    for (uint64_t i = 0; i < arcs.size(); ++i) {
      graph.dst[first + i] = arcs[i].first;
      graph.weights.set(first + i, arcs[i].second);
    }
  }
}

std::pair<uint64_t, uint64_t> arcsBetween(const Graph& graph, uint32_t from, uint32_t to) {
  const auto begin = graph.dst.begin();
  const auto [first, last] =
      std::equal_range(begin + static_cast<std::ptrdiff_t>(graph.offsets[from]),
                       begin + static_cast<std::ptrdiff_t>(graph.offsets[from + uint64_t{1}]), to);
  return {static_cast<uint64_t>(first - begin), static_cast<uint64_t>(last - begin)};
}

bool hasArc(const Graph& graph, uint32_t from, uint32_t to, uint64_t weight) {
  auto [low, high] = arcsBetween(graph, from, to);
  if (graph.weights.empty()) return low < high && weight == 0;
  const uint64_t end = high;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (graph.weights[middle] < weight)
      low = middle + 1;
    else
      high = middle;
  }
  return low < end && graph.weights[low] == weight;
}

} // namespace galois::inputs
