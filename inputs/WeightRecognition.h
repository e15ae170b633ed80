#ifndef GALOIS_INPUTS_WEIGHTRECOGNITION_H
#define GALOIS_INPUTS_WEIGHTRECOGNITION_H

// A binary .gr says how many bytes a weight has, and not whether they are an integer or a float.
// The values themselves tell the two apart in most files, for two reasons:
//
//   - Nearly every integer below 2^23 (2^52 for 8 bytes) is no ordinary float: it would be a
//     subnormal number, smaller than 10^-37. One such weight other than 0 makes all of them
//     integers.
//   - A number that is short in one reading is long in the other. The float 0.1 is the integer
//     1036831949; the integer 1000000000 is the float 0.0047237873. Few digits are no accident, so
//     the reading in which the values need clearly fewer digits is the right one.
//
// What is left are weights that are large and without pattern in both readings: floats with all
// their digits, or integers from about 8 million on without a small one among them. Where the same
// values as floats would be absurd (below 10^-12, above 10^19), they are integers. Else nobody can
// know, and the caller has to ask. The answer depends on the values alone, so it is the same each
// time.

#include <cstdint>
#include <span>
#include <string>

namespace galois::inputs {

/// What weights of 4 or 8 bytes are, as far as their values show. Negative floats count as floats.
struct RecognisedWeights {
  enum class As {
    kIntegers, ///< also where all are 0, which is the same for both, and where there are none
    kFloats,
    kUnclear ///< could be either
  };
  As as = As::kIntegers;
  /// The least and the greatest of the values other than 0 that were looked at, in both readings.
  uint64_t leastInteger = 0, greatestInteger = 0;
  double leastFloat = 0, greatestFloat = 0;
};

/// Looks at a sample of up to 4096 values; at all of them, until one decides, when the sample does
/// not.
RecognisedWeights recogniseWeights(std::span<const uint32_t> weights);
RecognisedWeights recogniseWeights(std::span<const uint64_t> weights);

/// "FILE: its weights could be ...": what to say when they are unclear; names the flags that
/// decide.
std::string unclearWeights(const std::string& file, const RecognisedWeights& found);

} // namespace galois::inputs

#endif
