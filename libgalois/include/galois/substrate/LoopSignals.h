/**
 * What running loops are told from outside: one word, with one bit per signal.
 *
 * for_each reads the word once per batch of tasks. As long as no bit is set, that is all it costs,
 * however many signals there are. Cancellation.h and report/TaskProgress.h give the bits their
 * meaning. One computation runs at a time, so one word is enough.
 *
 * All accesses are relaxed: the word carries no data with it, and the end of the loop orders
 * everything else.
 */
#pragma once

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

/// The signals of the process. All functions are thread-safe and O(1).
class LoopSignals {
public:
  enum Signal : unsigned {
    kCancel = 1,    ///< the computation should end early
    kCountTasks = 2 ///< threads should count their tasks where others can read them
  };

  /// Sets a signal. May be called by any thread.
  static void set(Signal signal) noexcept { word_.fetch_or(signal, order::relaxed); }

  /// Withdraws a signal.
  static void clear(Signal signal) noexcept {
    word_.fetch_and(~static_cast<unsigned>(signal), order::relaxed);
  }

  /// Returns whether a signal is set.
  static bool has(Signal signal) noexcept { return (word_.load(order::relaxed) & signal) != 0; }

  /// Returns whether any signal is set. Cheap enough for once per batch.
  static bool any() noexcept { return word_.load(order::relaxed) != 0; }

private:
  GALOIS_ATTRIBUTE_SHARED static inline Atomic<unsigned> word_{0};
};

} // namespace galois::substrate
