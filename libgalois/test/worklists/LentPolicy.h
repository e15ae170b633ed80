/**
 * A policy object that outlives the loops that use it. for_each makes its worklist itself and drops
 * it at the end; under a BorrowedPolicy it uses an object of the test's, so that a test can use
 * that object in several loops, and knows how often each thread's pops came back empty.
 */
#ifndef GALOIS_TEST_WORKLISTS_LENTPOLICY_H
#define GALOIS_TEST_WORKLISTS_LENTPOLICY_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/optional.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Concept.h"

namespace galois::test {

/// How often each thread's pops came back empty. Any thread may read any count.
class EmptyPops {
public:
  EmptyPops() : counts_(substrate::kMaxThreads) {}

  /// One more of the calling thread's pops came back empty.
  void count() {
    counts_[substrate::ThreadPool::getTID()].value.fetch_add(1, std::memory_order_relaxed);
  }
  std::uint64_t of(unsigned thread) const {
    return counts_[thread].value.load(std::memory_order_relaxed);
  }

private:
  struct alignas(GALOIS_CACHE_LINE_SIZE) Count {
    std::atomic<std::uint64_t> value{0};
  };
  std::vector<Count> counts_;
};

/// A policy object that a test owns, and what it knows of the loops under it.
template <typename Policy>
struct LentPolicy {
  Policy worklist;
  EmptyPops emptyPops;
  /// Tasks that an executor gets in one batch, at most. Change it between loops.
  std::size_t largestBatch = std::numeric_limits<std::size_t>::max();
};

/// The policy `Policy` to for_each, by reference to an object that is lent. Offers what a thread's
/// handle of that policy offers, but no look ahead for prefetching.
template <typename Policy>
class BorrowedPolicy {
  using Handle =
      std::remove_reference_t<decltype(worklists::forThisThread(std::declval<Policy&>()))>;
  /// Handles are copied; a policy without handles is referred to.
  using Held = std::conditional_t<std::is_same_v<Handle, Policy>, Policy&, Handle>;

public:
  using value_type = typename Policy::value_type;
  template <typename U>
  using retype = BorrowedPolicy;
  template <bool B>
  using rethread = BorrowedPolicy;

  explicit BorrowedPolicy(LentPolicy<Policy>* lent) : lent_(lent) {}

  class ThreadHandle {
  public:
    explicit ThreadHandle(LentPolicy<Policy>& lent)
        : lent_(&lent), handle_(worklists::forThisThread(lent.worklist)) {}

    template <typename... Args>
    void push(Args&&... args) {
      handle_.push(std::forward<Args>(args)...);
    }
    galois::optional<value_type> pop() {
      auto task = handle_.pop();
      if (!task) {
        lent_->emptyPops.count();
      }
      return task;
    }
    std::size_t pop_batch(value_type* out,
                          std::size_t most) requires worklists::kHasPopBatch<Handle> {
      const std::size_t count = handle_.pop_batch(out, std::min(most, lent_->largestBatch));
      if (count == 0) {
        lent_->emptyPops.count();
      }
      return count;
    }

  private:
    LentPolicy<Policy>* lent_;
    Held handle_;
  };

  ThreadHandle forThisThread() { return ThreadHandle(*lent_); }

  template <typename Range>
  void push_initial(const Range& range) {
    lent_->worklist.push_initial(range);
  }
  bool empty() requires worklists::kHasEmpty<Policy> { return lent_->worklist.empty(); }

private:
  LentPolicy<Policy>* lent_;
};

} // namespace galois::test

#endif
