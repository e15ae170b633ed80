/**
 * The best objective value that any thread has found: the bound that all threads prune by.
 *
 * Invariant: the word only changes to better values, and it is changed by compare-exchange only. So
 * an improvement is never lost, and each value that improve() accepted was the best of all at that
 * moment. The node that has the value stays with the thread that found it.
 *
 * All accesses are relaxed. The value carries no data with it: a thread that reads an old value
 * prunes less than it could, and searches the same answer.
 */
#pragma once

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::search {

/// The value, on a cache line of its own. reset() is for one thread; the rest is thread-safe.
template <typename Value, typename Atomics = substrate::DefaultAtomics>
class alignas(substrate::kCacheLineSize) Incumbent {
public:
  explicit Incumbent(Value first = Value()) : value_(first) {}
  Incumbent(const Incumbent&) = delete;
  Incumbent& operator=(const Incumbent&) = delete;

  /// Sets the value while no other thread accesses it.
  void reset(Value value) { value_.store(value, substrate::order::relaxed); }

  /// Returns the value, or one that it had shortly before.
  Value get() const { return value_.load(substrate::order::relaxed); }

  /// Replaces the value if `value` is better. O(1) unless other threads improve it at once.
  /// @param better  better(a, b) says whether a is better than b
  /// @return whether `value` was better
  template <typename Better>
  bool improve(Value value, const Better& better) {
    Value seen = get();
    while (better(value, seen)) {
      if (value_.compare_exchange_weak(seen, value, substrate::order::relaxed,
                                       substrate::order::relaxed)) {
        return true;
      }
    }
    return false;
  }

private:
  typename Atomics::template Atomic<Value> value_;
};

} // namespace galois::search
