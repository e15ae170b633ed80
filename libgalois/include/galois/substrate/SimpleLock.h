/**
 * A one-word lock: test, then test-and-set, with back-off.
 *
 * A waiter only reads until the word looks free, so waiting does not steal the cache line from
 * the holder, and it backs off to yielding and sleeping, so a holder that lost its core gets it
 * back. Not fair, not recursive.
 *
 * Invariant: the word is 1 exactly while some thread is between a successful lock() or try_lock()
 * and its unlock(). What a holder wrote before unlock() is visible to the next holder.
 */
#ifndef GALOIS_SUBSTRATE_SIMPLELOCK_H
#define GALOIS_SUBSTRATE_SIMPLELOCK_H

#include <cstdint>
#include <type_traits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"

namespace galois::substrate {

/**
 * The lock, over an atomics policy. Thread-safe; meets Lockable, so std::lock_guard works.
 * Copying makes a new, free lock: the lock guards a place, and the copy is another place.
 */
template <class Atomics = DefaultAtomics>
class BasicSimpleLock {
public:
  BasicSimpleLock() noexcept : word_(0) {}
  BasicSimpleLock(const BasicSimpleLock&) noexcept : word_(0) {}
  BasicSimpleLock& operator=(const BasicSimpleLock&) noexcept { return *this; }

  /// Waits until the lock is free and takes it. The caller must not hold it already.
  void lock() {
    BasicBackoff<Atomics> backoff;
    while (!try_lock()) backoff();
  }

  /// Takes the lock if it is free now. True if this thread now holds it. Never waits. May fail
  /// although the lock is free, as std::mutex's may.
  bool try_lock() {
    // (1) relaxed: only a hint that saves the cache line; the exchange (2) decides.
    if (word_.load(order::relaxed) != 0) return false;
    std::uint32_t free = 0;
    // (2) acquire: synchronizes with the release (3) of the holder before us.
    return word_.compare_exchange_weak(free, 1, order::acquire, order::relaxed);
  }

  /// As try_lock(), for a caller that concludes something from a failure: false means that another
  /// thread holds the lock, or held it, and that its unlock() does not happen before this call.
  bool try_lock_strong() {
    if (word_.load(order::relaxed) != 0) return false; // no value older than (3) if that is before
    std::uint32_t free = 0;
    // (4) acquire: synchronizes with the release (3) of the holder before us.
    return word_.compare_exchange_strong(free, 1, order::acquire, order::relaxed);
  }

  /// Frees the lock. Only the holder may call this.
  void unlock() {
    // (3) release: synchronizes with the acquires (2) and (4) of the next holder.
    word_.store(0, order::release);
  }

  /// Whether anyone holds the lock at this moment; for assertions, out of date when it returns.
  bool is_locked() const { return word_.load(order::relaxed) != 0; }

private:
  typename Atomics::template Atomic<std::uint32_t> word_;
};

using SimpleLock = BasicSimpleLock<>;

/// The lock of code that runs on one thread: does nothing, always succeeds.
class DummyLock {
public:
  void lock() const noexcept {}
  bool try_lock() const noexcept { return true; }
  void unlock() const noexcept {}
  bool is_locked() const noexcept { return false; }
};

/// SimpleLock where `Concurrent`, DummyLock elsewhere.
template <bool Concurrent>
using CondLock = std::conditional_t<Concurrent, SimpleLock, DummyLock>;

} // namespace galois::substrate

#endif
