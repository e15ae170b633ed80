/**
 * What the worklist concept requires of a policy beyond its own operations (worklists/Concept.h).
 * ThroughHandles has push and pop for callers without a handle: each call gets the calling thread's
 * handle and forwards to it. WithThreadData also has the handle, for policies that keep data per
 * thread. So a policy implements its operations only once.
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
  using value_type = T; ///< the type of a task

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

/// The same for a policy with data per thread, which has these members and makes this class its
/// friend:
///
///     struct ThreadData;                                // its report(thread, sink) passes counters
///     substrate::PerThreadStorage<ThreadData> threads_;
///     void add(ThreadData& me, const T& task);          // a push of the thread with that data
///     galois::optional<T> take(ThreadData& me);         // a pop
///     std::size_t takeSome(ThreadData& me, T* out, std::size_t max); // only with pop_batch()
///     const T* next(const ThreadData& me);                           // only with peek()
template <typename Policy, typename T>
class WithThreadData : public ThroughHandles<Policy, T> {
public:
  WithThreadData(const WithThreadData&) = delete;
  WithThreadData& operator=(const WithThreadData&) = delete;

  /// One thread's access to the worklist. Copyable. Only the thread that called forThisThread() may
  /// use it, during the lifetime of the worklist and until the number of active threads changes.
  class ThreadHandle {
  public:
    using value_type = T; ///< the type of a task

    /// Adds a task. @throws std::bad_alloc, and what the policy says; the task is then not added
    void push(const T& task) { policy_->add(*me_, task); }

    /// Adds the tasks of [b, e). @throws as for one task; those before the failing one were added
    template <typename Iter>
    void push(Iter b, Iter e) {
      policy_->addAll(*me_, b, e);
    }

    /// Takes a task. Returns nothing if it found none. @throws std::bad_alloc
    galois::optional<T> pop() { return policy_->take(*me_); }

    /// Takes up to `max` tasks that are about as urgent as each other, and returns their number, 0
    /// if it found none. Exists if the policy takes batches. @throws std::bad_alloc
    template <typename P = Policy>
    auto pop_batch(T* out, std::size_t max)
        -> decltype(std::declval<P&>().takeSome(std::declval<typename P::ThreadData&>(), out,
                                                max)) {
      return policy_->takeSome(*me_, out, max);
    }

    /// Returns the task that the thread's next pop will probably return; nullptr if none is known.
    /// Exists if the policy knows.
    template <typename P = Policy>
    auto peek() const
        -> decltype(std::declval<P&>().next(std::declval<const typename P::ThreadData&>())) {
      return policy_->next(*me_);
    }

  private:
    friend class WithThreadData;
    ThreadHandle(Policy& policy, typename Policy::ThreadData& me) : policy_(&policy), me_(&me) {}

    Policy* policy_;
    typename Policy::ThreadData* me_;
  };

  /// Returns the calling thread's handle. Cheaper than push() and pop() of the worklist itself for
  /// a thread that calls them often.
  ThreadHandle forThisThread() { return ThreadHandle(policy(), policy().dataOfThisThread()); }

  /// Calls `sink(thread, name, value)` for each counter. No other thread may use the worklist.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    auto& threads = policy().threads_;
    for (unsigned t = 0; t < threads.size(); ++t) {
      threads.getRemote(t)->report(t, sink);
    }
  }

protected:
  WithThreadData() = default;
  ~WithThreadData() = default;

  // A policy may have these instead.

  /// Returns the calling thread's data.
  auto& dataOfThisThread() { return *policy().threads_.getLocal(); }

  /// Adds the tasks of [b, e).
  template <typename Data, typename Iter>
  void addAll(Data& me, Iter b, Iter e) {
    for (; b != e; ++b) {
      policy().add(me, *b);
    }
  }

private:
  Policy& policy() noexcept { return static_cast<Policy&>(*this); }
};

} // namespace galois::worklists
