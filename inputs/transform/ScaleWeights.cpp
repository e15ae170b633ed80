#include "inputs/transform/ScaleWeights.h"

#include "inputs/Error.h"

#include <cmath>
#include <string>
#include <vector>

namespace galois::inputs {

namespace {

[[noreturn]] void failScale(std::uint64_t factor, const std::string& weight, const char* why) {
  failUsage("--scale-weights={}: {} times that {}", factor, weight, why);
}

/// @tparam Number  float or double
template <typename Number, typename Word>
void scaleFloats(std::vector<Word>& words, std::uint64_t factor) {
  for (Word& word : words) {
    const Number weight = numberOfWord<Number>(word);
    const Number scaled = weight * static_cast<Number>(factor);
    if (!std::isfinite(scaled)) {
      failScale(factor, fmt::to_string(weight), "is more than a float can be");
    }
    word = orderedWord(scaled);
  }
}

/// Throws UsageError unless the product of an integer fits in 8 bytes.
void checkProduct(const Weights& weights, std::uint64_t word, std::uint64_t factor) {
  const auto check = [&](auto weight) { // of 8 bytes
    decltype(weight) product = 0;
    if (__builtin_mul_overflow(weight, factor, &product)) {
      failScale(factor, fmt::to_string(weight), "would not fit 64 bits");
    }
  };
  if (weights.type() == WeightType::kSigned) {
    check(static_cast<std::int64_t>(word - weights.zero()));
  } else {
    check(word);
  }
}

} // namespace

void scaleWeights(Graph& graph, std::uint64_t factor) {
  Weights& weights = graph.weights;
  if (weights.empty()) {
    return;
  }
  if (weights.type() == WeightType::kFloat) {
    scaleFloats<float>(weights.narrow(), factor);
    scaleFloats<double>(weights.wide(), factor);
    return;
  }
  const auto [lightest, heaviest] = weightRange(graph);
  checkProduct(weights, lightest, factor);
  checkProduct(weights, heaviest, factor);
  const unsigned before = weights.bytes();
  weights.widen();
  const std::uint64_t zero = weights.zero();
  for (std::uint64_t& word : weights.wide()) {
    word = (word - zero) * factor + zero; // modulo 2^64, as the two's complement
  }
  if (before == 4 && weights.areNarrow()) {
    weights.narrowDown();
  }
}

} // namespace galois::inputs
