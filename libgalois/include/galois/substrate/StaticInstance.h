/** One object made at first use, from any thread, never destroyed. */
#ifndef GALOIS_SUBSTRATE_STATICINSTANCE_H
#define GALOIS_SUBSTRATE_STATICINSTANCE_H

#include <mutex>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::substrate {

/**
 * Holds a T that the first get() makes. Meant for objects of static storage duration: the object
 * outlives every other static, because it is never destroyed; its memory stays reachable.
 */
template <typename T>
class StaticInstance {
public:
  /// The object, made by the first caller; all callers get the same one. Thread-safe. Throws what
  /// T's constructor throws, and then the next call tries again.
  T* get() {
    // (1) acquire: synchronizes with the release (2); whoever sees the pointer sees the object.
    if (T* made = instance_.load(order::acquire)) return made;
    const std::lock_guard<SimpleLock> guard(lock_);
    T* made = instance_.load(order::relaxed); // the lock orders it
    if (made == nullptr) {
      made = new T();
      // (2) release: synchronizes with the acquire (1).
      instance_.store(made, order::release);
    }
    return made;
  }

private:
  std::atomic<T*> instance_{nullptr};
  SimpleLock lock_;
};

} // namespace galois::substrate

#endif
