/** A global object that is created at first use, by any thread, and never destroyed. */
#pragma once

#include <mutex>

#include "galois/substrate/Published.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::substrate {

/**
 * Holds a T that the first get() creates. Used for objects of static storage duration. The T is
 * never destroyed, so it outlives all other static objects; its memory stays reachable.
 */
template <typename T>
class StaticInstance {
public:
  /// Returns the object, which the first call creates. All callers get the same object.
  /// Thread-safe. If the constructor of T throws, the exception is passed on and the next call
  /// tries again.
  T* get() {
    if (T* made = instance_.get()) {
      return made;
    }
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
