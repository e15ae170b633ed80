#include "inputs/weights/WeightRecognition.h"

#include "inputs/Error.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace galois::inputs {

namespace {

constexpr double kBitsPerDigit = 3.33;

/// A bit pattern as a float, and the number of bits that it takes to write the number in either
/// reading.
template <typename Bits>
class Pattern {
public:
  using Float = std::conditional_t<sizeof(Bits) == 4, float, double>;
  static constexpr int kMantissa = std::numeric_limits<Float>::digits - 1;

  explicit Pattern(Bits bits) : bits_(bits) {}

  Float value() const { return std::bit_cast<Float>(bits_); }
  /// Returns whether the pattern shows nothing: zero in both readings, or a special float.
  bool isNeutral() const {
    const Bits size = bits_ & ~kSign;
    return size == 0 || size == kInfinity || size == (kInfinity | kInfinity >> 1);
  }
  /// Returns whether it is an ordinary float: finite and not subnormal.
  bool isOrdinary() const {
    const Bits size = bits_ & ~kSign;
    return size >= (Bits{1} << kMantissa) && size < kInfinity;
  }
  /// Returns whether weights like this float occur: from about 10^-12 to 10^19.
  bool isPlausible() const {
    return isOrdinary() && std::abs(value()) >= Float{0x1p-40} && std::abs(value()) < Float{0x1p64};
  }

  /// Returns the number of bits that the number takes as an integer, reduced so that a pattern
  /// without structure takes the same number in both readings.
  double integerBits() const {
    constexpr double kPowerOfTwo = 5, kZeros = 3;
    if (std::has_single_bit(bits_)) {
      return kPowerOfTwo;
    }
    Bits number = bits_;
    while (number % 10 == 0) {
      number /= 10;
    }
    const double digits = std::floor(std::log10(static_cast<double>(number))) + 1;
    return std::min<double>(kMantissa + kPlausibleExponent, digits * kBitsPerDigit + kZeros);
  }
  double floatBits() const {
    if (!isOrdinary()) {
      return kMantissa + kAnyExponent;
    }
    const Bits mantissa = bits_ & ((Bits{1} << kMantissa) - 1);
    const int used = mantissa == 0 ? 0 : kMantissa - std::countr_zero(mantissa);
    return std::min(static_cast<double>(used), shortestDigits() * kBitsPerDigit) +
           (isPlausible() ? kPlausibleExponent : kAnyExponent);
  }

private:
  static constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
  static constexpr Bits kInfinity = std::bit_cast<Bits>(std::numeric_limits<Float>::infinity());
  static constexpr int kAnyExponent = 8 * static_cast<int>(sizeof(Bits)) - 1 - kMantissa;
  static constexpr int kPlausibleExponent = 7; // 104 of them

  /// Returns the number of decimal digits that identify the float.
  double shortestDigits() const {
    std::array<char, 64> text;
    const char* const end = std::to_chars(text.data(), text.data() + text.size(), std::abs(value()),
                                          std::chars_format::scientific)
                                .ptr;
    const char* const exponent = std::find(static_cast<const char*>(text.data()), end, 'e');
    const auto length = exponent - text.data();
    return static_cast<double>(length > 1 ? length - 1 : length); // without the point
  }

