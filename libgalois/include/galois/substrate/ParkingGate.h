/**
 * A gate at which one thread waits for a signal of another one, first spinning and then asleep.
 *
 * A gate holds at most one signal. wait() takes the signal, or waits for it: first with back-off,
 * then blocked in the operating system, so that a long wait uses no processor time. signal() makes
 * a system call only if the waiter is asleep.
 *
 * Invariant: the word is kSignalled exactly between a signal() and the wait() that takes it. It is
 * kAsleep only while the waiter is blocked or about to block. At most one thread waits, and signals
 * alternate with waits.
 */
#pragma once

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"

namespace galois::substrate {

/// How an atomics policy blocks on a word. This general version cannot block and pauses instead.
template <class Atomics>
struct Parking {
  /// Returns when `word` may differ from `old`. May return spuriously.
  template <class Word>
  static void block(Word& word, int old) {
    if (word.load(order::relaxed) == old) {
      Atomics::pause();
    }
  }
  /// Wakes the thread that is blocked on `word`, if there is one.
  template <class Word>
  static void wake(Word&) {}
};

/// Blocks in the operating system, without using processor time.
template <>
struct Parking<RealAtomics> {
  static void block(std::atomic<int>& word, int old) noexcept;
  static void wake(std::atomic<int>& word) noexcept;
};

#ifdef GALOIS_VIRTUAL
/// Blocks in the simulated operating system.
template <>
struct Parking<VirtualAtomics> {
  static void block(VirtualAtomics::Atomic<int>& word, int old) noexcept;
  static void wake(VirtualAtomics::Atomic<int>& word) noexcept;
};
#endif

/// The gate, over an atomics policy. One thread waits; at most one other thread at a time signals.
template <class Atomics = DefaultAtomics>
class ParkingGate {
public:
  ParkingGate() : word_(kIdle) {}
  ParkingGate(const ParkingGate&) = delete;
  ParkingGate& operator=(const ParkingGate&) = delete;

  /// Lets the waiter continue, now or when it calls wait(). The waiter then sees what the caller
  /// wrote before. Never waits.
  void signal() {
    // (1) release: synchronizes with the acquires (2) and (4).
    if (word_.exchange(kSignalled, order::release) == kAsleep) {
      Parking<Atomics>::wake(word_);
    }
  }

  /// Waits for a signal and takes it. While `stayAwake()` returns true, the thread does not fall
  /// asleep. It then reacts faster, but occupies a core.
  template <class StayAwake>
  void wait(const StayAwake& stayAwake) {
    BasicBackoff<Atomics> backoff;
    for (;;) {
      // (2) acquire: synchronizes with the release (1).
      if (word_.load(order::acquire) == kSignalled) {
        break;
      }
      if (backoff.spent()) {
        if (!stayAwake()) {
          int idle = kIdle;
          // (3) relaxed: only announces that this thread is about to sleep. If it fails, the signal
          // has arrived, and (2) will see it.
          if (!word_.compare_exchange_strong(idle, kAsleep, order::relaxed, order::relaxed)) {
            continue;
          }
          // (4) acquire: synchronizes with the release (1).
          while (word_.load(order::acquire) == kAsleep) {
            Parking<Atomics>::block(word_, kAsleep);
          }
          break;
        }
        backoff.reset();
      }
      backoff();
    }
    // (5) relaxed: takes the signal. No thread signals again before this thread has synchronized
    // with it elsewhere, which orders the store.
    word_.store(kIdle, order::relaxed);
  }

  void wait() {
    wait([] { return false; });
  }

private:
  static constexpr int kIdle = 0;
  static constexpr int kSignalled = 1;
  static constexpr int kAsleep = 2;

  typename Atomics::template Atomic<int> word_;
};

} // namespace galois::substrate
