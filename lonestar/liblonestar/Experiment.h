/**
 * Runs an application's algorithm as often as the command line asks, checks every answer, and
 * reports to people and to programs, in the same way for all applications.
 *
 * An application implements Experiment and calls conduct(), which returns the exit status. The
 * calls for each query are selectQuery; then, for each run, reset, run (which measures its own
 * time), answer and check; and after the last run write and finish. All calls come from the main
 * thread, outside parallel loops.
 */
#ifndef GALOIS_LONESTAR_EXPERIMENT_H
#define GALOIS_LONESTAR_EXPERIMENT_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analytics/scheduler/LoopRun.h"
#include "analytics/scheduler/Stopwatch.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/RunOptions.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/ResultRecord.h"

namespace llvm::cl {
class Option;
}

namespace lonestar {

/// "1 node", "2 nodes".
std::string counted(std::uint64_t count, const char* what);

/// What a run reports besides its answer.
struct Outcome {
  double seconds = 0;
  std::uint64_t executed = 0; ///< tasks, or the steps that the algorithm counts
  std::uint64_t pushed = 0;   ///< tasks created, the first ones included
  std::uint64_t stale = 0;    ///< of those executed, found stale and dropped
  Json worklist = Json::object();
  std::optional<Json> perThread; ///< with --per-thread
  std::optional<Json> drift;     ///< with --drift, of a loop under a worklist
  std::optional<Json> breakdown; ///< of such a loop in a build of the preset profile
};

/// The outcome of an algorithm that is one loop.
Outcome outcomeOf(const LoopRun& run);

/// The outcome of an algorithm of the library.
Outcome outcomeOf(const galois::analytics::Execution& execution);

/// The answer of a run, for the record.
struct Answer {
  Json checksum;
  Json summary = Json::object();
  std::uint64_t useful = 0; ///< tasks whose effect survived to the answer
};

/// The algorithm: a loop under a worklist policy, or one that needs no worklist.
struct Method {
  std::string algorithm = "worklist";     ///< as --algo takes it
  const WorklistInfo* worklist = nullptr; ///< null when the algorithm takes no worklist
  bool sequential = false;                ///< the algorithm runs on one thread whatever -t says
  /// The application's own flags that have no effect on this algorithm: conduct() warns when they
  /// are given. Without a worklist, its flags need not be listed here.
  std::vector<const llvm::cl::Option*> ignored{};
  bool usesDelta = false; ///< the algorithm takes no worklist, but --delta
};

/// What conduct() knows of the input.
struct InputDescription {
  std::string name, id;
  std::uint64_t nodes = 0, edges = 0;
  double loadSeconds = 0;
};

class Experiment {
public:
  Experiment() = default;
  virtual ~Experiment();
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  /// How many queries the command line makes on this graph, at least 1. A query is, for example, a
  /// source, or a pair of nodes.
  virtual std::size_t queries() const { return 1; }
  /// Makes query `index` the current one.
  virtual void selectQuery(std::size_t /*index*/) {}
  /// The application's parameters of the current query that decide the answer.
  virtual Json params() const = 0;
  /// Discards the answer of the last run.
  virtual void reset() = 0;
  /// Computes the answer.
  virtual Outcome run() = 0;
  /// What has been computed. @throws AppError  when it is no answer (a sum that did not fit)
  virtual Answer answer() = 0;
  /// "" when the answer is right, else one line.
  /// @param fully  compare with a sequential algorithm too
  virtual std::string check(bool fully) = 0;
  /// Lines for people about the answer of the last run, without line ends.
  virtual std::vector<std::string> summary() const = 0;
  /// Writes the answer of the current query for --output. Not called when a check failed.
  virtual void write(galois::inputs::OutputFile& file) const = 0;
  /// Ends the current query, unless a check failed: for files of the application's own.
  virtual void finish() {}
};

/// The settings of a loop under this policy in a run of conduct(): the parameters that the command
/// line gives, and the observation that --drift and --timeline ask for. @throws UsageError
WorklistSettings loopSettings(const WorklistInfo& worklist);

/// The same for an algorithm of the library: its threads, seed, scheduler, and what is measured.
/// @param worklist  null: the algorithm runs under none
/// @throws UsageError
galois::analytics::RunOptions runOptions(const WorklistInfo* worklist);

/// Runs, checks and reports as the command line asks, for the program `app`. Returns the exit
/// status.
/// @throws AppError  when a check fails, after the record is written; no --output file is left then
int conduct(const std::string& app, Experiment& experiment, const Method& method,
            const InputDescription& input);

} // namespace lonestar

#endif
