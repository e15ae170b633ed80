#include "liblonestar/flags/RunFlags.h"

#include <cstdio>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "galois/LogSink.h"
#include "galois/runtime/Statistics.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "inputs/io/FileRoles.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"

namespace cll = llvm::cl;

namespace lonestar {

cll::opt<std::string> jsonFile("json", galois::inputs::WrittenFile(),
                               cll::desc("Write the result record there ('-': stdout)"),
                               cll::value_desc("file"), cll::cat(reportGroup()));
cll::opt<std::string>
    outputFile("output", galois::inputs::WrittenFile(),
               cll::desc("Write the answer there ('-': stdout), one line 'node value' per node"),
               cll::value_desc("file"), cll::cat(reportGroup()));
cll::opt<bool> perThreadWanted("per-thread", cll::desc("Counters of each thread in the record"),
                               cll::cat(reportGroup()));
cll::opt<bool> noPin("no-pin", cll::desc("Leave threads where the system puts them"),
                     cll::cat(runGroup()));
cll::opt<std::uint64_t> seed("seed",
                             cll::desc("Seed of the schedulers' random choices (default 1)"),
                             cll::value_desc("seed"), cll::init(1), cll::cat(runGroup()));

namespace {

cll::opt<bool> quietFlag("quiet",
                         cll::desc("No text, no progress, no warnings: only errors, and the files "
                                   "that are asked for"),
                         cll::cat(reportGroup()));
cll::opt<unsigned> runCount("runs", WholeNumbers{1, UINT32_MAX},
                            cll::desc("Runs, each timed alone (default 1)"),
                            cll::value_desc("count"), cll::init(1), cll::cat(runGroup()));
cll::opt<Verification, false, ChoiceParser<Verification>> verifyLevel(
    "verify", cll::desc("How much the answer is checked:"),
    cll::values(clEnumValN(Verification::kNone, "none", "not at all"),
                clEnumValN(Verification::kQuick, "quick",
                           "against the problem's definition (default)"),
                clEnumValN(Verification::kFull, "full", "also against a sequential algorithm")),
    cll::init(Verification::kQuick), cll::cat(reportGroup()));

/// @throws UsageError
void checkVerification() {
  if (skipVerify && verifyLevel.getNumOccurrences() > 0 && verifyLevel != Verification::kNone) {
    const bool full = verifyLevel == Verification::kFull;
    throw UsageError(fmt::format("--noverify and --verify={} contradict each other; give one of "
                                 "them",
                                 full ? "full" : "quick"));
  }
}

std::vector<void (*)()>& checksAtStart() {
  static std::vector<void (*)()> checks;
  return checks;
}

} // namespace

bool addCheckAtStart(void (*check)()) {
  checksAtStart().push_back(check);
  return true;
}

const bool verificationChecked = addCheckAtStart(checkVerification);

void start(int argc, char** argv, const std::string& description,
           llvm::cl::opt<std::string>* input) {
  parseCommandLine(argc, argv, description);
  if (noPin) {
    galois::substrate::getThreadPool().setPinning(false);
  }
  galois::substrate::setSeed(seed);
  if (quietFlag) {
    galois::setLogSink([](galois::LogLevel level, std::string_view text) {
      if (level == galois::LogLevel::kError) { // fatal messages are printed anyway
        galois::inputs::printTo(stderr, "ERROR: {}\n", text);
      }
    });
  }
  // The checks of file names come before anything is read, converted or written.
  galois::inputs::keepFilesApart();
  if (input && !input->empty()) {
    galois::inputs::noteInput(*input);
  }
  galois::inputs::checkOutputs(galois::inputs::filesToWrite());
  for (void (*check)() : checksAtStart()) {
    check();
  }
  applyCommonFlags(argc, argv, input);
  if (statFile.empty()) {
    // By default Galois prints statistics on standard output, where our programs print results.
    galois::runtime::setStatFile("/dev/null");
  }
}

bool severalRecords() { return runCount.getNumOccurrences() > 0; }

unsigned runs() { return runCount; }

Verification verification() { return skipVerify ? Verification::kNone : Verification(verifyLevel); }

bool beQuiet() { return quietFlag; }

std::FILE* humanOutput() {
  if (quietFlag) {
    static std::FILE* const nowhere = std::fopen("/dev/null", "we");
    if (nowhere != nullptr) {
      return nowhere;
    }
  }
  return galois::inputs::outputForPeople();
}

void warn(const std::string& text) {
  if (!quietFlag) {
    galois::inputs::printTo(stderr, "warning: {}\n", text);
  }
}

void note(const std::string& text) {
  if (!quietFlag) {
    galois::inputs::printTo(stderr, "note: {}\n", text);
  }
}

} // namespace lonestar
