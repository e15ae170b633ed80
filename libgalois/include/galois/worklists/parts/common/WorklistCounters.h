/** The counters that every policy keeps per thread: plain integers, kept in every build. */
#pragma once

#include <cstdint>

namespace galois::worklists {

/// One thread's counters. Owned by that thread; read by others between loops only.
struct WorklistCounters {
  std::uint64_t pushes = 0;
  std::uint64_t pops = 0;      ///< tasks delivered
  std::uint64_t emptyPops = 0; ///< pops that found nothing anywhere
  std::uint64_t stealAttempts = 0;
  std::uint64_t stealSuccesses = 0;
  std::uint64_t tasksStolen = 0;

  /// Calls `sink(thread, name, value)` for each counter, under its name in the result record.
  template <typename Sink>
  void report(unsigned thread, Sink& sink) const {
    sink(thread, "pushes", pushes);
    sink(thread, "pops", pops);
    sink(thread, "empty_pops", emptyPops);
    sink(thread, "steal_attempts", stealAttempts);
    sink(thread, "steal_successes", stealSuccesses);
    sink(thread, "tasks_stolen", tasksStolen);
  }
};

} // namespace galois::worklists
