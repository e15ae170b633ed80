/**
 * From a problem to an exit status: runs an application's algorithm as often as the command line
 * asks, times it, checks every answer, and reports to people and to programs, the same way for all
 * applications.
 *
 * An application implements Experiment and calls conduct(). The order of calls, for each question:
 * ask, then for each run forget, run (timed by itself), answer, check; after the last run write and
 * finish.
 * All on the main thread, outside parallel loops.
 */
#ifndef GALOIS_LONESTAR_EXPERIMENT_H
#define GALOIS_LONESTAR_EXPERIMENT_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "galois/substrate/Clock.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/LoopRun.h"
#include "liblonestar/ResultRecord.h"
#include "liblonestar/WorklistInfo.h"

namespace llvm::cl {
class Option;
}

namespace lonestar {

/// Seconds of wall-clock time, for algorithms that time themselves.
class Stopwatch {
public:
  double seconds() const { return static_cast<double>(galois::substrate::nowNs() - begin_) * 1e-9; }

private:
  std::uint64_t begin_ = galois::substrate::nowNs();
};

/// "1 node", "2 nodes".
std::string counted(std::uint64_t count, const char* what);

/// What a run tells besides its answer.
struct Outcome {
  double seconds = 0;
  std::uint64_t executed = 0; ///< tasks, or what the algorithm takes one by one
  std::uint64_t pushed = 0;   ///< tasks made, the first ones included
  std::uint64_t stale = 0;    ///< of those executed, found outdated and dropped
  Json worklist = Json::object();
  std::optional<Json> perThread; ///< with --per-thread
  std::optional<Json> drift;     ///< with --drift, of a loop under a worklist
  std::optional<Json> breakdown; ///< of such a loop in a build of the preset profile
};

/// The outcome of an algorithm that is one loop.
Outcome outcomeOf(const LoopRun& run);

/// The answer of a run, for the record.
struct Answer {
  Json checksum;
  Json summary = Json::object();
  std::uint64_t useful = 0; ///< tasks whose effect survived to the answer
};

/// Who computes: a worklist's loop, or an algorithm that needs none.
struct Method {
  std::string algorithm = "worklist";     ///< as --algo takes it
  const WorklistInfo* worklist = nullptr; ///< null when the algorithm takes no worklist
  bool sequential = false;                ///< the algorithm runs on one thread whatever -t says
  /// The application's own flags that do nothing for this algorithm: conduct() says so when they
  /// are given. Those of worklists need no mention where no worklist is.
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

  /// How many questions the command line asks of this graph, at least 1: sources, pairs of nodes.
  virtual std::size_t questions() const { return 1; }
  /// Makes question `index` the current one.
  virtual void ask(std::size_t /*index*/) {}
  /// The application's parameters of the current question that decide the answer.
  virtual Json params() const = 0;
  /// Makes the memory of the answer as if nothing had been computed.
  virtual void forget() = 0;
  /// Computes the answer.
  virtual Outcome run() = 0;
  /// What has been computed. Throws AppError when it is no answer (a sum that did not fit).
  virtual Answer answer() = 0;
  /// "" when the answer is right, else one line.
  /// @param fully  compare with a sequential algorithm too
  virtual std::string check(bool fully) = 0;
  /// Lines for people about the answer of the last run, without line ends.
  virtual std::vector<std::string> summary() const = 0;
  /// Writes the answer of the current question for --output. Not called when a check failed.
  virtual void write(galois::inputs::OutputFile& file) const = 0;
  /// Ends the current question, unless a check failed: for files of the application's own.
  virtual void finish() {}
};

/// Runs, checks and reports as the command line asks, for the program `app`. Returns the exit
/// status; throws AppError when a check fails, after the record is written and without leaving an
/// --output file.
int conduct(const std::string& app, Experiment& experiment, const Method& method,
            const InputDescription& input);

} // namespace lonestar

#endif
