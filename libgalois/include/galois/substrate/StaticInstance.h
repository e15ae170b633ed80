/** One object made at first use, from any thread, never destroyed. */
#ifndef GALOIS_SUBSTRATE_STATICINSTANCE_H
#define GALOIS_SUBSTRATE_STATICINSTANCE_H

#include <mutex>

#include "galois/substrate/Published.h"
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
    if (T* made = instance_.get()) return made;
    const std::lock_guard<SimpleLock> guard(lock_);
    T* made = instance_.get();
    if (made == nullptr) {
      made = new T();
      instance_.publish(made);
    }
    return made;
  }

private:
  Published<T> instance_;
  SimpleLock lock_;
};

} // namespace galois::substrate

#endif
