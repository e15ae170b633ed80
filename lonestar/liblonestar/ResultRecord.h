/**
 * What a run leaves behind for programs: one JSON object per run, schema "galois-cps/1". Scripts
 * and tests read nothing else, so field names are a contract.
 */
#ifndef GALOIS_LONESTAR_RESULTRECORD_H
#define GALOIS_LONESTAR_RESULTRECORD_H

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
  std::uint64_t executed = 0; ///< operator invocations
  std::uint64_t useful = 0;   ///< those whose effect survived to the answer
  std::uint64_t pushed = 0;   ///< tasks created, the initial ones included
  std::uint64_t stale = 0;    ///< of those executed, found stale on entry and dropped
};

/// One run. toJson() adds what is the same for all runs of the process: build, host, cores,
/// pinning, memory.
struct ResultRecord {
  std::string app, input, inputId;
  std::uint64_t nodes = 0, edges = 0;
  std::string wl;                 ///< name of the worklist; a sequential algorithm's own name
  Json wlParams = Json::object(); ///< every parameter that mattered, defaults included
  Json params = Json::object();   ///< the application's own parameters that decide the answer
  unsigned threads = 1;
  std::uint64_t seed = 0;
  double timeS = 0;  ///< the parallel loop alone
  double loadS = 0;  ///< reading (and converting) the input
  double totalS = 0; ///< from the start of the program to the end of this run's checks
  TaskCounts tasks;
  Json worklist = Json::object(); ///< the policy's own counters
  std::optional<Json> perThread;  ///< with --per-thread
  std::optional<Json> drift;      ///< when it was measured
  std::optional<Json> breakdown;  ///< when it was measured
  Json answer = Json::object();   ///< {checksum, summary}
  std::optional<bool> verified;   ///< empty: skipped

  Json toJson() const;
};

/// The policy's counters of one loop over all threads: summed, or averaged where the policy says
/// so, and its histories as lists of [x, y].
Json worklistCounters(const std::vector<galois::runtime::LoopReport::Counter>& counters,
                      const std::vector<galois::runtime::LoopReport::History>& histories);
Json worklistCounters(const galois::runtime::LoopReport& report);

/// The same counters, one entry per thread, with the tasks that the thread executed, pushed and
/// found stale.
Json perThreadCounters(const std::vector<galois::analytics::ThreadCounts>& threads,
                       const std::vector<galois::runtime::LoopReport::Counter>& counters);
/// @param stale  may be shorter than the number of threads
Json perThreadCounters(const galois::runtime::LoopReport& report,
                       const std::vector<std::uint64_t>& stale);

/// Size of the file and a hash of its first page and 64 sampled pages: tells inputs apart in
/// constant time. @throws AppError  when the file cannot be read
std::string inputId(const std::string& path);

/// Writes the record, or, when `asArray`, an array of records, and commits the file.
/// @throws galois::inputs::InputError  and then leaves no file
void writeRecords(galois::inputs::OutputFile& file, const std::vector<Json>& records, bool asArray);

} // namespace lonestar

#endif
