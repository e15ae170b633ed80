/** Galois' OrderedList: one ordered set of tasks behind one lock, which orders tasks strictly. */
#ifndef GALOIS_WORKLISTS_ORDEREDLIST_H
#define GALOIS_WORKLISTS_ORDEREDLIST_H

#include <functional>
#include <mutex>
#include <queue>
#include <vector>

#include "galois/optional.h"
#include "galois/substrate/PaddedLock.h"
#include "galois/worklists/WLCompileCheck.h"

namespace galois::worklists {

/// A priority queue behind a lock: pop() takes the least task by `Compare`. Tasks that compare
/// equal come in any order.
/// @tparam Compare     a strict weak order of tasks, without state
/// @tparam concurrent  false: without the lock, for one thread
///
/// Thread-safe if `concurrent`. Push and pop take O(log n) time, and wait for the threads that are
/// inside. Meets the worklist concept, see worklists/Concept.h.
template <typename Compare = std::less<int>, typename T = int, bool concurrent = true>
class OrderedList {
public:
  template <typename U> /// The policy for another type of task.
  using retype = OrderedList<Compare, U, concurrent>;
  template <bool B> /// The policy for one thread or several.
  using rethread = OrderedList<Compare, T, B>;
  using value_type = T; ///< the type of a task

  OrderedList() = default;
  OrderedList(const OrderedList&) = delete;
  OrderedList& operator=(const OrderedList&) = delete;

  /// Adds a task. @throws std::bad_alloc; the task is then not added
  void push(const value_type& task) {
    const std::lock_guard<Lock> guard(lock_);
    tasks_.push(task);
  }

  /// Adds the tasks of [b, e). @throws as push()
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

  /// Takes the least task. Returns nothing if there is none.
  galois::optional<value_type> pop() {
    const std::lock_guard<Lock> guard(lock_);
    galois::optional<value_type> task;
    if (!tasks_.empty()) {
      task = tasks_.top();
      tasks_.pop();
    }
    return task;
  }

private:
  /// std::priority_queue has the greatest element on top.
  struct Later {
    bool operator()(const T& a, const T& b) const { return Compare()(b, a); }
  };
  using Lock = substrate::PaddedLock<concurrent>;
  Lock lock_;
  std::priority_queue<T, std::vector<T>, Later> tasks_;
};
GALOIS_WLCOMPILECHECK(OrderedList)

} // namespace galois::worklists

#endif
