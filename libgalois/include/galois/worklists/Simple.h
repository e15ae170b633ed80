/**
 * Galois' simple worklists: one sequence behind one lock. They serve tests, and loops whose order
 * matters more than their speed; Chunk.h has those that scale.
 */
#pragma once

#include <deque>
#include <mutex>

#include "galois/optional.h"
#include "galois/substrate/PaddedLock.h"
#include "galois/worklists/WLCompileCheck.h"

namespace galois::worklists {

namespace internal {

/// The tasks of a FIFO or a LIFO.
template <bool Lifo>
struct InSequence {
  template <typename T>
  class Tasks {
  public:
    bool empty() const { return tasks_.empty(); }
    void push(const T& task) { tasks_.push_back(task); }
    const T& next() const { return Lifo ? tasks_.back() : tasks_.front(); }
    void dropNext() {
      if constexpr (Lifo) {
        tasks_.pop_back();
      } else {
        tasks_.pop_front();
      }
    }

  private:
    std::deque<T> tasks_;
  };
};

} // namespace internal

/// Tasks behind a lock. Use it by the names below and in OrderedList.h.
/// @tparam Concurrent  false: without the lock, for one thread
/// @tparam Order       holds the tasks and decides which is taken next, see internal::InSequence
///
/// Thread-safe if Concurrent. Push and pop take what they take in the container, and wait for the
/// threads that are inside. Meets the worklist concept, see worklists/Concept.h.
template <typename T, bool Concurrent, typename Order>
class LockedTasks {
public:
  template <typename U> /// The policy for another type of task.
  using retype = LockedTasks<U, Concurrent, Order>;
  template <bool B> /// The policy for one thread or several.
  using rethread = LockedTasks<T, B, Order>;
  using value_type = T; ///< the type of a task

  LockedTasks() = default;
  LockedTasks(const LockedTasks&) = delete;
  LockedTasks& operator=(const LockedTasks&) = delete;

  /// Adds a task. @throws std::bad_alloc; the task is then not added
  void push(const value_type& task) {
    const std::lock_guard<Lock> guard(lock_);
    tasks_.push(task);
  }

  /// Adds the tasks of [b, e), in this order. @throws as push()
  template <typename Iter>
  void push(Iter b, Iter e) {
    if (b == e) {
      return;
    }
    const std::lock_guard<Lock> guard(lock_);
    for (; b != e; ++b) {
      tasks_.push(*b);
    }
  }

  /// Adds the calling thread's share of `range`. Every thread calls it with the same range.
  template <typename Range>
  void push_initial(const Range& range) {
    push(range.local_begin(), range.local_end());
  }

  /// Takes the next task. Returns nothing if there is none.
  galois::optional<value_type> pop() {
    const std::lock_guard<Lock> guard(lock_);
    galois::optional<value_type> task;
    if (!tasks_.empty()) {
      task = tasks_.next();
      tasks_.dropNext();
    }
    return task;
  }

private:
  using Lock = substrate::PaddedLock<Concurrent>;
  Lock lock_;
  typename Order::template Tasks<T> tasks_;
};

/// Takes the oldest task first.
template <typename T = int, bool Concurrent = true>
using FIFO = LockedTasks<T, Concurrent, internal::InSequence<false>>;
/// Takes the youngest task first.
template <typename T = int, bool Concurrent = true>
using LIFO = LockedTasks<T, Concurrent, internal::InSequence<true>>;
/// Galois' other name of a FIFO.
template <typename T = int, bool Concurrent = true>
using GFIFO = FIFO<T, Concurrent>;
/// Galois' other name of a LIFO.
template <typename T = int, bool Concurrent = true>
using GLIFO = LIFO<T, Concurrent>;
GALOIS_WLCOMPILECHECK(FIFO)
GALOIS_WLCOMPILECHECK(LIFO)

} // namespace galois::worklists
