#ifndef GALOIS_INPUTS_FORMATS_WEIGHTTEXT_H
#define GALOIS_INPUTS_FORMATS_WEIGHTTEXT_H

// Weights in text, the same for all formats: integers or floats as asked for, negative ones refused
// with the arc named.

#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/io/TextScanner.h"

#include <cstdint>

namespace galois::inputs {

/// What readWeight() does with anything but plain integers.
uint64_t readUnusualWeight(Fields& fields, const ReadOptions& options, uint64_t from, uint64_t to);

/// The next field as the weight of the arc from -> to, ids as the file has them: an integer times
/// options.scale (rounded, if it was a fraction), or the bits of a float. Throws InputError for
/// negative weights, for too large ones, and for fractions that nobody asked to scale.
inline uint64_t readWeight(Fields& fields, const ReadOptions& options, uint64_t from, uint64_t to) {
  uint64_t weight = 0;
  if (options.weightType != WeightType::kFloat &&
      fields.plainNumber(weight, kMaxWeight / options.scale))
    return weight * options.scale;
  return readUnusualWeight(fields, options, from, to);
}

/// Appends a weight in decimal; a float in the fewest digits that read as the same float.
inline void writeWeight(OutputFile& file, const Weights& weights, uint64_t arc) {
  if (weights.type() == WeightType::kInteger)
    file.writeNumber(weights[arc]);
  else
    file.writeNumber(Weights::floatOf(weights[arc]));
}

} // namespace galois::inputs

#endif
