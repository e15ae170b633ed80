/** How an algorithm runs: what does not change the answer, but the time and what is measured. */
#ifndef GALOIS_ANALYTICS_RUNOPTIONS_H
#define GALOIS_ANALYTICS_RUNOPTIONS_H

#include <cstdint>

#include "galois/analytics/Scheduler.h"

namespace galois::substrate {
class Timeline;
}

namespace galois::analytics {

/// Every member has a default.
struct RunOptions {
  unsigned threads = 0;   ///< 0: one per core that the process may use. More than cores is legal
  Scheduler scheduler{};  ///< of the algorithms that run under a worklist
  std::uint64_t seed = 1; ///< of the scheduler's random choices
  /// Sample the priority drift between threads after this many tasks per thread; 0: never.
  std::uint64_t driftEvery = 0;
  bool perThread = false; ///< fill Execution::perThread
  /// Where loops record when each thread worked, searched or waited; null: nowhere. Only builds
  /// with GALOIS_PROFILE record it.
  substrate::Timeline* timeline = nullptr;
};

} // namespace galois::analytics

#endif
