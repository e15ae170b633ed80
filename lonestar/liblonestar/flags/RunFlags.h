/**
 * The flags that all our programs have besides Galois' own (BoilerPlate.h), and the start of such a
 * program. A program that uses nothing of this file does not have these flags.
 */
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "llvm/Support/CommandLine.h"

namespace lonestar {

/// How thoroughly answers are checked.
enum class Verification {
  kNone,  ///< not at all
  kQuick, ///< against the definition of the problem, in linear time
  kFull   ///< also against a sequential algorithm
};

extern llvm::cl::opt<std::string> jsonFile;   ///< --json: "" for none, "-" for standard output
extern llvm::cl::opt<std::string> outputFile; ///< --output: "" for none, "-" for standard output
extern llvm::cl::opt<bool> perThreadWanted;   ///< --per-thread
extern llvm::cl::opt<bool> noPin;             ///< --no-pin
extern llvm::cl::opt<std::uint64_t> seed;     ///< --seed

/// Parses the command line and sets threads, pinning and the seed, as LonestarStart does, but
/// without its banner. A galois::SharedMemSys must be alive. @throws UsageError
void start(int argc, char** argv, const std::string& description,
           llvm::cl::opt<std::string>* input);

/// Adds a check that start() makes when the command line has been parsed. It is for files that add
/// flags, and called during static initialization. @return true
/// @param check  throws UsageError, or galois::inputs::InputError
bool addCheckAtStart(void (*check)());

/// Returns the value of --runs, which is at least 1 after start().
unsigned runs();

/// Returns whether the command line has --runs, so that --json writes an array.
bool severalRecords();

/// Returns the value of --verify, or kNone with --noverify.
Verification verification();

/// Returns whether --quiet is given: then there are no lines for people but errors.
bool beQuiet();

/// Returns the stream for people: standard output, or stderr when a file of the command line, such
/// as the record or the answer, goes to standard output. With --quiet, what it gets is lost.
std::FILE* humanOutput();

/// Print a warning, or a note, as a line on stderr, unless --quiet is given. @{
void warn(const std::string& text);
void note(const std::string& text);
/// @}

} // namespace lonestar
