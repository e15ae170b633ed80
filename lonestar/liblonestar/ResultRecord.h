/**
 * The record of a run for other programs: one JSON object per run, in the schema "galois-cps/1".
 * Scripts and tests read nothing else, so the names of fields must not change
 * (docs/result-record.md).
 */
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "galois/analytics/Execution.h"
#include "galois/runtime/LoopReport.h"
#include "inputs/io/OutputFile.h"

namespace lonestar {

using Json = nlohmann::ordered_json;

/// Counts of the tasks of a run.
struct TaskCounts {
  std::uint64_t executed = 0; ///< number of calls of the operator
  std::uint64_t useful = 0;   ///< number of these whose effect survived to the answer
  std::uint64_t pushed = 0;   ///< number of tasks created, including the initial ones
  std::uint64_t stale = 0;    ///< number of executed tasks that were stale and dropped
};

/// The record of one run.
struct ResultRecord {
  std::string app, input, inputId;
  std::optional<std::uint64_t> nodes = 0, edges = 0; ///< empty for an input that is no graph
  std::string wl;                 ///< name of the worklist, or of an algorithm without one
  Json wlParams = Json::object(); ///< every parameter that had an effect, including defaults
  Json params = Json::object();   ///< the application's own parameters that determine the answer
  unsigned threads = 1;
  std::uint64_t seed = 0;
  bool simulated = false; ///< times are virtual, so that records repeat exactly
  double timeS = 0;       ///< seconds of the algorithm alone
  double loadS = 0;       ///< seconds of converting and reading the input
  double totalS = 0;      ///< seconds from the start of the program to the end of this run's checks
  std::optional<Json> phases; ///< how totalS is divided (RunPhases.h); empty if it is not known
  std::optional<TaskCounts> tasks = TaskCounts{}; ///< empty if tasks are not counted
  Json worklist = Json::object();                 ///< the policy's own counters
  std::optional<Json> search;                     ///< what a tree search did
  std::optional<Json> batch;                      ///< how queries shared the threads
  Json ranks = Json::object();                    ///< sections of a program on several ranks
  std::optional<Json> perThread;                  ///< with --per-thread
  std::optional<Json> drift;                      ///< if it was measured
  std::optional<Json> breakdown;                  ///< if it was measured
  Json answer = Json::object();                   ///< {checksum, summary}
  std::optional<bool> verified;                   ///< empty if the check was skipped
  /// Why the run has no outcome. The record then has no field that comes from one.
  std::optional<Json> failure;

  /// Returns the record as JSON. Adds the facts that are the same for all runs of the process:
  /// build, host, cores, pinning and memory.
  Json toJson() const;
};

/// Returns an object with the values of these options.
Json jsonOf(const std::vector<galois::analytics::Option>& options);

/// Returns the policy's counters of one loop, summed or averaged over all threads as the policy
/// says, and its histories as lists of [x, y].
Json worklistCounters(const std::vector<galois::runtime::LoopReport::Counter>& counters,
                      const std::vector<galois::runtime::LoopReport::History>& histories);
Json worklistCounters(const galois::runtime::LoopReport& report);

/// Returns an array with one entry per thread: the policy's counters, and the numbers of tasks that
/// the thread executed, pushed and found stale.
Json perThreadCounters(const std::vector<galois::analytics::ThreadCounts>& threads,
                       const std::vector<galois::runtime::LoopReport::Counter>& counters);
/// Does the same for the report of a loop.
/// @param stale  may be shorter than the number of threads
Json perThreadCounters(const galois::runtime::LoopReport& report,
                       const std::vector<std::uint64_t>& stale);

/// Returns the size of the file, without notes (galois/graphs/GrNotes.h), and a hash of its first page
/// and of 64 sampled pages, which distinguishes inputs in constant time.
/// @throws AppError  when the file cannot be read
std::string inputId(const std::string& path);

/// Writes the record, or an array of records if `asArray`, and commits the file.
/// @throws galois::inputs::InputError  when the file cannot be written; it then leaves none
void writeRecords(galois::inputs::OutputFile& file, const std::vector<Json>& records, bool asArray);

} // namespace lonestar
