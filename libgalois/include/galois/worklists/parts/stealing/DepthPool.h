/**
 * Tasks of a tree search by depth: a queue per depth, in which tasks keep the order in which they
 * were put. The threads of the owner take from the deepest queue that has any, so that they follow
 * the order of a depth-first search. Thieves take from the shallowest, whose subtrees are the
 * largest. This is the "depth pool" of [YPP, section 2.2].
 *
 * Invariants.
 *  - The lock guards the queues. count_ is the number of tasks in them and changes only under the
 *    lock, so it is exact for its holder.
 *  - All queues outside [shallowest_, deepest_] are empty. Either end may be empty, too, and is then
 *    moved by the next thread that takes a task. So an emptied depth never hides another one.
 *
 * A thread looks at count_ before it takes the lock. The read is relaxed. A thread that has put a
 * task reads a count that includes it, or a later one; so it finds the pool empty only if all tasks
 * that it has put were taken, as termination detection requires (Termination.h).
 *
 * [YPP] Xie, "Performance-driven work stealing for parallel tree search" (2023).
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::worklists {

/// The pool. Thread-safe. Memory grows with the largest depth that was ever used.
/// @tparam T        a task; its move must not throw
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename T, typename Atomics = substrate::DefaultAtomics>
class DepthPool {
public:
  DepthPool() : count_(0) {}
  DepthPool(const DepthPool&) = delete;
  DepthPool& operator=(const DepthPool&) = delete;

  /// Puts a task behind those of its depth. @throws std::bad_alloc; the pool is then unchanged
  void push(std::size_t depth, T task) {
    const substrate::LockGuard<Lock> guard(lock_);
    while (queues_.size() <= depth) {
      queues_.emplace_back();
    }
    queues_[depth].push_back(std::move(task));
    if (size() == 0) {
      shallowest_ = deepest_ = depth;
    } else {
      shallowest_ = std::min(depth, shallowest_);
      deepest_ = std::max(depth, deepest_);
    }
    setCount(size() + 1);
  }

  /// Takes the first task of the greatest depth.
  /// @param out  what a T can be assigned to; written if and only if the result is true
  /// @return false if there is none
  template <typename Out>
  bool takeDeepest(Out& out) {
    return take(out, [this] {
      while (queues_[deepest_].empty()) {
        --deepest_;
      }
      return deepest_;
    });
  }

  /// Takes the first task of the least depth, for a thief. Otherwise as takeDeepest().
  template <typename Out>
  bool takeShallowest(Out& out) {
    return take(out, [this] {
      while (queues_[shallowest_].empty()) {
        ++shallowest_;
      }
      return shallowest_;
    });
  }

  /// Returns the number of tasks, or one that it had shortly before. Without the lock; O(1).
  std::size_t size() const { return count_.load(order::relaxed); }

  /// Returns the least depth that has tasks, or `none`.
  std::size_t shallowest(std::size_t none) {
    const substrate::LockGuard<Lock> guard(lock_);
    if (size() == 0) {
      return none;
    }
    while (queues_[shallowest_].empty()) {
      ++shallowest_;
    }
    return shallowest_;
  }

private:
  using Lock = substrate::BasicSimpleLock<Atomics>;

  template <typename Out, typename Choose>
  bool take(Out& out, const Choose& choose) {
    if (size() == 0) {
      return false;
    }
    const substrate::LockGuard<Lock> guard(lock_);
    if (size() == 0) {
      return false;
    }
    auto& queue = queues_[choose()];
    out = std::move(queue.front());
    queue.pop_front();
    setCount(size() - 1);
    return true;
  }

  /// Only for the holder of the lock.
  void setCount(std::size_t count) { count_.store(count, order::relaxed); }

  alignas(substrate::kCacheLineSize) Lock lock_;
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<std::size_t> count_;
  std::deque<std::deque<T>> queues_; // a deque does not move its elements when it grows
  std::size_t shallowest_ = 0;
  std::size_t deepest_ = 0;
};

} // namespace galois::worklists
