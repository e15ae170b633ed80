/**
 * Experiments under a worklist policy, or with an algorithm that needs no worklist: the flags that
 * these have in common, and runExperiment(), which runs them.
 */
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analytics/scheduler/WorklistInfo.h"
#include "galois/analytics/Algorithms.h"
#include "galois/analytics/RunOptions.h"
#include "liblonestar/run/Experiment.h"

namespace llvm::cl {
class Option;
}

namespace lonestar {

/// The algorithm: a loop under a worklist policy, or one that needs no worklist.
struct Method {
  std::string algorithm = "worklist";     ///< its name for --algo
  const WorklistInfo* worklist = nullptr; ///< null when the algorithm takes no worklist
  bool sequential = false;                ///< the algorithm runs on one thread, regardless of -t
  bool chosen = false; ///< by the program, with regard to -t, so -t is not without effect
  /// The application's own flags that have no effect on this algorithm. runExperiment() warns when
  /// they are given. For an algorithm without a worklist, the flags of worklists need not be listed.
  std::vector<const llvm::cl::Option*> ignored{};
  bool usesDelta = false; ///< the algorithm takes no worklist, but uses --delta
  /// The experiment makes several runs at once, and watches them itself (RunWatch.h).
  bool watchesItself = false;
};

/// Returns how an algorithm runs.
/// @param name      for --algo
/// @param worklist  that of the run, for algorithms that take one
/// @param own       the application's flags that only some of its algorithms use, by the names of
///                  `needs`
Method methodOf(const char* name, const galois::analytics::AlgorithmNeeds& needs,
                const WorklistInfo& worklist, const std::vector<const llvm::cl::Option*>& own = {});

/// Returns the flags on the command line that have an effect only on a loop under a worklist, such as
/// "--wl". Call it after start().
std::vector<std::string> flagsOfWorklistLoops();

/// Takes one thread for a graph on which several would be slower, where neither the number of
/// threads nor a flag that has an effect only on a loop under a worklist is on the command line.
/// Call it when the graph is known, and before what depends on the number of threads.
void fitThreads(std::uint64_t nodes, std::uint64_t edges);

/// Returns the lines of a summary with one before them that says which algorithm was chosen and why.
/// @param reason  "" if the algorithm was asked for: then there is no such line
std::vector<std::string> withChoice(std::vector<std::string> lines, const std::string& algorithm,
                                    const std::string& reason);

/// Returns the run options for an algorithm of the library: threads, seed, scheduler, and what is
/// measured.
/// @param worklist  null for an algorithm without a worklist
/// @throws UsageError
galois::analytics::RunOptions runOptions(const WorklistInfo* worklist);

/// Runs, checks and reports as runExperiment() of Experiment.h does. Warns about flags of worklists
/// that have no effect on this method.
/// @throws AppError, UsageError
int runExperiment(const std::string& app, Experiment& experiment, const Method& method,
                  const InputDescription& input);

} // namespace lonestar
