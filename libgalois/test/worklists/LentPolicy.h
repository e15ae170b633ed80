/**
 * A policy object that outlives the loops that use it. for_each constructs its worklist itself and
 * destroys it at the end. A BorrowedPolicy refers to an object of the test instead, so that a test
 * can use one object in several loops. It also counts each thread's empty pops, and can cancel the
 * loop at a chosen call of the policy.
 */
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/optional.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Concept.h"

namespace galois::test {

/// The number of empty pops per thread. Any thread may read any count.
class EmptyPops {
public:
  EmptyPops() : counts_(substrate::kMaxThreads) {}

  /// Counts one more empty pop of the calling thread.
  void count() {
    counts_[substrate::ThreadPool::getTID()].value.fetch_add(1, std::memory_order_relaxed);
  }
  std::uint64_t of(unsigned thread) const {
    return counts_[thread].value.load(std::memory_order_relaxed);
  }

private:
  struct alignas(galois::substrate::kCacheLineSize) Count {
    std::atomic<std::uint64_t> value{0};
  };
  std::vector<Count> counts_;
};

/// Cancels the loop when calls of the policy begin or end, as a request from outside that comes just
/// then.
class CancelsAtCall {
public:
  enum class Call { kNone, kPush, kPop, kEmpty };

  /// From now on, the `at`th beginning or end of such a call cancels the loop, from 1.
  void begin(Call call, int at) {
    call_ = call;
    left_ = at;
  }
  /// Is called where such a call begins and where it ends, by any thread.
  void pass(Call call) {
    if (call == call_ && left_.fetch_sub(1) == 1) {
      substrate::Cancellation::request();
    }
  }

private:
  Call call_ = Call::kNone;
  std::atomic<int> left_{0};
};

/// A policy object that a test owns, and what is recorded about the loops under it.
template <typename Policy>
struct LentPolicy {
  using Call = CancelsAtCall::Call;

  Policy worklist;
  EmptyPops emptyPops;
  /// The most tasks that an executor gets in one batch. Change it only between loops.
  std::size_t largestBatch = std::numeric_limits<std::size_t>::max();
  CancelsAtCall cancels; ///< unless it is begun, it does nothing

  /// Makes a call of the policy, which may cancel the loop.
  template <typename Fn>
  auto call(Call kind, const Fn& fn) {
    cancels.pass(kind);
    auto result = fn();
    cancels.pass(kind);
    return result;
  }
};

/// The policy that for_each uses: it refers to a lent object of type `Policy`. It offers what a
/// thread's handle of that policy offers, except the look-ahead for prefetching.
template <typename Policy>
class BorrowedPolicy {
  using Handle =
      std::remove_reference_t<decltype(worklists::forThisThread(std::declval<Policy&>()))>;
  using Call = typename LentPolicy<Policy>::Call;
  /// Handles are copied; a policy without handles is held by reference.
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
      lent_->cancels.pass(Call::kPush);
      handle_.push(std::forward<Args>(args)...);
      lent_->cancels.pass(Call::kPush);
    }
    galois::optional<value_type> pop() {
      auto task = lent_->call(Call::kPop, [&] { return handle_.pop(); });
      if (!task) {
        lent_->emptyPops.count();
      }
      return task;
    }
    std::size_t pop_batch(value_type* out,
                          std::size_t most) requires worklists::kHasPopBatch<Handle> {
      const std::size_t count = lent_->call(
          Call::kPop, [&] { return handle_.pop_batch(out, std::min(most, lent_->largestBatch)); });
      if (count == 0) {
        lent_->emptyPops.count();
      }
      return count;
    }

    bool moved() { return worklists::hasMoved(handle_); }

  private:
    LentPolicy<Policy>* lent_;
    Held handle_;
  };

  ThreadHandle forThisThread() { return ThreadHandle(*lent_); }

  template <typename Range>
  void push_initial(const Range& range) {
    lent_->worklist.push_initial(range);
  }
  bool empty() requires worklists::kHasEmpty<Policy> {
    return lent_->call(Call::kEmpty, [this] { return lent_->worklist.empty(); });
  }

private:
  LentPolicy<Policy>* lent_;
};

} // namespace galois::test
