/**
 * A pointer through which one thread shows others something that it has made.
 *
 * Invariant: who gets the pointer sees all that its publisher wrote before publish(), the object
 * behind it among that. Nothing is said about what is written there later.
 *
 * The objects are changed between parallel regions only, so this stands outside the virtual seam:
 * see Atomics.h.
 */
#ifndef GALOIS_SUBSTRATE_PUBLISHED_H
#define GALOIS_SUBSTRATE_PUBLISHED_H

#include "galois/substrate/Atomics.h"

namespace galois::substrate {

/// Thread-safe; nullptr until the first publish(). Owns nothing. All calls O(1).
template <typename T, class Atomics = RealAtomics>
class Published {
public:
  constexpr Published() noexcept : pointer_(nullptr) {}

  /// Shows `object` to all threads from now on, in place of what was shown before. Publishers are
  /// not ordered among themselves: if there are several, the caller guards them by a lock.
  void publish(T* object) noexcept {
    // (1) release: synchronizes with the acquire (2).
    pointer_.store(object, order::release);
  }

  /// What was published last, as far as this thread knows; nullptr if nothing was.
  T* get() const noexcept {
    // (2) acquire: synchronizes with the release (1).
    return pointer_.load(order::acquire);
  }

private:
  typename Atomics::template Atomic<T*> pointer_;
};

} // namespace galois::substrate

#endif
