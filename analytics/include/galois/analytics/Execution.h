/** What a run did, apart from its answer: times, counts, and the report of the scheduler. */
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "galois/analytics/Options.h"
#include "galois/runtime/LoopReport.h"

namespace galois::analytics {

/// The counts of one thread.
struct ThreadCounts {
  std::uint64_t executed = 0; ///< number of tasks that it executed
  std::uint64_t pushed = 0;   ///< number of tasks that it created
  std::uint64_t stale = 0;    ///< number of executed tasks that were stale and dropped
};

/// The description of one run. A plain value, which refers to nothing else.
struct Execution {
  using Counter = runtime::LoopReport::Counter; ///< a counter of the scheduler, per thread
  using History = runtime::LoopReport::History; ///< a value of the scheduler that changed over time

  std::string algorithm;          ///< its name, as for the programs' flag `--algo`
  std::string scheduler;          ///< its name; "" when the algorithm runs without a worklist
  std::vector<Option> parameters; ///< those of the scheduler, including defaults
  std::vector<Option> plan;       ///< values that the algorithm chose for options without one
  unsigned threads = 1;           ///< number of threads that ran the algorithm
  std::uint64_t seed = 1;         ///< RunOptions::seed
  double seconds = 0; ///< wall-clock time of the algorithm, without preparation and checks

  std::uint64_t executed = 0; ///< number of tasks, or of the steps that the algorithm counts
  std::uint64_t useful = 0;   ///< number of these whose effect survived to the answer
  std::uint64_t pushed = 0;   ///< number of tasks created, including the first ones
  std::uint64_t stale = 0;    ///< number of executed tasks that were stale and dropped

  std::vector<Counter> counters;       ///< those of the scheduler
  std::vector<History> histories;      ///< those of the scheduler
  std::vector<Option> measures;        ///< those of the algorithm, such as its number of rounds
  std::vector<ThreadCounts> perThread; ///< entry t is that of thread t; see RunOptions::perThread
  std::optional<runtime::LoopReport::Drift> drift;         ///< with RunOptions::driftEvery
  std::optional<runtime::LoopReport::Breakdown> breakdown; ///< in builds with GALOIS_PROFILE
};

} // namespace galois::analytics
