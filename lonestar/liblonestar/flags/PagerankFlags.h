/**
 * The flags that say which PageRank is wanted, and how closely, for programs on one and on several
 * ranks. A program that uses nothing of this file does not have them.
 */
#pragma once

#include "liblonestar/CommandLine.h"
#include "llvm/Support/CommandLine.h"

namespace lonestar {

/// What becomes of a surfer at a node without edges.
enum class Dangling {
  kUniform, ///< restarts anywhere
  kNone     ///< is lost
};

extern llvm::cl::opt<double> damping;                                       ///< --damping
extern llvm::cl::opt<double> tolerance;                                     ///< --tolerance
extern llvm::cl::opt<Dangling, false, ChoiceParser<Dangling>> danglingFlag; ///< --dangling

} // namespace lonestar
