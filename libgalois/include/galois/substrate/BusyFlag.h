/**
 * A flag that one thread at a time holds, for entries that refuse instead of waiting.
 *
 * Invariant: the flag is up exactly while some thread is between a tryEnter() that succeeded and
 * its leave(). What that thread wrote before leave() is seen by the next to enter, and by whoever
 * then finds the flag down. Unlike SimpleLock::try_lock(), tryEnter() never fails without a reason.
 */
#ifndef GALOIS_SUBSTRATE_BUSYFLAG_H
#define GALOIS_SUBSTRATE_BUSYFLAG_H

#include "galois/substrate/Atomics.h"

namespace galois::substrate {

/// Thread-safe; down at first. Stands outside the virtual seam: nobody waits for it.
template <class Atomics = RealAtomics>
class BasicBusyFlag {
public:
  BasicBusyFlag() noexcept : busy_(false) {}

  /// Puts the flag up. @return whether it was down before: then this thread has to leave() again
  bool tryEnter() noexcept {
    // (1) acquire: synchronizes with the release (2) of who was here before.
    return !busy_.exchange(true, order::acquire);
  }

  /// Puts the flag down. Only for the thread that entered.
  void leave() noexcept {
    // (2) release: synchronizes with the acquires (1) and (3).
    busy_.store(false, order::release);
  }

  /// Whether some thread is inside; out of date when it returns.
  bool busy() const noexcept {
    // (3) acquire: synchronizes with the release (2), so that who finds nobody sees what was done.
    return busy_.load(order::acquire);
  }

private:
  typename Atomics::template Atomic<bool> busy_;
};

using BusyFlag = BasicBusyFlag<>;

} // namespace galois::substrate

#endif
