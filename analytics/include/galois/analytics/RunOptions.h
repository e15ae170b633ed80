/**
 * How an algorithm runs. These options change the time and what is measured, but not whether the
 * answer is right.
 */
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "galois/analytics/Scheduler.h"

namespace galois::substrate {
class Timeline;
}

namespace galois::analytics {

/// How far a call has come.
struct Progress {
  std::uint64_t executed = 0; ///< tasks so far, or the steps that the algorithm counts
  double seconds = 0;         ///< since the call was made, waiting for its turn included
};

/// The options of one run. Every member has a default.
struct RunOptions {
  /// The number of threads, up to substrate::kMaxThreads, which may exceed the number of cores. 0
  /// means as substrate::defaultThreads() says: one per core, unless something limits them. But a
  /// graph that is too small for several (Session::kSmallGraph) takes one, unless the environment
  /// names a number, or a scheduler or what it measures is asked for.
  unsigned threads = 0;
  Scheduler scheduler{}; ///< orders the tasks of algorithms that run under a worklist
  /// The seed of the scheduler's random choices. A run on one thread repeats exactly.
  std::uint64_t seed = 1;
  /// Samples the priority drift between threads each time that a thread has executed this many
  /// tasks, for Execution::drift. 0 means never.
  std::uint64_t driftEvery = 0;
  bool perThread = false; ///< fills Execution::perThread
  /// Whether threads are pinned, one per processor. Default: if all processors take part. Programs
  /// that keep a SharedMemSys alive pin them whenever there are enough processors.
  std::optional<bool> pin{};
  /// A request here ends the call with Cancelled after the running batches of tasks, or at the end
  /// of a loop without tasks. Long sorts look for it as they go.
  std::stop_token stop{};
  /// Called on the thread that made the call about every 50 ms while it waits. Whatever it throws
  /// ends the call and leaves it. Not called while a SharedMemSys is alive, since no thread waits.
  std::function<void(const Progress&)> progress{};
  /// Receives the times at which each thread worked, searched or waited, in builds with
  /// GALOIS_PROFILE; null records nothing. It must stay valid during the call.
  substrate::Timeline* timeline = nullptr;
};

} // namespace galois::analytics
