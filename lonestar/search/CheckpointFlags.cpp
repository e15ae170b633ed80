#include "search/CheckpointFlags.h"

#include <csignal>
#include <cstdio>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "galois/substrate/Atomics.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "liblonestar/flags/Words.h"
#include "search/SearchFlags.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

constexpr double kSecond = 1e6;    // in microseconds
constexpr double kShortest = 0.01; // seconds; would leave little time for the search
const double kUsual = galois::dist::CheckpointOptions().every / kSecond;

cll::opt<std::string> folderFlag("checkpoint",
                                 cll::desc("Save now and then in this folder what is left of the "
                                           "search; all ranks share it (default: none)"),
                                 cll::value_desc("folder"), cll::cat(runGroup()));
cll::opt<double, false, SecondsParser> periodFlag(
    "checkpoint-every",
    cll::desc(lasting(fmt::format("How long a search takes between two checkpoints, such as 30s "
                                  "(default {}s); SIGUSR1 asks for one at any time",
                                  kUsual))),
    cll::value_desc("time"), cll::cat(runGroup()));
cll::opt<bool> restartFlag("restart",
                           cll::desc("Go on from the checkpoint in the folder of --checkpoint, on "
                                     "any number of ranks; begin anew if there is none"),
                           cll::init(false), cll::cat(runGroup()));

// Set by a signal handler. The accesses are relaxed: nothing else is passed on with it.
galois::Atomic<bool> wanted{false};

void wantCheckpoint(int /*signal*/) { wanted.store(true, galois::order::relaxed); }

double period() { return periodFlag.getNumOccurrences() > 0 ? periodFlag.getValue() : kUsual; }

/// Refuses flags that need --checkpoint, and searches that have none. @throws UsageError
void refuse(bool simulated) {
  if (folderFlag.getNumOccurrences() == 0) {
    for (const cll::Option* flag : {static_cast<const cll::Option*>(&periodFlag),
                                    static_cast<const cll::Option*>(&restartFlag)}) {
      if (flag->getNumOccurrences() > 0) {
        throw UsageError(
            fmt::format("--{}: in which folder? Give --checkpoint", flag->ArgStr.str()));
      }
    }
    return;
  }
  if (simulated) {
    throw UsageError("--checkpoint: searches on simulated machines have none");
  }
  if (period() < kShortest) {
    throw UsageError(fmt::format("--checkpoint-every={}s: it is at least 10ms", period()));
  }
  if (runs() > 1) {
    throw UsageError(fmt::format("--checkpoint: it is for one run, and --runs is {}", runs()));
  }
  if (std::holds_alternative<galois::search::Ordered>(selectedCoordination())) {
    throw UsageError("--checkpoint: with --skeleton=ordered it would change the order of tasks");
  }
}

} // namespace

std::optional<galois::dist::CheckpointOptions> checkpointOptions(bool simulated) {
  refuse(simulated);
  if (folderFlag.getNumOccurrences() == 0) {
    return std::nullopt;
  }
  struct sigaction action {};
  action.sa_handler = wantCheckpoint;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGUSR1, &action, nullptr);
  galois::dist::CheckpointOptions options;
  options.folder = std::string{folderFlag};
  options.every = period() * kSecond;
  options.restart = restartFlag;
  options.isWanted = [] {
    return wanted.load(galois::order::relaxed) && wanted.exchange(false, galois::order::relaxed);
  };
  options.warn = warn;
  return options;
}

Json checkpointSettings() {
  if (folderFlag.getNumOccurrences() == 0) {
    return nullptr;
  }
  return {
      {"folder", std::string{folderFlag}}, {"every_s", period()}, {"restart", bool{restartFlag}}};
}

Json checkpointSection(const galois::dist::CheckpointReport& report) {
  Json json = {{"every_s", period()},     {"written", report.written},
               {"failed", report.failed}, {"write_s", report.time / kSecond},
               {"bytes", report.bytes},   {"restarted_from", nullptr}};
  if (report.startedFrom > 0) {
    json["restarted_from"] = {{"number", report.startedFrom},
                              {"ranks", report.partsBefore},
                              {"nodes", report.nodesBefore},
                              {"searched_s", report.timeBefore / kSecond}};
  }
  return json;
}

} // namespace lonestar
