/** What a run did, apart from its answer: times, counts, and what the scheduler reports. */
#ifndef GALOIS_ANALYTICS_EXECUTION_H
#define GALOIS_ANALYTICS_EXECUTION_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "galois/analytics/Options.h"
#include "galois/runtime/LoopReport.h"

namespace galois::analytics {

/// What one thread did.
struct ThreadCounts {
  std::uint64_t executed = 0; ///< tasks
  std::uint64_t pushed = 0;   ///< tasks that it created
  std::uint64_t stale = 0;    ///< of those executed, found stale and dropped
};

/// A plain value.
struct Execution {
  using Counter = runtime::LoopReport::Counter;
  using History = runtime::LoopReport::History;

  std::string algorithm;          ///< as the programs' flag `--algo` names it
  std::string scheduler;          ///< "" when the algorithm runs under no worklist
  std::vector<Option> parameters; ///< of the scheduler, defaults included
  std::vector<Option> plan;       ///< what the algorithm chose for options left open
  unsigned threads = 1;           ///< that ran the algorithm
  std::uint64_t seed = 1;
  double seconds = 0; ///< of the algorithm alone: without preparation and checks

  std::uint64_t executed = 0; ///< tasks, or the steps that the algorithm counts
  std::uint64_t useful = 0;   ///< of those, the ones whose effect survived to the answer
  std::uint64_t pushed = 0;   ///< tasks created, the first ones included
  std::uint64_t stale = 0;    ///< of those executed, found stale and dropped

  std::vector<Counter> counters;                   ///< of the scheduler
  std::vector<History> histories;                  ///< of the scheduler
  std::vector<Option> measures;                    ///< of the algorithm, such as its rounds
  std::vector<ThreadCounts> perThread;             ///< if asked for, entry t is that of thread t
  std::optional<runtime::LoopReport::Drift> drift; ///< if asked for
  std::optional<runtime::LoopReport::Breakdown> breakdown; ///< in builds that account for cycles
};

} // namespace galois::analytics

#endif
