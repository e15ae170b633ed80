/**
 * The reference for throughput: one heap with one lock. On one thread it is what a sequential
 * program would use, plus an uncontended lock.
 */
#pragma once

#include <mutex>

#include "galois/optional.h"
#include "galois/substrate/SimpleLock.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/queues/DAryHeap.h"

namespace galois::bench {

/// A strict priority queue. Thread-safe; an operation takes O(log n) under the lock. Meets the
/// worklist concept.
template <typename Indexer, typename T>
class LockedHeap {
public:
  template <typename U>
  using retype = LockedHeap<Indexer, U>;
  template <bool>
  using rethread = LockedHeap;
  using value_type = T;

  explicit LockedHeap(Indexer indexer = Indexer())
      : heap_(worklists::IndexLess<Indexer>(std::move(indexer))) {}
  LockedHeap(const LockedHeap&) = delete;
  LockedHeap& operator=(const LockedHeap&) = delete;

  /// @throws std::bad_alloc
  void push(const T& task) {
    const std::lock_guard guard(lock_);
    heap_.push(task);
  }
  template <typename Iter>
  void push(Iter b, Iter e) {
    for (; b != e; ++b) {
      push(*b);
    }
  }
  template <typename Range>
  void push_initial(const Range& range) {
    const auto share = range.local_pair();
    push(share.first, share.second);
  }
  galois::optional<T> pop() {
    const std::lock_guard guard(lock_);
    return heap_.empty() ? galois::optional<T>() : galois::optional<T>(heap_.pop());
  }

private:
  substrate::SimpleLock lock_;
  worklists::DAryHeap<T, worklists::IndexLess<Indexer>> heap_;
};

} // namespace galois::bench
