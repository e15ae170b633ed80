/**
 * --weight-type: what the weights of the input are, for programs whose answer depends on it. A
 * program that uses nothing of this file does not have the flag.
 */
#ifndef GALOIS_LONESTAR_WEIGHTTYPEFLAG_H
#define GALOIS_LONESTAR_WEIGHTTYPEFLAG_H

#include "liblonestar/CommandLine.h"
#include "liblonestar/GraphInput.h"
#include "liblonestar/InputFlags.h"

namespace lonestar {

/// What a weight of 4 or 8 bytes is.
enum class WeightKind {
  kAuto,   ///< to be found out: a value of the flag, never the type of a weight
  kInt,    ///< a whole number without a sign
  kSigned, ///< a whole number with a sign
  kFloat   ///< floating point
};

extern llvm::cl::opt<WeightKind, false, ChoiceParser<WeightKind>> weightType; ///< --weight-type

/// The type to which openInput() converts weights in text, as the flag says.
/// @param bytes  the size of a whole number
WantedWeights wantedWeights(unsigned bytes = 4);

/// The type of the weights of the input; never Auto. The flag decides; without it, the file's
/// format; for a binary file, its values (inputs/WeightRecognition.h). When floats were recognised,
/// loadGraph() prints a line about it. O(edges) at most.
/// @throws AppError  when the values do not show the type
WeightKind weightKindOf(OpenInput& input);

} // namespace lonestar

#endif
