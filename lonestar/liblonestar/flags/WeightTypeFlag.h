/**
 * The flag --weight-type, which says what the weights of the input are, for programs whose answer
 * depends on it. A program that uses nothing of this file does not have the flag.
 */
#pragma once

#include "inputs/weights/WeightKinds.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/InputFlags.h"
#include "liblonestar/run/GraphInput.h"

namespace lonestar {

using galois::inputs::UsableWeights;
using galois::inputs::WeightKind;

/// The line about floats that weightKindOf() has recognised.
inline constexpr const char* kFloatsRecognised =
    "Weights: float (recognised from the file's values; --weight-type says otherwise)";

extern llvm::cl::opt<WeightKind, false, ChoiceParser<WeightKind>> weightType; ///< --weight-type

/// Returns the type to which openInput() converts weights in text, according to the flag.
/// @param usable  those that the program can use, for messages
/// @param bytes   the size of a weight, or 0: that of its type
WantedWeights wantedWeights(UsableWeights usable, unsigned bytes = 0);

/// Returns the type of the weights of the input, never kAuto. The flag decides, and without it the
/// format of the file. For a binary file without the flag, the values decide
/// (weights/WeightRecognition.h). When floats are recognised, loadGraph() prints a line about it.
/// Runs on all active threads, in O(edges) time.
/// @param usable  those that the program can use, for messages
/// @throws galois::inputs::InputError  when the values do not show the type
WeightKind weightKindOf(OpenInput& input, UsableWeights usable = UsableWeights::kAny);

} // namespace lonestar
