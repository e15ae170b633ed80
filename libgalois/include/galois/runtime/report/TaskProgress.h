/**
 * How many tasks the running computation has executed so far, for another thread that wants to show
 * its progress.
 *
 * Threads count only while the signal LoopSignals::kCountTasks is set, so that computations whose
 * progress nobody reads pay nothing. Every thread adds to a counter of its own, once per batch of
 * tasks, and any thread may read the sum.
 *
 * Invariant: only thread t writes counter t, and begin() is called while no computation runs. So a
 * counter is increased by a load and a store, and the sum never exceeds what was counted. All
 * accesses are relaxed: a sum that is a little old is right for a display.
 */
#pragma once

#include <cstdint>

#include "galois/substrate/Cancellation.h"
#include "galois/substrate/LoopSignals.h"

namespace galois::runtime {

/// The progress of the running computation. One computation runs at a time.
class TaskProgress {
public:
  /// Sets all counters to 0 and lets threads count from now on. Call it between computations.
  static void begin() noexcept;

  /// Ends counting. The sum stays as it is until the next begin(). Call it between computations.
  static void end() noexcept;

  /// Returns how many tasks have been counted since begin(). Thread-safe. O(threads).
  static std::uint64_t tasks() noexcept;

  /// Counts tasks that the calling pool thread has executed, if threads should count. Cheap enough
  /// for once per batch.
  /// @return whether the computation should end early (Cancellation.h)
  static bool count(std::uint64_t tasks) noexcept {
    return substrate::LoopSignals::any() && countSignalled(tasks);
  }

  /// Does the same for a sequential algorithm, which has no threads to take along.
  /// @throws substrate::Cancelled  if the computation should end early
  static void countOrThrow(std::uint64_t tasks) {
    if (count(tasks)) {
      throw substrate::Cancelled();
    }
  }

  /// How many steps of sequential algorithms lie between two calls of countOrThrow().
  static constexpr std::uint64_t kSteps = 4096;

private:
  static bool countSignalled(std::uint64_t tasks) noexcept;
};

} // namespace galois::runtime
