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
  kAuto,   ///< to be found out; what the flag may say, and no weights are
  kInt,    ///< a whole number without a sign
  kSigned, ///< a whole number with one
  kFloat   ///< floating point
};

extern llvm::cl::opt<WeightKind, false, ChoiceParser<WeightKind>> weightType; ///< --weight-type

/// What openInput() is to make of weights in text, as the flag says. `bytes` of a whole number.
WantedWeights wantedWeights(unsigned bytes = 4);

/// What the weights of the input are; never Auto. As the flag says, else as the file's format does,
/// else, for a binary file, as the values show (inputs/WeightRecognition.h). When floats have been
/// recognised, loadGraph() will tell people about it. Throws AppError when the values show nothing.
/// O(edges) at most.
WeightKind weightKindOf(OpenInput& input);

} // namespace lonestar

#endif