  Bits bits_;
};

template <typename Bits>
std::vector<Bits> distinctSample(std::span<const Bits> weights) {
  constexpr size_t kMost = 4096;
  std::vector<Bits> sample;
  const size_t count = std::min(weights.size(), kMost);
  for (size_t i = 0; i < count; ++i) {
    const Bits bits = weights[weights.size() / count * i + weights.size() % count * i / count];
    if (!Pattern<Bits>(bits).isNeutral()) {
      sample.push_back(bits);
    }
  }
  std::sort(sample.begin(), sample.end());
  sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
  return sample;
}

template <typename Bits>
RecognisedWeights recognise(std::span<const Bits> weights) {
  using As = RecognisedWeights::As;
  RecognisedWeights found;
  const std::vector<Bits> sample = distinctSample(weights);
  if (sample.empty()) {
    // If the sample contains only zeros, the other values are examined.
    const auto other = std::find_if(weights.begin(), weights.end(),
                                    [](Bits bits) { return !Pattern<Bits>(bits).isNeutral(); });
    return other == weights.end() ? found : recognise(weights.subspan(other - weights.begin(), 1));
  }
  double saved = 0; // total number of bits that the values need less as floats
  size_t ordinary = 0, plausible = 0;
  found.leastInteger = sample.front();
  found.greatestInteger = sample.back();
  found.leastFloat = std::numeric_limits<double>::infinity();
  found.greatestFloat = -found.leastFloat;
  for (const Bits bits : sample) {
    const Pattern<Bits> pattern(bits);
    saved += pattern.integerBits() - pattern.floatBits();
    ordinary += pattern.isOrdinary() ? 1 : 0;
    plausible += pattern.isPlausible() ? 1 : 0;
    if (pattern.isOrdinary()) {
      found.leastFloat = std::min<double>(found.leastFloat, pattern.value());
      found.greatestFloat = std::max<double>(found.greatestFloat, pattern.value());
    }
  }
  // A number without a pattern saves s bits with probability of about 2^-s. Each value has to save
  // some bits on average, and all together so many that it cannot be an accident.
  constexpr double kDecisive = 10, kDecisiveEach = 5;
  const double needed = kDecisive + kDecisiveEach * static_cast<double>(sample.size());
  constexpr size_t kFew = 16;
  if (2 * ordinary <= sample.size() || -saved >= needed) {
    found.as = As::kIntegers;
  } else if (saved >= needed) {
    found.as = As::kFloats;
  } else {
    const bool extraordinary = std::any_of(weights.begin(), weights.end(), [](Bits bits) {
      return !Pattern<Bits>(bits).isNeutral() && !Pattern<Bits>(bits).isOrdinary();
    });
    found.as = extraordinary || kFew * plausible < sample.size() ? As::kIntegers : As::kUnclear;
  }
  return found;
}

template <typename Bits>
SignHints hintsOf(std::span<const Bits> weights) {
  constexpr Bits kHigh = kSignBit<Bits>;
  constexpr Bits kMiddle = kHigh / 2;
  // The compiler vectorises this, and few graphs have a weight that is so large.
  Bits all = 0;
  for (const Bits bits : weights) {
    all |= bits;
  }
  SignHints hints;
  if ((all & kHigh) != 0) {
    for (const Bits bits : weights) {
      hints.high |= bits >= kHigh;
      hints.middle |= bits >= kMiddle && bits < kHigh + kMiddle;
    }
  }
  return hints;
}

/// Decides whether integers may have a sign, and notes their range for the message.
template <typename Bits>
RecognisedWeights withSigns(std::span<const Bits> weights, SignHints hints,
                            RecognisedWeights found) {
  using As = RecognisedWeights::As;
  if (found.as != As::kIntegers || !hints.high || hints.middle) {
    return found;
  }
  found.as = As::kUnclearSign;
  const auto [least, greatest] = std::minmax_element(weights.begin(), weights.end());
  found.leastInteger = *least;
  found.greatestInteger = *greatest;
  using Signed = std::make_signed_t<Bits>;
  const auto below = [](Bits a, Bits b) {
    return std::bit_cast<Signed>(a) < std::bit_cast<Signed>(b);
  };
  const auto [lowest, highest] = std::minmax_element(weights.begin(), weights.end(), below);
  found.leastSigned = std::bit_cast<Signed>(*lowest);
  found.greatestSigned = std::bit_cast<Signed>(*highest);
  return found;
}

} // namespace

SignHints signHintsOf(std::span<const std::uint32_t> weights) { return hintsOf(weights); }
SignHints signHintsOf(std::span<const std::uint64_t> weights) { return hintsOf(weights); }

RecognisedWeights recogniseWeights(std::span<const std::uint32_t> weights, SignHints hints) {
  return withSigns(weights, hints, recognise(weights));
}
RecognisedWeights recogniseWeights(std::span<const std::uint64_t> weights, SignHints hints) {
  return withSigns(weights, hints, recognise(weights));
}

WeightType recognisedType(const std::string& file, const RecognisedWeights& found,
                          UsableWeights usable) {
  using As = RecognisedWeights::As;
  const bool narrow = usable == UsableWeights::kNarrow;
  constexpr const char* kOnlyInt =
      "--weight-type=int says that they are the former, and others cannot be used here";
  if (found.as == As::kUnclear) {
    fail("{}: its weights could be whole numbers from {} to {} or floats from {:.4g} to {:.4g}; {}",
         file, found.leastInteger, found.greatestInteger, found.leastFloat, found.greatestFloat,
         narrow ? kOnlyInt : "say which they are with --weight-type=int or --weight-type=float");
  }
  if (found.as == As::kUnclearSign) {
    fail("{}: its weights could be whole numbers from {} to {} or, with a sign, from {} to {}; {}",
         file, found.leastInteger, found.greatestInteger, found.leastSigned, found.greatestSigned,
         narrow ? kOnlyInt : "say which they are with --weight-type=int or --weight-type=signed");
  }
  return found.as == As::kFloats ? WeightType::kFloat : WeightType::kInteger;
}

} // namespace galois::inputs
