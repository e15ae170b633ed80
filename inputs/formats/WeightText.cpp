#include "inputs/formats/WeightText.h"

#include "inputs/Error.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace galois::inputs {

namespace {

/// Reads the next field, a word of digits and perhaps a sign, as an integer with a sign.
std::optional<std::int64_t> signedNumber(Fields& fields, std::uint64_t scale) {
  std::string_view word = Fields(fields).word();
  if (word.starts_with('+')) {
    word.remove_prefix(1);
  }
  std::int64_t value = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  std::int64_t scaled = 0;
  if (read.ec != std::errc() || read.ptr != word.data() + word.size() || scale > INT64_MAX ||
      __builtin_mul_overflow(value, static_cast<std::int64_t>(scale), &scaled)) {
    return std::nullopt;
  }
  fields.word();
  return scaled;
}

/// Returns an integer with a sign as EdgeListBuilder takes it.
std::uint64_t asWord(std::int64_t weight) {
  return static_cast<std::uint64_t>(weight) + kSignBit<std::uint32_t>;
}

} // namespace

std::uint64_t readUnusualWeight(Fields& fields, const ReadOptions& options, const NodeName& from,
                                const NodeName& to) {
  if (options.stopAtWeight) {
    throw WeightSeen();
  }
  const WeightType type = textWeights(options);
  const std::string_view word = fields.nextWord();
  const bool digits = !word.empty() && word.find_first_not_of("0123456789") == word.npos;
  // A word of digits only is an integer that is too large, or one with many leading zeros.
  if (type == WeightType::kInteger && digits) {
    return fields.number("weight", kMaxWeight / options.scale) * options.scale;
  }
  if (type == WeightType::kSigned) {
    if (const auto weight = signedNumber(fields, options.scale)) {
      return asWord(*weight);
    }
  }

  const std::string shown = Fields(fields).shownWord();
  const auto failWeight = [&](std::string_view why) {
    fields.failHere(fmt::format("weight {} of the arc {} -> {} {}", shown, from, to, why));
  };
  const double weight = fields.real("weight");
  const double scaled = weight * static_cast<double>(options.scale);
  if (type == WeightType::kFloat) {
    if (!std::isfinite(scaled)) {
      failWeight(fmt::format("times {} is more than a float of 8 bytes can be", options.scale));
    }
    return orderedWord(scaled);
  }
  const bool whole = options.scale != 1 || scaled == std::floor(scaled);
  if (weight < 0 && type == WeightType::kInteger) {
    failWeight(options.usable != UsableWeights::kAny
                   ? "is negative; a weight must be 0 or more here"
                   : fmt::format("is negative; --weight-type={} reads it, for problems in which a "
                                 "negative weight has a meaning",
                                 whole ? "signed" : "float"));
  }
  if (!whole) {
    failWeight(fmt::format(
        "is not an integer; {}multiply and round it with --scale-weights=1000",
        options.usable == UsableWeights::kNarrow ? "" : "keep it with --weight-type=float, or "));
  }
  constexpr double kTooLarge = 0x1p63;
  if (scaled >= kTooLarge || scaled < -kTooLarge) {
    const std::uint64_t most = kMaxWeight / options.scale;
    failWeight(scaled < 0 ? fmt::format("is too small; at least -{} is possible", most)
                          : fmt::format("is too large; at most {} is possible", most));
  }
  const std::int64_t rounded = std::llround(scaled);
  return type == WeightType::kSigned ? asWord(rounded) : static_cast<std::uint64_t>(rounded);
}

} // namespace galois::inputs
