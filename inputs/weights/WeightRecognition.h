/**
 * A binary .gr contains the number of bytes per weight, but not whether weights are integers or
 * floats. In most files the values show which they are, for two reasons:
 *
 * - Nearly every integer below 2^23 (2^52 for 8 bytes), read as a float, is a subnormal number,
 *   smaller than 10^-37. One such weight other than 0 makes all of them integers.
 * - A number that is short in one reading is long in the other. The float 0.1 is the integer
 *   1036831949; the integer 1000000000 is the float 0.0047237873. Short numbers are no accident, so
 *   the reading in which the values need clearly fewer digits is the right one.
 *
 * Weights remain undecided if they are large and without pattern in both readings. Those are floats
 * with all their digits, or integers from about 8 million on without a small one among them. If the
 * same values as floats would be absurd (below 10^-12 or above 10^19), they are integers. Otherwise
 * nothing can decide, and the caller has to ask the user.
 *
 * Integers have no sign unless the user says so. But if some are 2^31 or more, and with a sign all
 * would lie between -2^30 and 2^30 (2^63 and 2^62 for 8 bytes), then they are probably negative
 * numbers, and the caller has to ask as well. This takes all values, because one negative number is
 * enough.
 *
 * The answer depends only on the values, so it is always the same.
 */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>
#include <span>
#include <string>

namespace galois::inputs {

/// The type of weights of 4 or 8 bytes, as far as their values show it. Negative floats count as
/// floats.
struct RecognisedWeights {
  /// How the values can be read.
  enum class As {
    kIntegers,    ///< also where all are 0 (the same in both readings) and where there are none
    kFloats,      ///< all are weights only as floats
    kUnclear,     ///< could be either
    kUnclearSign, ///< integers, and perhaps with a sign
  };
  As as = As::kIntegers; ///< how these can be read
  /// The least and the greatest of the nonzero values that were examined, in all readings. @{
  std::uint64_t leastInteger = 0, greatestInteger = 0;
  std::int64_t leastSigned = 0, greatestSigned = 0;
  double leastFloat = 0, greatestFloat = 0;
  /// @}
};

/// What integers show about their signs. Parts of the weights may be examined in parallel.
struct SignHints {
  bool high = false;   ///< some are 2^31 or more (2^63 for 8 bytes)
  bool middle = false; ///< some are as large with a sign: from 2^30 to 3 * 2^30 (2^62, 3 * 2^62)
};

/// Returns the hints of these values, in O(values) time. @{
SignHints signHintsOf(std::span<const std::uint32_t> weights);
SignHints signHintsOf(std::span<const std::uint64_t> weights);
/// @}

/// Examines a sample of up to 4096 values. If the sample does not decide, examines all values until
/// one does. @{
RecognisedWeights recogniseWeights(std::span<const std::uint32_t> weights, SignHints hints);
RecognisedWeights recogniseWeights(std::span<const std::uint64_t> weights, SignHints hints);
/// @}

/// The same for weights that are examined on one thread. @{
inline RecognisedWeights recogniseWeights(std::span<const std::uint32_t> weights) {
  return recogniseWeights(weights, signHintsOf(weights));
}
inline RecognisedWeights recogniseWeights(std::span<const std::uint64_t> weights) {
  return recogniseWeights(weights, signHintsOf(weights));
}
/// @}

/// Returns the type that the values show.
/// @param usable  what the message may advise
/// @throws InputError, naming the file and the flags that decide, when they do not show it
WeightType recognisedType(const std::string& file, const RecognisedWeights& found,
                          UsableWeights usable = UsableWeights::kAny);

} // namespace galois::inputs
