/**
 * A flag that at most one thread holds, for functions that reject concurrent calls instead of
 * waiting.
 *
 * A thread that needs the flag briefly, for work that could also be done without it, says so. Others
 * wait for such a holder, and it never waits for others. So optional work on one thread does not
 * make a call on another one fail.
 *
 * Invariant: the word is not kFree exactly while some thread is between a successful tryEnter() or
 * tryEnterBriefly() and its leave(). What that thread wrote before leave() is visible to the next
 * thread that enters, and to any thread that then finds the flag clear. Unlike
 * SimpleLock::try_lock(), tryEnter() never fails spuriously: it returns false only if it has found
 * a holder that entered by tryEnter().
 */
#pragma once

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"

namespace galois::substrate {

/// The flag, which is clear initially. Thread-safe. It takes no virtual time, since no thread waits
/// for it there.
template <class Atomics = RealAtomics>
class BasicBusyFlag {
public:
  BasicBusyFlag() noexcept : holder_(kFree) {}

  /// Sets the flag, after a brief holder has left. The calling thread must not hold it.
  /// @return whether no other thread held the flag; the calling thread must then call leave()
  bool tryEnter() noexcept {
    for (BasicBackoff<Atomics> backoff;; backoff()) {
      const unsigned found = enterIfFree(kBusy);
      if (found != kBrief) {
        return found == kFree;
      }
    }
  }

  /// Sets the flag for work that ends without help from other threads. Never waits.
  /// @return whether the flag was clear; the calling thread must then call leave()
  bool tryEnterBriefly() noexcept { return enterIfFree(kBrief) == kFree; }

  /// Clears the flag. Only the thread that entered may call it.
  void leave() noexcept {
    // (2) release: synchronizes with the acquires (1) and (3).
    holder_.store(kFree, order::release);
  }

  /// Returns whether some thread holds the flag, and not briefly. The result may be out of date at
  /// once.
  bool busy() const noexcept {
    // (3) acquire: synchronizes with the release (2), so a caller that finds the flag clear sees
    // what was written.
    return holder_.load(order::acquire) == kBusy;
  }

private:
  enum Holder : unsigned { kFree, kBusy, kBrief };

  /// Enters if the flag is clear. Returns who held it.
  unsigned enterIfFree(Holder holder) noexcept {
    unsigned found = kFree;
    // (1) acquire: synchronizes with the release (2) of the previous holder.
    holder_.compare_exchange_strong(found, holder, order::acquire, order::relaxed);
    return found;
  }

  typename Atomics::template Atomic<unsigned> holder_;
};

using BusyFlag = BasicBusyFlag<>;

} // namespace galois::substrate
