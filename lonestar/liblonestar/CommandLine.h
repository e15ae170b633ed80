/**
 * The command line of all programs: LLVM's `cl`, with flags in five groups. An error is one line,
 * and the exit status is then 2.
 *
 * A flag belongs to one of the groups below, given as `llvm::cl::cat(lonestar::inputGroup())`.
 */
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "inputs/tools/LlvmFlags.h"
#include "llvm/Support/CommandLine.h"

namespace lonestar {

/// An error in the command line. what() is one line that says what would be right. Programs print
/// it and exit with status 2.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The groups of --help. They are functions because flags in any file use them during static
/// initialization.
llvm::cl::OptionCategory& inputGroup();
llvm::cl::OptionCategory& algorithmGroup();
llvm::cl::OptionCategory& worklistGroup();
llvm::cl::OptionCategory& runGroup();
llvm::cl::OptionCategory& reportGroup();

/// Returns the last component of argv[0], with which error messages start.
std::string programName(const char* argv0);

/// Returns the names of all flags of this program, without dashes.
std::vector<std::string> ownFlags();

/// Parses the flags of this process, those of the five groups and those of no group.
///
/// -t4 is read as -t=4. --help, -h and -version print and exit with 0. Call it once, from the main
/// thread, before the thread pool runs.
/// @throws UsageError  when something cannot be parsed
void parseCommandLine(int argc, char** argv, const std::string& overview);

/// What programs state about themselves and about the values of flags (inputs/tools/LlvmFlags.h). @{
template <typename Choice>
using ChoiceParser = galois::inputs::ChoiceParser<Choice>;
using galois::inputs::Examples;
using galois::inputs::Numbers;
using galois::inputs::WholeNumbers;
/// @}

} // namespace lonestar
