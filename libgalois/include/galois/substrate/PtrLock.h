/**
 * A pointer and a lock that share one word.
 *
 * The lowest bit of the word is the lock and the other bits are the pointer, so T must be aligned
 * to at least two bytes. One operation both takes the lock and reads the pointer, which is useful
 * for lists and owner fields.
 *
 * Invariant: the low bit is 1 exactly while some thread holds the lock. While it is 1, only the
 * holder changes the pointer, also by stealing_CAS. What a holder wrote before unlocking is visible
 * to the next holder and to readers of the pointer it set.
 */
#pragma once

#include <cstdint>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"

namespace galois::substrate {

/// A pointer with a lock, over an atomics policy. Thread-safe. A copy has the same pointer and a
/// free lock.
template <typename T, class Atomics = DefaultAtomics>
class PtrLock {
public:
  PtrLock() noexcept : word_(0) {}
  explicit PtrLock(T* value) noexcept : word_(pack(value)) {}
  PtrLock(const PtrLock& other) noexcept : word_(pack(other.getValue())) {}
  PtrLock& operator=(const PtrLock& other) noexcept {
    if (this != &other) {
      setValue(other.getValue());
    }
    return *this;
  }

  /// Waits until the lock is free and takes it. The pointer does not change.
  void lock() {
    BasicBackoff<Atomics> backoff;
    while (!try_lock()) {
      backoff();
    }
  }

  /// Takes the lock if it is free now, and returns whether it did. The pointer does not change.
  /// Never waits. It may fail although the lock is free: spuriously, or because another thread
  /// changes the pointer at the same time.
  bool try_lock() {
    // (1) relaxed: only gives the expected value; the exchange (2) decides.
    std::uintptr_t seen = word_.load(order::relaxed);
    if ((seen & kLocked) != 0) {
      return false;
    }
    // (2) acquire: synchronizes with the releases (3) and (5) that wrote the word.
    return word_.compare_exchange_weak(seen, seen | kLocked, order::acquire, order::relaxed);
  }

  /// Frees the lock and keeps the pointer. Only the holder may call it.
  void unlock() { unlock_and_set(getValue()); }

  /// Frees the lock and sets the pointer to null. Only the holder may call it.
  void unlock_and_clear() { unlock_and_set(nullptr); }

  /// Frees the lock and sets the pointer in one step. Only the holder may call it.
  void unlock_and_set(T* value) {
    // (3) release: synchronizes with (2), (4) and (5).
    word_.store(pack(value), order::release);
  }

  /// Returns the pointer, whether or not a thread holds the lock. What its writer wrote before
  /// setting it is visible.
  T* getValue() const {
    // (4) acquire: synchronizes with (3), (5), (6) and (7).
    return unpack(word_.load(order::acquire));
  }

  /// Changes the pointer and keeps the state of the lock. Only the holder may call it, unless no
  /// other thread locks or sets at the same time.
  void setValue(T* value) {
    const std::uintptr_t lockBit = word_.load(order::relaxed) & kLocked;
    // (6) release: synchronizes with (4).
    word_.store(pack(value) | lockBit, order::release);
  }

  bool is_locked() const { return (word_.load(order::relaxed) & kLocked) != 0; }

  /// Changes the pointer from `expected` to `value` and returns true if it equals `expected` and
  /// the lock is free. Otherwise returns false.
  bool CAS(T* expected, T* value) { // NOLINT(readability-identifier-naming)
    std::uintptr_t old = pack(expected);
    // (5) acq_rel: releases to (2), (4) and (5); acquires from (3) and (5), so a reader also sees
    // what earlier writers of the pointer wrote.
    return word_.compare_exchange_strong(old, pack(value), order::acq_rel, order::relaxed);
  }

  /// Changes the pointer from `expected` to `value` and returns true if it equals `expected` and
  /// the lock is held, which does not change. Otherwise returns false. Only the holder may call it.
  bool stealing_CAS(T* expected, T* value) { // NOLINT(readability-identifier-naming)
    std::uintptr_t old = pack(expected) | kLocked;
    // (7) release: synchronizes with (4). The holder has acquired already.
    return word_.compare_exchange_strong(old, pack(value) | kLocked, order::release,
                                         order::relaxed);
  }

private:
  static constexpr std::uintptr_t kLocked = 1;

  static std::uintptr_t pack(T* p) noexcept { return reinterpret_cast<std::uintptr_t>(p); }
  static T* unpack(std::uintptr_t w) noexcept {
    return reinterpret_cast<T*>(w & ~kLocked); // NOLINT(performance-no-int-to-ptr)
  }

  typename Atomics::template Atomic<std::uintptr_t> word_;
};

/// The same interface for sequential code: a plain pointer whose lock operations do nothing.
template <typename T>
class DummyPtrLock {
public:
  DummyPtrLock() noexcept = default;
  explicit DummyPtrLock(T* value) noexcept : value_(value) {}

  void lock() const noexcept {}
  bool try_lock() const noexcept { return true; }
  void unlock() const noexcept {}
  void unlock_and_clear() noexcept { value_ = nullptr; }
  void unlock_and_set(T* value) noexcept { value_ = value; }
  T* getValue() const noexcept { return value_; }
  void setValue(T* value) noexcept { value_ = value; }
  bool is_locked() const noexcept { return false; }
  bool CAS(T* expected, T* value) noexcept { // NOLINT(readability-identifier-naming)
    if (value_ != expected) {
      return false;
    }
    value_ = value;
    return true;
  }
  bool stealing_CAS(T* expected, T* value) noexcept { // NOLINT(readability-identifier-naming)
    return CAS(expected, value);
  }

private:
  T* value_ = nullptr;
};

} // namespace galois::substrate
