/**
 * The record of a run for other programs: one JSON object per run, in the schema "galois-cps/1".
 * Scripts and tests read nothing else, so the names of fields must not change
 * (docs/result-record.md).
 */
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "galois/analytics/Execution.h"
#include "galois/runtime/LoopReport.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/run/RunPhases.h"

namespace lonestar {

using Json = nlohmann::ordered_json;

/// The facts about the input. Only a graph has nodes and edges.
struct InputDescription {
  std::string name, id;
  std::optional<std::uint64_t> nodes{}, edges{};
  double loadSeconds = 0;                ///< to convert and to read it
  std::optional<LoadingTimes> loading{}; ///< of a graph on one rank; the record has its `phases`
};

/// What a run did: what the library says of it, and what only programs know. It says what ran, not
/// what was asked for.
struct Outcome : galois::analytics::Execution {
  Outcome() = default;
  Outcome(galois::analytics::Execution execution) : Execution(std::move(execution)) {}

  Json ownParameters = Json::object(); ///< those of a scheduler that is none of for_each
  Json params = Json::object();        ///< the application's, those that determine the answer
  bool simulated = false;              ///< times are virtual, so that records repeat exactly
  bool countsTasks = true;             ///< the record has `tasks` and `wasted_work`
  std::optional<Json> search;          ///< what a tree search did
  std::optional<Json> searchPerThread; ///< the same per thread, with --per-thread
  std::optional<Json> batch;           ///< how queries of the program shared the threads
  Json ranks = Json::object();         ///< sections of a program on several ranks

  /// Returns the name of what ordered the tasks: of an algorithm without a scheduler, its own; "" if
  /// neither has one.
  const std::string& orderedBy() const { return scheduler.empty() ? algorithm : scheduler; }
  /// Returns every parameter of the scheduler that had an effect, including defaults.
  Json schedulerParameters() const;
};

/// The record of one run.
struct ResultRecord {
  std::string app;
  InputDescription input{.name = {}, .id = {}, .nodes = 0, .edges = 0};
  Outcome run;
  double totalS = 0; ///< seconds from the start of the program to the end of this run's checks
  std::optional<Json> phases;   ///< how totalS is divided (RunPhases.h); empty if it is not known
  Json answer = Json::object(); ///< {checksum, summary}
  std::optional<bool> verified; ///< empty if the check was skipped
  /// Why the run has no outcome. The record then has no field that comes from one.
  std::optional<Json> failure;

  /// Returns the record as JSON. Adds the facts that are the same for all runs of the process:
  /// build, host, cores, pinning and memory.
  Json toJson() const;
};

/// Returns the peak resident memory of this program.
double maxRssMiB();

/// Returns an object with the values of these options.
Json jsonOf(const std::vector<galois::analytics::Option>& options);

/// Returns the policy's counters of one loop, summed or averaged over all threads as the policy
/// says, and its histories as lists of [x, y].
Json worklistCounters(const std::vector<galois::runtime::LoopReport::Counter>& counters,
                      const std::vector<galois::runtime::LoopReport::History>& histories);

/// Returns the size of the file, without notes (galois/graphs/GrNotes.h), and a hash of its first page
/// and of 64 sampled pages, which distinguishes inputs in constant time.
/// @throws AppError  when the file cannot be read
std::string inputId(const std::string& path);

/// Writes the record, or an array of records if `asArray`, and commits the file.
/// @throws galois::inputs::InputError  when the file cannot be written; it then leaves none
void writeRecords(galois::inputs::OutputFile& file, const std::vector<Json>& records, bool asArray);

} // namespace lonestar
