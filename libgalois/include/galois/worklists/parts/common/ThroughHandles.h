/**
 * Push and pop of a policy, for callers without a handle. Each call gets the calling thread's
 * handle and forwards to it. So a policy implements its operations only once, in its handle.
 */
#pragma once

#include <cstddef>
#include <utility>

#include "galois/optional.h"

namespace galois::worklists {

/// A base class with what the worklist concept requires of a policy in addition to
/// `forThisThread()` (worklists/Concept.h). Its functions have the cost, the promises and the
/// exceptions of the handle's functions.
/// @tparam Policy  the class that derives from this one; has `forThisThread()`
/// @tparam T       task
template <typename Policy, typename T>
class ThroughHandles {
public:
  /// Adds a task.
  void push(const T& task) { policy().forThisThread().push(task); }

  /// Adds the tasks of [b, e).
  template <typename Iter>
  void push(Iter b, Iter e) {
    policy().forThisThread().push(b, e);
  }

  /// Adds the calling thread's share of `range`. Every thread calls it with the same range.
  template <typename Range>
  void push_initial(const Range& range) {
    const auto share = range.local_pair();
    push(share.first, share.second);
  }

  /// Takes a task. Returns nothing if it found none.
  galois::optional<T> pop() { return policy().forThisThread().pop(); }

  /// Takes up to `max` tasks and returns their number. Exists if the handle has it.
  template <typename P = Policy>
  auto pop_batch(T* out, std::size_t max)
      -> decltype(std::declval<P&>().forThisThread().pop_batch(out, max)) {
    return policy().forThisThread().pop_batch(out, max);
  }

  /// Returns the probable next task, see kHasPeek. Exists if the handle has it.
  template <typename P = Policy>
  auto peek() -> decltype(std::declval<P&>().forThisThread().peek()) {
    return policy().forThisThread().peek();
  }

protected:
  ~ThroughHandles() = default;

private:
  Policy& policy() noexcept { return static_cast<Policy&>(*this); }
};

} // namespace galois::worklists
