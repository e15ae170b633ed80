/**
 * Experiments of programs that fork and join: their start, a run under the scheduler of the command
 * line, and runExperiment().
 */
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "galois/runtime/LoopReport.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/run/Experiment.h"
#include "liblonestar/schedulers/AnyScheduler.h"

namespace lonestar {

/// Starts a program without a graph, as start() does. It has no flags about graphs.
/// @throws UsageError
void startForkJoin(int argc, char** argv, const std::string& description);

/// Starts a program whose input is a graph, which the flag names.
/// @throws UsageError
void startForkJoin(int argc, char** argv, const std::string& description,
                   llvm::cl::opt<std::string>& input);

/// Checks the value of a flag for the size of the input.
/// @param bytes  the memory that the program needs per unit of the size
/// @throws UsageError  for 0, and for sizes that exceed the memory of this machine
std::uint64_t sizeOf(const llvm::cl::opt<std::uint64_t>& flag, double bytes);

/// Returns the outcome of a run that took so long, with the counters of its scheduler.
Outcome outcomeOf(double seconds, std::vector<galois::runtime::LoopReport::Counter> counters);

/// Runs root(context) under the scheduler of the command line and measures the time of that.
/// `root` takes the context of any scheduler (`auto& context`).
/// @throws UsageError
template <typename Root>
Outcome runForkJoin(Root&& root) {
  Outcome outcome;
  visitScheduler(static_cast<unsigned>(numThreads), [&](auto& scheduler) {
    scheduler.run([](auto&) {}); // starts threads and allocates
    const Stopwatch watch;
    scheduler.run(root);
    const double seconds = watch.seconds();
    if constexpr (requires { scheduler.counters(); }) {
      outcome = outcomeOf(seconds, scheduler.counters());
    } else {
      outcome = outcomeOf(seconds, {});
    }
  });
  return outcome;
}

/// Runs, checks and reports as runExperiment() of Experiment.h does. Warns about flags that have no
/// effect under the scheduler.
/// @throws AppError, UsageError
int runExperiment(const std::string& app, Experiment& experiment, const InputDescription& input);

} // namespace lonestar
