/** What the executors ask of a loop's options, and the frame that all loops run in. */
#ifndef GALOIS_RUNTIME_LOOPOPTIONS_H
#define GALOIS_RUNTIME_LOOPOPTIONS_H

#include <utility>

#include "galois/Traits.h"
#include "galois/runtime/FirstException.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

/// Whether the loop reports statistics: it has a name and no no_stats.
template <typename Options>
inline constexpr bool kLoopStats = has_trait<loopname_tag, Options>() &&
                                   !has_trait<no_stats_tag, Options>();

/// Whether it reports the threads' times as well.
template <typename Options>
inline constexpr bool kMoreLoopStats = kLoopStats<Options>&& has_trait<more_stats_tag, Options>();

/// The name of the loop, "ANON_LOOP" if it has none.
template <typename Options>
const char* loopName([[maybe_unused]] const Options& options) {
  if constexpr (has_trait<loopname_tag, Options>()) {
    return get_trait_value<loopname_tag>(options).value;
  } else {
    return "ANON_LOOP";
  }
}

/// Ends the program if the calling thread is inside a parallel loop: loops do not nest. Throws
/// std::logic_error if another thread of the program is running one.
void requireNoParallelLoop(const char* loopName);

/// Calls prepare(threads) on the calling thread, once no other loop can start, then fn() on every
/// active thread at once, and returns when all are done. The first exception that leaves fn is
/// thrown here; `failure` tells the other threads about it. Throws as requireNoParallelLoop(), and
/// nothing has been called then.
/// @throws substrate::Cancelled  if the computation was cancelled meanwhile (Cancellation.h)
template <typename Prepare, typename Fn>
void runOnActiveThreads(const char* loopName, FirstException& failure, Prepare&& prepare, Fn&& fn) {
  requireNoParallelLoop(loopName);
  substrate::getThreadPool().runPrepared(substrate::getActiveThreads(), prepare, [&fn, &failure] {
    try {
      fn();
    } catch (...) {
      failure.capture();
    }
  });
  failure.rethrow();
  substrate::Cancellation::throwIfRequested();
}

/// The same with nothing to prepare.
template <typename Fn>
void runOnActiveThreads(const char* loopName, FirstException& failure, Fn&& fn) {
  runOnActiveThreads(
      loopName, failure, [](unsigned) {}, fn);
}

} // namespace galois::runtime

#endif
