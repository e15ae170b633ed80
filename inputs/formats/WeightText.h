/**
 * Weights in text, the same for all formats: integers with or without a sign, or floats of 8 bytes,
 * as the options say. What is no such weight is refused with the arc and the flag named.
 */
#pragma once

#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/io/TextScanner.h"
#include "inputs/names/NodeIdMap.h"

#include <cstdint>
#include <string_view>

namespace galois::inputs {

/// Reads a weight that is not a plain integer; called by readWeight().
std::uint64_t readUnusualWeight(Fields& fields, const ReadOptions& options, const NodeName& from,
                                const NodeName& to);

/// Reads the next field as the weight of the arc from -> to, as the file calls them. Returns
/// the weight times options.scale as EdgeListBuilder takes it. Integers are rounded if they were
/// fractions; a float is the nearest double.
/// @throws InputError for negative weights in place of integers without a sign, for too large ones,
///         and for fractions in place of integers unless options.scale is given
inline std::uint64_t readWeight(Fields& fields, const ReadOptions& options, const NodeName& from,
                                const NodeName& to) {
  std::uint64_t weight = 0;
  if (textWeights(options) == WeightType::kInteger &&
      fields.plainNumber(weight, kMaxWeight / options.scale)) {
    return weight * options.scale;
  }
  return readUnusualWeight(fields, options, from, to);
}

/// Returns the weight that a text of its own is, as readWeight() does. Throws as it does, also for
/// more than one word.
inline std::uint64_t weightOfText(const TextScanner& where, std::string_view text,
                                  const ReadOptions& options, const NodeName& from,
                                  const NodeName& to) {
  Fields field(where, text, "a weight is a number");
  const std::uint64_t weight = readWeight(field, options, from, to);
  field.expectEnd();
  return weight;
}

/// Appends a weight in decimal. A float has the fewest digits that read as the same float.
inline void writeWeight(OutputFile& file, const Weights& weights, std::uint64_t arc) {
  if (weights.type() == WeightType::kInteger) {
    file.writeNumber(weights[arc]);
  } else {
    file.write(weights.text(weights[arc]));
  }
}

} // namespace galois::inputs
