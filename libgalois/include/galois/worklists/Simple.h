/**
 * Galois' simple worklists: one sequence behind one lock. They serve tests, and loops whose order
 * matters more than their speed; Chunk.h has those that scale.
 */
#ifndef GALOIS_WORKLISTS_SIMPLE_H
#define GALOIS_WORKLISTS_SIMPLE_H

#include <deque>
#include <mutex>

#include "galois/optional.h"
#include "galois/substrate/PaddedLock.h"
#include "galois/worklists/WLCompileCheck.h"

namespace galois::worklists {

/// A sequence of tasks behind a lock. Use it by the names below.
/// @tparam Concurrent  false: without the lock, for one thread
/// @tparam Lifo        whether the task that was pushed last is taken first
///
/// Thread-safe if Concurrent. Push and pop take O(1) amortised time, and wait for the threads that
/// are inside. Meets the worklist concept, see worklists/Concept.h.
template <typename T, bool Concurrent, bool Lifo>
class LockedSequence {
public:
  template <typename U> /// The policy for another type of task.
  using retype = LockedSequence<U, Concurrent, Lifo>;
  template <bool B> /// The policy for one thread or several.
  using rethread = LockedSequence<T, B, Lifo>;
  using value_type = T; ///< the type of a task

  LockedSequence() = default;
  LockedSequence(const LockedSequence&) = delete;
  LockedSequence& operator=(const LockedSequence&) = delete;

  /// Adds a task. @throws std::bad_alloc; the task is then not added
  void push(const value_type& task) {
    const std::lock_guard<Lock> guard(lock_);
    tasks_.push_back(task);
  }

  /// Adds the tasks of [b, e), in this order. @throws as push()
  template <typename Iter>
  void push(Iter b, Iter e) {
    if (b == e) {
      return;
    }
    const std::lock_guard<Lock> guard(lock_);
    for (; b != e; ++b) {
      tasks_.push_back(*b);
    }
  }

  /// Adds the calling thread's share of `range`. Every thread calls it with the same range.
  template <typename Range>
  void push_initial(const Range& range) {
    push(range.local_begin(), range.local_end());
  }

  /// Takes the task at the front or at the back. Returns nothing if there is none.
  galois::optional<value_type> pop() {
    const std::lock_guard<Lock> guard(lock_);
    galois::optional<value_type> task;
    if (!tasks_.empty()) {
      if constexpr (Lifo) {
        task = tasks_.back();
        tasks_.pop_back();
      } else {
        task = tasks_.front();
        tasks_.pop_front();
      }
    }
    return task;
  }

private:
  using Lock = substrate::PaddedLock<Concurrent>;
  Lock lock_;
  std::deque<T> tasks_;
};

/// Takes the oldest task first.
template <typename T = int, bool Concurrent = true>
using FIFO = LockedSequence<T, Concurrent, false>;
/// Takes the youngest task first.
template <typename T = int, bool Concurrent = true>
using LIFO = LockedSequence<T, Concurrent, true>;
/// Galois' other name of a FIFO.
template <typename T = int, bool Concurrent = true>
using GFIFO = FIFO<T, Concurrent>;
/// Galois' other name of a LIFO.
template <typename T = int, bool Concurrent = true>
using GLIFO = LIFO<T, Concurrent>;
GALOIS_WLCOMPILECHECK(FIFO)
GALOIS_WLCOMPILECHECK(LIFO)

} // namespace galois::worklists

#endif
