/**
 * A policy's own push and pop, for those who do not keep a handle: each asks for the calling
 * thread's handle and does as that does. So a policy says only once, in its handle, how it works.
 */
#ifndef GALOIS_WORKLISTS_PARTS_COMMON_THROUGHHANDLES_H
#define GALOIS_WORKLISTS_PARTS_COMMON_THROUGHHANDLES_H

#include <cstddef>
#include <utility>

#include "galois/optional.h"

namespace galois::worklists {

/// What the worklist concept asks of a policy beyond `forThisThread()` (worklists/Concept.h). Its
/// functions cost, promise and throw what those of the handle do.
/// @tparam Policy  the class that derives from this one; has `forThisThread()`
/// @tparam T       its tasks
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

  /// Called by every thread with the same range: each adds its share.
  template <typename Range>
  void push_initial(const Range& range) {
    const auto share = range.local_pair();
    push(share.first, share.second);
  }

  /// Takes a task; empty when none was found.
  galois::optional<T> pop() { return policy().forThisThread().pop(); }

  /// Takes up to `max` tasks. Policies whose handles do so have it. @return how many
  template <typename P = Policy>
  auto pop_batch(T* out, std::size_t max)
      -> decltype(std::declval<P&>().forThisThread().pop_batch(out, max)) {
    return policy().forThisThread().pop_batch(out, max);
  }

  /// See kHasPeek. Policies whose handles tell have it.
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

#endif
