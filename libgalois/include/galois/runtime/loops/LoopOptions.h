/** What executors read from a loop's options, and the code that all loops have in common. */
#pragma once

#include "galois/Traits.h"
#include "galois/runtime/loops/FirstException.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

/// Whether the loop reports statistics: it has loopname and not no_stats.
template <typename Options>
inline constexpr bool kLoopStats = has_trait<loopname_tag, Options>() &&
                                   !has_trait<no_stats_tag, Options>();

/// Whether the loop also reports the times of its threads.
template <typename Options>
inline constexpr bool kMoreLoopStats = kLoopStats<Options>&& has_trait<more_stats_tag, Options>();

/// Returns the name of the loop, "ANON_LOOP" if it has none.
template <typename Options>
const char* loopName([[maybe_unused]] const Options& options) {
  if constexpr (has_trait<loopname_tag, Options>()) {
    return get_trait_value<loopname_tag>(options).value;
  } else {
    return "ANON_LOOP";
  }
}

/// Does nothing where a parallel loop can start.
/// @throws std::logic_error if the calling thread is inside a parallel loop, since loops do not nest,
///                          or if another thread of the program is running one
void requireNoParallelLoop(const char* loopName);

namespace internal {

/// Calls run(command), where `command` calls fn() and notes in `failure` what that throws. Then
/// rethrows it.
template <typename Fn, typename Run>
void runCatching(const char* loopName, FirstException& failure, Fn& fn, const Run& run) {
  requireNoParallelLoop(loopName);
  run([&fn, &failure] {
    try {
      fn();
    } catch (...) {
      failure.capture();
    }
  });
  failure.rethrow();
  substrate::Cancellation::throwIfRequested();
}

} // namespace internal

/// Calls prepare(threads) on the calling thread when no other loop can start any more. Then calls
/// fn() on every active thread concurrently and returns when all calls are done. The first
/// exception of fn is rethrown here; `failure` tells the other threads about it.
/// @throws std::logic_error as requireNoParallelLoop() does; then nothing has been called
/// @throws substrate::Cancelled if the computation was cancelled meanwhile (Cancellation.h)
template <typename Prepare, typename Fn>
void runOnActiveThreads(const char* loopName, FirstException& failure, Prepare&& prepare, Fn&& fn) {
  internal::runCatching(loopName, failure, fn, [&prepare](const auto& command) {
    substrate::getThreadPool().runPrepared(substrate::getActiveThreads(), prepare, command);
  });
}

/// Does the same, but calls fn() on the calling thread alone, which is thread 0 of the active ones.
template <typename Prepare, typename Fn>
void runOnFirstThread(const char* loopName, FirstException& failure, Prepare&& prepare, Fn&& fn) {
  internal::runCatching(loopName, failure, fn, [&prepare](const auto& command) {
    substrate::getThreadPool().runFirst(substrate::getActiveThreads(), prepare, command);
  });
}

/// Does the same without preparation.
template <typename Fn>
void runOnActiveThreads(const char* loopName, FirstException& failure, Fn&& fn) {
  runOnActiveThreads(
      loopName, failure, [](unsigned) {}, fn);
}

} // namespace galois::runtime
