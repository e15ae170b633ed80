/**
 * Which tasks of a fixed set were begun: a flag per task, which one thread sets.
 *
 * Invariant: a flag is set once, by an exchange, and the thread that finds it clear there has the
 * task. Flags are relaxed: the tasks were made before the parallel region, and nothing else is
 * passed on.
 */
#pragma once

#include <cstddef>
#include <memory>

#include "galois/substrate/Atomics.h"

namespace galois::search {

/// A set of tasks, each of which one thread claims. Over an atomics policy.
template <typename Atomics = substrate::DefaultAtomics>
class OrderedClaims {
public:
  /// The result of next() when all tasks of an order have been claimed.
  static constexpr std::size_t kNone = ~std::size_t{0};

  /// @throws std::bad_alloc
  explicit OrderedClaims(std::size_t tasks)
      : flags_(new typename Atomics::template Atomic<bool>[tasks]), tasks_(tasks) {
    for (std::size_t i = 0; i < tasks; ++i) {
      flags_[i].store(false, substrate::order::relaxed); // no other thread can access it yet
    }
  }

  /// Claims the first task of an order that nobody has claimed. Thread-safe.
  /// @param place  of the calling thread: 0 at first; tasks before it have been claimed
  /// @param taskAt  taskAt(i) is the i-th task of the thread's order
  template <typename TaskAt>
  std::size_t next(std::size_t& place, const TaskAt& taskAt) {
    while (place < tasks_) {
      const std::size_t task = taskAt(place++);
      if (!flags_[task].load(substrate::order::relaxed) &&
          !flags_[task].exchange(true, substrate::order::relaxed)) {
        return task;
      }
    }
    return kNone;
  }

private:
  std::unique_ptr<typename Atomics::template Atomic<bool>[]> flags_;
  const std::size_t tasks_;
};

} // namespace galois::search
