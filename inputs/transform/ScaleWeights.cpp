#include "inputs/transform/ScaleWeights.h"

#include "inputs/Error.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace galois::inputs {

namespace {

void scaleFloats(Graph& graph, std::uint64_t factor) {
  for (std::uint32_t& bits : graph.weights.narrow()) {
    const float scaled = Weights::floatOf(bits) * static_cast<float>(factor);
    if (!std::isfinite(scaled)) {
      failUsage("--scale-weights={}: {} times that is more than a float can be", factor,
                Weights::floatOf(bits));
    }
    bits = Weights::bitsOf(scaled);
  }
}

} // namespace

void scaleWeights(Graph& graph, std::uint64_t factor) {
  if (graph.weights.type() == WeightType::kFloat) {
    return scaleFloats(graph, factor);
  }
  const auto [lightest, heaviest] = weightRange(graph);
  if (heaviest > UINT64_MAX / factor) {
    failUsage("--scale-weights={}: the heaviest weight, {}, would not fit 64 bits", factor,
              heaviest);
  }
  if (graph.weights.empty()) {
    return;
  }
  if (graph.weights.bytes() == 4 && heaviest * factor > UINT32_MAX) {
    const std::vector<std::uint32_t> narrow = std::move(graph.weights.narrow());
    graph.weights.assign(narrow.size(), 8);
    std::copy(narrow.begin(), narrow.end(), graph.weights.wide().begin());
  }
  for (std::uint64_t arc = 0; arc < graph.numArcs(); ++arc) {
    graph.weights.set(arc, graph.weights[arc] * factor);
  }
}

} // namespace galois::inputs
