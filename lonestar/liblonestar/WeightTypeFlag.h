/**
 * The flag --weight-type, which says what the weights of the input are, for programs whose answer
 * depends on it. A program that uses nothing of this file does not have the flag.
 */
#ifndef GALOIS_LONESTAR_WEIGHTTYPEFLAG_H
#define GALOIS_LONESTAR_WEIGHTTYPEFLAG_H

#include "liblonestar/CommandLine.h"
#include "liblonestar/GraphInput.h"
#include "liblonestar/InputFlags.h"

namespace lonestar {

/// The type that the 4 or 8 bytes of a weight represent.
enum class WeightKind {
  kAuto,   ///< a value of the flag only: the type is recognised from the input
  kInt,    ///< a whole number without a sign
  kSigned, ///< a whole number with a sign
  kFloat   ///< floating point
};

extern llvm::cl::opt<WeightKind, false, ChoiceParser<WeightKind>> weightType; ///< --weight-type

/// Returns the type to which openInput() converts weights in text, according to the flag.
/// @param bytes  the size of an integer
WantedWeights wantedWeights(unsigned bytes = 4);

/// Returns the type of the weights of the input, never kAuto. The flag decides, and without it the
/// format of the file. For a binary file without the flag, the values decide
/// (inputs/WeightRecognition.h). When floats are recognised, loadGraph() prints a line about it.
/// O(edges) at most.
/// @throws AppError  when the values do not show the type
WeightKind weightKindOf(OpenInput& input);

} // namespace lonestar

#endif
