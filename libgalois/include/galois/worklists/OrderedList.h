/** Galois' OrderedList: one ordered set of tasks behind one lock, which orders tasks strictly. */
#pragma once

#include <functional>
#include <queue>
#include <vector>

#include "galois/worklists/Simple.h"
#include "galois/worklists/WLCompileCheck.h"

namespace galois::worklists {

namespace internal {

/// The tasks of an OrderedList.
template <typename Compare>
struct LeastFirst {
  template <typename T>
  class Tasks {
  public:
    bool empty() const { return tasks_.empty(); }
    void push(const T& task) { tasks_.push(task); }
    const T& next() const { return tasks_.top(); }
    void dropNext() { tasks_.pop(); }

  private:
    /// std::priority_queue has the greatest element on top.
    struct Later {
      bool operator()(const T& a, const T& b) const { return Compare()(b, a); }
    };
    std::priority_queue<T, std::vector<T>, Later> tasks_;
  };
};

} // namespace internal

/// A priority queue behind a lock: pop() takes the least task by `Compare`, a strict weak order
/// without state. Tasks that compare equal come in any order. Push and pop take O(log n) time.
template <typename Compare = std::less<int>, typename T = int, bool concurrent = true>
using OrderedList = LockedTasks<T, concurrent, internal::LeastFirst<Compare>>;
GALOIS_WLCOMPILECHECK(OrderedList)

} // namespace galois::worklists
