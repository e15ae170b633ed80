/**
 * The process-wide request to end the running computation early.
 *
 * Loops look for it now and then, beside their failure flags, and throw Cancelled when all threads
 * have left them; docs/exceptions-and-cancellation.md says how soon that is. Algorithms whose threads
 * meet at barriers must not decide by it on each thread separately: threads that read different
 * values would part at a barrier. There thread 0 reads it between rounds and publishes it with the
 * round's decision, or the threads agree on it (runtime/loops/AgreedEnd.h).
 */
#pragma once

#include <stdexcept>

#include "galois/substrate/LoopSignals.h"

namespace galois::substrate {

/// Thrown by a loop, or by a call of the library, that ended early because it was cancelled.
class Cancelled : public std::runtime_error {
public:
  Cancelled() : std::runtime_error("cancelled before it was finished") {}
};

/// The request and who may read it. All functions are thread-safe and O(1).
class Cancellation {
public:
  /// Asks the running computation to end. May be called by any thread, also in a stop callback.
  static void request() noexcept { LoopSignals::set(LoopSignals::kCancel); }

  /// Withdraws the request. Call between computations.
  static void reset() noexcept { LoopSignals::clear(LoopSignals::kCancel); }

  /// Returns whether the running computation should end. Cheap enough for once per batch.
  static bool requested() noexcept { return LoopSignals::has(LoopSignals::kCancel); }

  /// @throws Cancelled  if the running computation should end
  static void throwIfRequested() {
    if (requested()) {
      throw Cancelled();
    }
  }
};

} // namespace galois::substrate
