/**
 * A flag that at most one thread holds, for functions that reject concurrent calls instead of
 * waiting.
 *
 * Invariant: the flag is set exactly while some thread is between a successful tryEnter() and its
 * leave(). What that thread wrote before leave() is visible to the next thread that enters, and to
 * any thread that then finds the flag clear. Unlike SimpleLock::try_lock(), tryEnter() never fails
 * spuriously.
 */
#ifndef GALOIS_SUBSTRATE_BUSYFLAG_H
#define GALOIS_SUBSTRATE_BUSYFLAG_H

#include "galois/substrate/Atomics.h"

namespace galois::substrate {

/// The flag, which is clear initially. Thread-safe. It takes no virtual time, since no thread waits
/// for it.
template <class Atomics = RealAtomics>
class BasicBusyFlag {
public:
  BasicBusyFlag() noexcept : busy_(false) {}

  /// Sets the flag.
  /// @return whether the flag was clear; the calling thread must then call leave()
  bool tryEnter() noexcept {
    // (1) acquire: synchronizes with the release (2) of the previous holder.
    return !busy_.exchange(true, order::acquire);
  }

  /// Clears the flag. Only the thread that entered may call it.
  void leave() noexcept {
    // (2) release: synchronizes with the acquires (1) and (3).
    busy_.store(false, order::release);
  }

  /// Returns whether some thread holds the flag. The result may be out of date at once.
  bool busy() const noexcept {
    // (3) acquire: synchronizes with the release (2), so a caller that finds the flag clear sees
    // what was written.
    return busy_.load(order::acquire);
  }

private:
  typename Atomics::template Atomic<bool> busy_;
};

using BusyFlag = BasicBusyFlag<>;

} // namespace galois::substrate

#endif
