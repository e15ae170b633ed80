/**
 * A pointer through which one thread makes an object visible to others.
 *
 * Invariant: a thread that gets the pointer sees everything that its publisher wrote before
 * publish(), including the object. There is no guarantee about later writes to the object.
 *
 * The pointer changes only between parallel regions, so accesses take no virtual time: see
 * Atomics.h.
 */
#pragma once

#include "galois/substrate/Atomics.h"

namespace galois::substrate {

/// The pointer, which is null until the first publish(). Thread-safe. It does not own the object.
/// All calls are O(1).
template <typename T, class Atomics = RealAtomics>
class Published {
public:
  constexpr Published() noexcept : pointer_(nullptr) {}

  /// Makes the pointer refer to `object` from now on. Concurrent publishers are not ordered: if
  /// there are several, the caller must protect them by a lock.
  void publish(T* object) noexcept {
    // (1) release: synchronizes with the acquire (2).
    pointer_.store(object, order::release);
  }

  /// Returns the latest object that was published, as far as the calling thread has seen, or null.
  T* get() const noexcept {
    // (2) acquire: synchronizes with the release (1).
    return pointer_.load(order::acquire);
  }

private:
  typename Atomics::template Atomic<T*> pointer_;
};

} // namespace galois::substrate
