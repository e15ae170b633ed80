#include "inputs/transform/Symmetrize.h"

#include "inputs/transform/SortArcs.h"

#include <utility>

namespace galois::inputs {

namespace {

/// Returns the graph with all arcs reversed, without coordinates.
Graph transpose(const Graph& graph) {
  Graph turned;
  turned.offsets.assign(graph.numNodes() + 2, 0);
  for (const std::uint32_t head : graph.dst) {
    ++turned.offsets[head + std::uint64_t{2}];
  }
  for (std::uint64_t node = 2; node < turned.offsets.size(); ++node) {
    turned.offsets[node] += turned.offsets[node - 1];
  }
  turned.dst.resize(graph.numArcs());
  turned.weights.assign(graph.numArcs(), graph.weights.bytes(), graph.weights.type());
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      const std::uint64_t to = turned.offsets[graph.dst[arc] + std::uint64_t{1}]++;
      turned.dst[to] = static_cast<std::uint32_t>(node);
      if (!graph.weights.empty()) {
        turned.weights.set(to, graph.weights[arc]);
      }
    }
  }
  turned.offsets.pop_back();
  return turned;
}

/// Calls emit(head, weight) for the union, as multisets, of the sorted arcs of one node in two
/// graphs.
template <typename Emit>
void mergeArcs(const Graph& a, const Graph& b, std::uint64_t node, Emit&& emit) {
  const auto arcOf = [](const Graph& graph, std::uint64_t arc) {
    return std::pair<std::uint32_t, std::uint64_t>(graph.dst[arc],
                                                   graph.weights.empty() ? 0 : graph.weights[arc]);
  };
  std::uint64_t i = a.offsets[node];
  std::uint64_t j = b.offsets[node];
  const std::uint64_t iEnd = a.offsets[node + 1];
  const std::uint64_t jEnd = b.offsets[node + 1];
  while (i < iEnd || j < jEnd) {
    if (j == jEnd) {
      emit(arcOf(a, i++));
    } else if (i == iEnd) {
      emit(arcOf(b, j++));
    } else {
      const auto fromA = arcOf(a, i);
      const auto fromB = arcOf(b, j);
      i += fromA <= fromB ? 1 : 0;
      j += fromB <= fromA ? 1 : 0;
      emit(fromA <= fromB ? fromA : fromB);
    }
  }
}

} // namespace

void symmetrize(Graph& graph) {
  sortArcs(graph);
  Graph turned = transpose(graph);
  sortArcs(turned);

  std::vector<std::uint64_t> offsets(graph.numNodes() + 1, 0);
  std::uint64_t arcs = 0;
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    mergeArcs(graph, turned, node, [&](auto) { ++arcs; });
    offsets[node + 1] = arcs;
  }
  if (arcs == graph.numArcs()) {
    return;
  }

  std::vector<std::uint32_t> dst(arcs);
  Weights weights;
  weights.assign(arcs, graph.weights.bytes(), graph.weights.type());
  std::uint64_t at = 0;
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    mergeArcs(graph, turned, node, [&](const std::pair<std::uint32_t, std::uint64_t>& arc) {
      dst[at] = arc.first;
      weights.set(at, arc.second);
      ++at;
    });
  }
  graph.offsets = std::move(offsets);
  graph.dst = std::move(dst);
  graph.weights = std::move(weights);
}

} // namespace galois::inputs
