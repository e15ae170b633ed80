/** What the executors ask of a loop's options, and the frame that all loops run in. */
#ifndef GALOIS_RUNTIME_LOOPOPTIONS_H
#define GALOIS_RUNTIME_LOOPOPTIONS_H

#include <utility>

#include "galois/Traits.h"
#include "galois/runtime/FirstException.h"
#include "galois/substrate/ActiveThreads.h"
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

/// Ends the program if this is called from inside a parallel loop: loops do not nest.
void requireNoParallelLoop(const char* loopName);

/// Calls fn() on every active thread at once and returns when all are done. The first exception
/// that leaves fn is thrown here; `failure` tells the other threads about it.
template <typename Fn>
void runOnActiveThreads(const char* loopName, FirstException& failure, Fn&& fn) {
  requireNoParallelLoop(loopName);
  substrate::getThreadPool().run(substrate::getActiveThreads(), [&fn, &failure] {
    try {
      fn();
    } catch (...) {
      failure.capture();
    }
  });
  failure.rethrow();
}

} // namespace galois::runtime

#endif
