#include "liblonestar/run/ForkJoinExperiment.h"

#include <cstdio>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "galois/substrate/HelperThread.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/NoEffect.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/SchedulerFlags.h"
#include "liblonestar/flags/TimeLimitFlag.h"

namespace lonestar {

namespace {

/// Returns what `run` returns, and ends the process if that takes longer than --time-limit. A fork
/// that no thief asks for looks for no cancellation, and neither do the schedulers of others, so a
/// run cannot be ended from outside.
Outcome runWithinLimit(const std::function<Outcome()>& run,
                       const std::function<int(const RunEnded&)>& report) {
  const std::optional<double> limit = timeLimit();
  if (!limit) {
    return run();
  }
  if (*limit <= 0) {
    throw RunEnded{*limit};
  }
  const Stopwatch since;
  StoppableSleep sleep;
  const galois::substrate::HelperThread watch([&] {
    double left = *limit;
    for (; left > 0; left = *limit - since.seconds()) {
      if (sleep.sleep(left)) {
        return;
      }
    }
    const int status = report({*limit});
    _exit(std::fflush(stdout) == 0 ? status : 1);
  });
  struct Stop {
    StoppableSleep& sleep;
    ~Stop() { sleep.stop(); }
  } const stop{sleep};
  return run();
}

constexpr const char* kOutputHelp = "Write the answer there as text ('-': stdout)";

} // namespace

void startForkJoin(int argc, char** argv, const std::string& description) {
  symmetricGraph.removeArgument();
  outputFile.setDescription(kOutputHelp);
  start(argc, argv, description, nullptr);
  schedulerChoice(); // an unknown name is an error before the input is made
}

void startForkJoin(int argc, char** argv, const std::string& description,
                   llvm::cl::opt<std::string>& input) {
  outputFile.setDescription(kOutputHelp);
  start(argc, argv, description, &input);
  schedulerChoice();
}

std::uint64_t sizeOf(const llvm::cl::opt<std::uint64_t>& flag, double bytes) {
  const std::string name = flag.ArgStr.str();
  if (flag == 0) {
    throw UsageError(fmt::format("--{}=0: it is 1 or more", name));
  }
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const double needed = bytes * static_cast<double>(flag);
  if (needed > memory) {
    throw UsageError(fmt::format("--{}={}: this takes {:.1f} GB of memory and this machine has "
                                 "{:.1f} GB; take a smaller number",
                                 name, std::uint64_t{flag}, needed / 1e9, memory / 1e9));
  }
  return flag;
}

Outcome outcomeOf(double seconds, std::vector<galois::runtime::LoopReport::Counter> counters) {
  Outcome outcome;
  const SchedulerChoice& choice = schedulerChoice();
  outcome.scheduler = nameOf(choice.scheduler);
  outcome.ownParameters = parametersOf(choice);
  outcome.threads =
      choice.scheduler == SchedulerName::kSerial ? 1 : static_cast<unsigned>(numThreads);
  outcome.seconds = seconds;
  outcome.countsTasks = false;
  if (perThreadWanted && !counters.empty()) {
    outcome.perThread.resize(counters.front().perThread.size());
  }
  outcome.counters = std::move(counters);
  return outcome;
}

int runExperiment(const std::string& app, Experiment& experiment, const InputDescription& input) {
  checkTimeLimit();
  const SchedulerChoice& choice = schedulerChoice();
  Setting setting;
  setting.sequential = choice.scheduler == SchedulerName::kSerial;
  setting.describe = [](const Outcome& run) { return "scheduler " + describeScheduler(run); };
  setting.watched = runWithinLimit;
  const std::vector<std::string> idle = flagsWithoutEffect(choice);
  if (!idle.empty()) {
    warn(noEffect(idle, fmt::format("--scheduler={}", nameOf(choice.scheduler))));
  }
  return runExperiment(app, experiment, setting, input);
}

} // namespace lonestar
