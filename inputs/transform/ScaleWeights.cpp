#include "inputs/transform/ScaleWeights.h"

#include "inputs/Error.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace galois::inputs {

void scaleWeights(Graph& graph, uint64_t factor) {
  const auto [lightest, heaviest] = weightRange(graph);
  if (heaviest > UINT64_MAX / factor)
    failUsage("--scale-weights={}: the heaviest weight, {}, would not fit 64 bits", factor,
              heaviest);
  if (graph.weights.empty()) return;
  if (graph.weights.bytes() == 4 && heaviest * factor > UINT32_MAX) {
    const std::vector<uint32_t> narrow = std::move(graph.weights.narrow());
    graph.weights.assign(narrow.size(), 8);
    std::copy(narrow.begin(), narrow.end(), graph.weights.wide().begin());
  }
  for (uint64_t arc = 0; arc < graph.numArcs(); ++arc)
    graph.weights.set(arc, graph.weights[arc] * factor);
}

} // namespace galois::inputs
