#include "inputs/formats/WeightText.h"

#include "inputs/Error.h"

#include <cmath>

namespace galois::inputs {

std::uint64_t readUnusualWeight(Fields& fields, const ReadOptions& options, std::uint64_t from,
                                std::uint64_t to) {
  const std::string_view word = fields.nextWord();
  const bool digits = !word.empty() && word.find_first_not_of("0123456789") == word.npos;
  // A word of digits only is an integer that is too large, or one with many leading zeros.
  if (options.weightType != WeightType::kFloat && digits) {
    return fields.number("weight", kMaxWeight / options.scale) * options.scale;
  }

  const std::string shown = Fields(fields).shownWord();
  const auto failWeight = [&](std::string_view why) {
    fields.failHere(fmt::format("weight {} of the arc {} -> {} {}", shown, from, to, why));
  };
  const double weight = fields.real("weight");
  if (weight < 0) {
    failWeight("is negative; it must be 0 or more");
  }
  if (options.weightType == WeightType::kFloat) {
    const auto scaled = static_cast<float>(weight * static_cast<double>(options.scale));
    if (!std::isfinite(scaled)) {
      failWeight("is more than a float can be");
    }
    return Weights::bitsOf(scaled);
  }
  const double scaled = weight * static_cast<double>(options.scale);
  if (options.scale == 1 && scaled != std::floor(scaled)) {
    failWeight("is not an integer; keep it with --weight-type=float, or multiply and round it with "
               "--scale-weights=1000");
  }
  constexpr double kTooLarge = 0x1p63;
  if (scaled >= kTooLarge) {
    failWeight(fmt::format("is too large; at most {} is possible", kMaxWeight / options.scale));
  }
  return static_cast<std::uint64_t>(std::llround(scaled));
}

} // namespace galois::inputs
