/**
 * The flags that all our programs have beyond Galois' own (BoilerPlate.h), and how such a program
 * starts. A program that uses nothing of this file does not have these flags.
 */
#ifndef GALOIS_LONESTAR_RUNFLAGS_H
#define GALOIS_LONESTAR_RUNFLAGS_H

#include <cstdint>
#include <cstdio>
#include <string>

#include "llvm/Support/CommandLine.h"

namespace lonestar {

/// How much an answer is checked.
enum class Verification {
  kNone,  ///< not at all
  kQuick, ///< against the problem's own definition, in linear time
  kFull   ///< also against a sequential algorithm
};

extern llvm::cl::opt<std::string> jsonFile;   ///< --json: "" none, "-" standard output
extern llvm::cl::opt<std::string> outputFile; ///< --output: "" none
extern llvm::cl::opt<bool> perThreadWanted;   ///< --per-thread
extern llvm::cl::opt<bool> noPin;             ///< --no-pin
extern llvm::cl::opt<std::uint64_t> seed;     ///< --seed

/// Parses the command line, sets threads, pinning and the seed. As LonestarStart, without its
/// banner; a galois::SharedMemSys must be alive. Throws UsageError.
void start(int argc, char** argv, const std::string& description,
           llvm::cl::opt<std::string>* input);

/// --runs, at least 1 once start has returned.
unsigned runs();

/// Whether --runs was given, so that --json writes an array.
bool severalRecords();

/// --verify, or None with -noverify.
Verification verification();

/// True when standard output carries the record, so that everything else goes to stderr.
bool recordOnStdout();

/// Where lines for people go: standard output, or stderr when the record is on standard output.
std::FILE* humanOutput();

} // namespace lonestar

#endif
