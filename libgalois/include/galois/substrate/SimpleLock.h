/**
 * A one-word test-and-test-and-set lock with back-off.
 *
 * A waiter only reads until the lock appears to be free, so it does not take the cache line from
 * the holder. Its back-off escalates to yielding and sleeping, so that a descheduled holder can run
 * again. The lock is neither fair nor recursive.
 *
 * Invariant: the word is 1 exactly while some thread is between a successful lock() or try_lock()
 * and its unlock(). What a holder wrote before unlock() is visible to the next holder.
 */
#pragma once

#include <cstdint>
#include <type_traits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"

namespace galois::substrate {

/**
 * The lock, over an atomics policy. Thread-safe. It meets the requirements Lockable, so
 * std::lock_guard works. A copy is a new, free lock, so that objects that contain a lock can be
 * copied. All methods are const, as in Galois, so const methods can lock a member.
 */
template <class Atomics = DefaultAtomics>
class BasicSimpleLock {
public:
  BasicSimpleLock() noexcept : word_(0) {}
  BasicSimpleLock(const BasicSimpleLock&) noexcept : word_(0) {}
  BasicSimpleLock& operator=(const BasicSimpleLock&) noexcept { return *this; }

  /// Waits until the lock is free and takes it. The caller must not hold it already.
  void lock() const {
    BasicBackoff<Atomics> backoff;
    while (!try_lock()) {
      backoff();
    }
  }

  /// Takes the lock if it is free now and returns whether this thread now holds it. Never waits.
  /// Like std::mutex::try_lock(), it may fail although the lock is free.
  bool try_lock() const {
    // (1) relaxed: only avoids a cache-line transfer if the lock is held; the exchange (2) decides.
    if (word_.load(order::relaxed) != 0) {
      return false;
    }
    std::uint32_t free = 0;
    // (2) acquire: synchronizes with the release (3) of the holder before us.
    return word_.compare_exchange_weak(free, 1, order::acquire, order::relaxed);
  }

  /// Does the same as try_lock(), but fails only for a reason. If it returns false, another thread
  /// holds the lock or held it during the call, and its unlock() does not happen before this call.
  bool try_lock_strong() const {
    if (word_.load(order::relaxed) != 0) {
      return false; // not older than a (3) that happened before
    }
    std::uint32_t free = 0;
    // (4) acquire: synchronizes with the release (3) of the holder before us.
    return word_.compare_exchange_strong(free, 1, order::acquire, order::relaxed);
  }

  /// Frees the lock. Only the holder may call it.
  void unlock() const {
    // (3) release: synchronizes with the acquires (2) and (4) of the next holder.
    word_.store(0, order::release);
  }

  /// Returns whether a thread holds the lock. Only for assertions, since the result may be out of
  /// date at once.
  bool is_locked() const { return word_.load(order::relaxed) != 0; }

private:
  // mutable: locks protect members of objects that const methods access
  mutable typename Atomics::template Atomic<std::uint32_t> word_;
};

using SimpleLock = BasicSimpleLock<>;

/// The lock of sequential code: it does nothing and always succeeds.
class DummyLock {
public:
  void lock() const noexcept {}
  bool try_lock() const noexcept { return true; }
  void unlock() const noexcept {}
  bool is_locked() const noexcept { return false; }
};

/// Holds a lock from its construction to the end of its scope. It does what std::lock_guard does,
/// without the header <mutex>.
template <typename Lock>
class LockGuard {
public:
  /// Waits until the lock is free and takes it.
  explicit LockGuard(Lock& lock) : lock_(lock) { lock_.lock(); }
  ~LockGuard() { lock_.unlock(); }
  LockGuard(const LockGuard&) = delete;
  LockGuard& operator=(const LockGuard&) = delete;

private:
  Lock& lock_;
};

/// SimpleLock if `Concurrent` is true, DummyLock otherwise.
template <bool Concurrent>
using CondLock = std::conditional_t<Concurrent, SimpleLock, DummyLock>;

} // namespace galois::substrate

/// Takes a lock until the end of the enclosing scope.
#define MAKE_LOCK_GUARD(lock) MAKE_LOCK_GUARD_ON_LINE_(lock, __LINE__)
#define MAKE_LOCK_GUARD_ON_LINE_(lock, line) MAKE_LOCK_GUARD_NAMED_(lock, line)
#define MAKE_LOCK_GUARD_NAMED_(lock, line)                                                         \
  const ::galois::substrate::LockGuard galoisLockGuard##line(lock)
