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
    failUsage("--weights={}: uniform:LO:HI is needed, with 0 <= LO <= HI <= {}, such as "
              "uniform:1:10000",
              text, UINT32_MAX);
  }
  return spec;
}

void setRandomWeights(Graph& graph, const WeightSpec& spec, std::uint64_t first) {
  const bool wide = spec.type == WeightType::kSigned && spec.high > INT32_MAX;
  graph.weights.assign(graph.numArcs(), wide ? 8 : 4, spec.type);
  const std::uint64_t zero = graph.weights.zero();
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      const std::uint32_t weight =
          randomWeight(spec, static_cast<std::uint32_t>(first + node), graph.dst[arc]);
      graph.weights.set(arc, spec.type == WeightType::kFloat
                                 ? orderedWord(static_cast<float>(weight))
                                 : zero + weight);
    }
  }
}

} // namespace galois::inputs
