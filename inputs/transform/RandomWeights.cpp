#include "inputs/transform/RandomWeights.h"

#include "inputs/Error.h"

#include <charconv>

namespace galois::inputs {

WeightSpec parseWeightSpec(const std::string& text, std::uint64_t seed) {
  constexpr std::string_view kPrefix = "uniform:";
  WeightSpec spec{.low = 0, .high = 0, .seed = seed};
  bool good = text.starts_with(kPrefix);
  if (good) {
    const char* const end = text.data() + text.size();
    const auto low = std::from_chars(text.data() + kPrefix.size(), end, spec.low);
    good = low.ec == std::errc() && low.ptr != end && *low.ptr == ':';
    if (good) {
      const auto high = std::from_chars(low.ptr + 1, end, spec.high);
      good = high.ec == std::errc() && high.ptr == end && spec.low <= spec.high;
    }
  }
  if (!good) {
    failUsage(
        "weights \"{}\" are not understood: give uniform:LO:HI with 0 <= LO <= HI <= {}, e.g. "
        "uniform:1:10000",
        text, UINT32_MAX);
  }
  return spec;
}

void setRandomWeights(Graph& graph, const WeightSpec& spec) {
  graph.weights.assign(graph.numArcs(), 4, spec.type);
  std::vector<std::uint32_t>& weights = graph.weights.narrow();
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      weights[arc] = randomWeight(spec, static_cast<std::uint32_t>(node), graph.dst[arc]);
    }
  }
  if (spec.type == WeightType::kFloat) {
    for (std::uint32_t& weight : weights) {
      weight = Weights::bitsOf(static_cast<float>(weight));
    }
  }
}

} // namespace galois::inputs
