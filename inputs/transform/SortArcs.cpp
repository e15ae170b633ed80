#include "inputs/transform/SortArcs.h"

#include <algorithm>

namespace galois::inputs {

void sortArcs(Graph& graph) { sortArcs(graph, 0, graph.numNodes()); }

void sortArcs(Graph& graph, std::uint64_t begin, std::uint64_t end) {
  if (graph.weights.empty()) {
    for (std::uint64_t node = begin; node < end; ++node) {
      std::sort(graph.dst.begin() + static_cast<std::ptrdiff_t>(graph.offsets[node]),
                graph.dst.begin() + static_cast<std::ptrdiff_t>(graph.offsets[node + 1]));
    }
    return;
  }
  std::vector<std::pair<std::uint32_t, std::uint64_t>> arcs;
  for (std::uint64_t node = begin; node < end; ++node) {
    const std::uint64_t first = graph.offsets[node];
    arcs.clear();
    for (std::uint64_t arc = first; arc < graph.offsets[node + 1]; ++arc) {
      arcs.emplace_back(graph.dst[arc], graph.weights[arc]);
    }
    std::sort(arcs.begin(), arcs.end());
    for (std::uint64_t i = 0; i < arcs.size(); ++i) {
      graph.dst[first + i] = arcs[i].first;
      graph.weights.set(first + i, arcs[i].second);
    }
  }
}

std::pair<std::uint64_t, std::uint64_t> arcsBetween(const Graph& graph, std::uint32_t from,
                                                    std::uint32_t to) {
  const auto begin = graph.dst.begin();
  const auto [first, last] = std::equal_range(
      begin + static_cast<std::ptrdiff_t>(graph.offsets[from]),
      begin + static_cast<std::ptrdiff_t>(graph.offsets[from + std::uint64_t{1}]), to);
  return {static_cast<std::uint64_t>(first - begin), static_cast<std::uint64_t>(last - begin)};
}

bool hasArc(const Graph& graph, std::uint32_t from, std::uint32_t to, std::uint64_t weight) {
  auto [low, high] = arcsBetween(graph, from, to);
  if (graph.weights.empty()) {
    return low < high && weight == 0;
  }
  const std::uint64_t end = high;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (graph.weights[middle] < weight) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < end && graph.weights[low] == weight;
}

} // namespace galois::inputs
