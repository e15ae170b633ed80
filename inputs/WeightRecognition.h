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
 * nothing can decide, and the caller has to ask the user. The answer depends only on the values, so
 * it is always the same.
 */
#ifndef GALOIS_INPUTS_WEIGHTRECOGNITION_H
#define GALOIS_INPUTS_WEIGHTRECOGNITION_H

#include <cstdint>
#include <span>
#include <string>

namespace galois::inputs {

/// The type of weights of 4 or 8 bytes, as far as their values show it. Negative floats count as
/// floats.
struct RecognisedWeights {
  /// How the values can be read.
  enum class As {
    kIntegers, ///< also where all are 0 (the same in both readings) and where there are none
    kFloats,   ///< all are weights only as floats
    kUnclear   ///< could be either
  };
  As as = As::kIntegers; ///< how these can be read
  /// The least and the greatest of the nonzero values that were examined, in both readings. @{
  std::uint64_t leastInteger = 0, greatestInteger = 0;
  double leastFloat = 0, greatestFloat = 0;
  /// @}
};

/// Examines a sample of up to 4096 values. If the sample does not decide, examines all values until
/// one does. @{
RecognisedWeights recogniseWeights(std::span<const std::uint32_t> weights);
RecognisedWeights recogniseWeights(std::span<const std::uint64_t> weights);
/// @}

/// Returns the message for unclear weights, which names the flags that decide.
std::string unclearWeights(const std::string& file, const RecognisedWeights& found);

} // namespace galois::inputs

#endif
