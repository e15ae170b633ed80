/**
 * Runs an application's algorithm as often as the command line says, checks every answer, and
 * reports to people and to programs, in the same way for all applications.
 *
 * An application implements Experiment and calls runExperiment(), which returns the exit status.
 * For each query, runExperiment() calls selectQuery. For each run of the query it then calls reset,
 * run (which measures its own time), answer, check and summary. After the last run of the query it
 * calls gather and write, if there is a file to write, and finish. On several ranks, Setting::ranks
 * says which rank reports, and whether all of them write. All calls come from the main thread, outside parallel loops. A signal
 * that ends the program before its last run does so after a report of the runs that have finished,
 * and so does a run that takes too long (RunWatch.h).
 *
 * There is one runExperiment() per kind of program, which makes the Setting and calls the function
 * below: in WorklistExperiment.h for programs under a worklist policy, in ForkJoinExperiment.h for
 * programs that fork and join.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analytics/scheduler/Stopwatch.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/record/ResultRecord.h"
#include "liblonestar/run/RunPhases.h"

namespace lonestar {

/// Returns the seconds since the start of the program, without what finding Python for --report took.
/// Thread-safe.
double secondsSinceStart();

/// Returns a number with its unit, such as "1 node" or "2 nodes".
std::string counted(std::uint64_t count, const char* what);

/// Returns "NAME (PARAMETER VALUE, ...)" for the scheduler of a run and its parameters, if any.
std::string describeScheduler(const Outcome& run);

/// The answer of a run, for the record.
struct Answer {
  Json checksum;
  Json summary = Json::object();
  /// The number of tasks whose effect survived to the answer, where the run has not counted them.
  std::optional<std::uint64_t> useful{};
};

/// The ranks of the process in a program on several. liblonestar knows no transport.
struct RankView {
  unsigned count = 1;
  bool leads = true; ///< this rank reports and writes for all
  /// Runs an action on this rank. If it throws on one rank, all ranks throw its error. It is set if
  /// all ranks call runExperiment(). Then all functions of the experiment are collective, and
  /// writeOnRanks() takes the place of write(). It is empty if the leading rank alone calls
  /// runExperiment().
  std::function<void(const std::function<void()>& action)> agree{};
};

/// Thrown by a run that has been ended because it took too long. On several ranks that call
/// runExperiment() all of them throw it.
struct RunEnded {
  double limit;    ///< how many seconds it was given
  Outcome known{}; ///< what is known of the run: its own parameters, sections of ranks
};

/// The exit status of a program whose last run has been ended because it took too long, which is
/// that of timeout(1).
inline constexpr int kRunEndedStatus = 124;

/// The choices that all runs of the process have in common.
struct Setting {
  /// Returns the algorithm and its scheduler, such as "worklist smq (steal-prob 0.125)", of a run.
  std::function<std::string(const Outcome& run)> describe;
  bool sequential = false; ///< runs on one thread, regardless of -t
  /// The experiment itself ends its run on SIGINT and SIGTERM. Otherwise they end the program, after
  /// a report of the runs that have finished.
  bool endsRunOnSignal = false;
  std::optional<RankView> ranks{}; ///< of a program on several ranks
  /// Calls what makes one run, returns its outcome, and may throw RunEnded: then there are no more
  /// runs. A watch that cannot end the run ends the process: it calls `report`, on another thread
  /// while the run goes on, and then exits with the status that `report` returns. Empty: the run is
  /// called without it. For programs on one rank.
  std::function<Outcome(const std::function<Outcome()>& run,
                        const std::function<int(const RunEnded&)>& report)>
      watched{};
};

/// An application's algorithm with its parameters, answer and check.
class Experiment {
public:
  Experiment() = default;
  virtual ~Experiment();
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  /// Returns whether a signal has ended the last run, so that there are no more runs.
  virtual bool interrupted() const { return false; }
  /// Returns the number of queries of the command line, at least 1. A query is, for example, a
  /// source, or a pair of nodes.
  virtual std::size_t queries() const { return 1; }
  /// Selects the query that all other calls refer to.
  virtual void selectQuery(std::size_t /*index*/) {}
  /// Returns the application's parameters of the current query that determine the answer.
  virtual Json params() const = 0;
  /// Discards the answer of the last run.
  virtual void reset() = 0;
  /// Computes the answer.
  virtual Outcome run() = 0;
  /// Returns the answer of the last run.
  /// @throws AppError  when it has no valid answer, such as a sum that did not fit
  virtual Answer answer() = 0;
  /// Returns whether the answer of the last run can be checked: not one of a count that ended early.
  virtual bool checkable() const { return true; }
  /// Returns "" when the answer is right, otherwise one line about what is wrong.
  /// @param fully  also compares with a sequential algorithm
  virtual std::string check(bool fully) = 0;
  /// Returns lines for people about the answer of the last run, without line ends. It is called
  /// after each run.
  virtual std::vector<std::string> summary() const = 0;
  /// Keeps the answer of the current query until write() needs it, before write() or writeOnRanks().
  virtual void gather() {}
  /// Writes the answer of the current query for --output. It is not called when a check failed.
  virtual void write(galois::inputs::OutputFile& file) const = 0;
  /// Writes the same together with the other ranks, where all ranks call runExperiment(). Collective.
  /// @param file  the file on the rank that leads, null on the others
  virtual void writeOnRanks(galois::inputs::OutputFile* /*file*/) {}
  /// Returns whether writeForPage() writes something after the current query.
  virtual bool hasValues() const { return false; }
  /// Writes what the page of --report shows of the answer: lines that end in a value, per node or
  /// per edge, whose distribution it shows, or GeoJSON, of which it shows a map.
  virtual void writeForPage(galois::inputs::OutputFile& file) const { write(file); }
  /// Ends the current query, for example by writing files of the application's own. It is not
  /// called when a check failed.
  virtual void finish() {}
};

/// Runs, checks and reports as the command line says.
/// @param app   the name of the program in the record
/// @param last  is called after the record is written, also when a check failed; may be empty
/// @return the exit status, 0 or kRunEndedStatus
/// @throws AppError  when a check fails, after the record is written; there is no --output file
///                   then
int runExperiment(const std::string& app, Experiment& experiment, const Setting& setting,
                  const InputDescription& input, const std::function<void()>& last = {});

} // namespace lonestar
