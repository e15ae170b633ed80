#include "inputs/transform/RandomWeights.h"

#include "inputs/Error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

namespace galois::inputs {

namespace {

/// The distributions by name, and how many numbers follow the name.
struct Form {
  std::string_view name;
  WeightLaw law;
  std::size_t numbers;
};
constexpr Form kForms[] = {
    {"uniform", WeightLaw::kUniform, 2},         {"constant", WeightLaw::kUniform, 1},
    {"exponential", WeightLaw::kExponential, 1}, {"zipf", WeightLaw::kZipf, 2},
    {"bimodal", WeightLaw::kBimodal, 2},         {"outliers", WeightLaw::kOutliers, 3}};
constexpr std::size_t kMostNumbers = 3;

/// Reads as many numbers as `numbers` has room for, each after a colon and none less than the one
/// before. @return whether that is the whole text
bool readNumbers(std::string_view text, std::span<std::uint32_t> numbers) {
  std::uint32_t least = 0;
  for (std::uint32_t& number : numbers) {
    if (!text.starts_with(':')) {
      return false;
    }
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + 1, end, number);
    if (read.ec != std::errc() || number < least) {
      return false;
    }
    least = number;
    text = {read.ptr, end};
  }
  return text.empty();
}

/// Returns the weights of a form and its numbers, or nothing if a number that must not be 0 is 0.
std::optional<WeightSpec> specOf(const Form& form, std::span<const std::uint32_t> numbers) {
  WeightSpec spec{.low = numbers.front(), .high = numbers.back(), .law = form.law};
  if (form.law == WeightLaw::kExponential) {
    constexpr std::uint64_t kMost = 45; // exponential numbers of 64 random bits, in means
    spec.number = numbers.front();
    spec.low = 1;
    spec.high =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(kMost * spec.number, UINT32_MAX));
  } else if (form.law == WeightLaw::kOutliers) {
    spec.number = numbers[1];
  }
  const bool needsOne = form.law == WeightLaw::kExponential || form.law == WeightLaw::kZipf;
  return needsOne && numbers.front() == 0 ? std::nullopt : std::optional(spec);
}

} // namespace

WeightSpec parseWeightSpec(const std::string& text, std::uint64_t seed) {
  const std::string_view name = std::string_view(text).substr(0, text.find(':'));
  const auto* const form = std::find_if(std::begin(kForms), std::end(kForms),
                                        [&](const Form& known) { return known.name == name; });
  if (form != std::end(kForms)) {
    std::array<std::uint32_t, kMostNumbers> room{};
    const std::span numbers = std::span(room).first(form->numbers);
    std::optional<WeightSpec> spec;
    if (readNumbers(std::string_view(text).substr(name.size()), numbers) &&
        (spec = specOf(*form, numbers))) {
      spec->seed = seed;
      return *spec;
    }
  }
  failUsage("--weights={}: uniform:LO:HI is needed, with 0 <= LO <= HI <= {}, such as "
            "uniform:1:10000, or another of {}",
            text, UINT32_MAX, kWeightForms);
}

void setRandomWeights(Graph& graph, const WeightSpec& spec, std::uint64_t first) {
  constexpr std::uint32_t kMostOfFloats = 1 << 24; // floats of 4 bytes hold each integer up to this
  const bool wide = (spec.type == WeightType::kSigned && spec.high > INT32_MAX) ||
                    (spec.type == WeightType::kFloat && spec.high > kMostOfFloats);
  graph.weights.assign(graph.numArcs(), wide ? 8 : 4, spec.type);
  const std::uint64_t zero = graph.weights.zero();
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      const std::uint32_t weight =
          randomWeight(spec, static_cast<std::uint32_t>(first + node), graph.dst[arc]);
      graph.weights.set(arc, spec.type != WeightType::kFloat ? zero + weight
                             : wide ? orderedWord(static_cast<double>(weight))
                                    : orderedWord(static_cast<float>(weight)));
    }
  }
}

} // namespace galois::inputs
