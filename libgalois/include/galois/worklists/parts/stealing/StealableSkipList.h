/**
 * The queue of one thread in the Stealing Multi-Queue over concurrent skip lists [SMQ, section 4
 * and appendix D]. Only its owner adds tasks, and a thief takes some from the front of the list
 * itself. So nothing has to be offered or taken back, and every thread can reach every task. In
 * return, the owner's operations cost what they cost in a shared structure.
 *
 * Stolen tasks are set aside. They compete with the thief's own list by priority.
 */
#pragma once

#include <cstdint>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/skiplist/SkipList.h"

namespace galois::worklists {

/// A skip list whose first tasks other threads may take.
/// @tparam T     task, trivially copyable
/// @tparam Less  with `key(task)`, see IndexLess
///
/// Only the owner calls its functions. The `victim` argument of a function is the queue of another
/// thread.
template <typename T, typename Less>
class StealableSkipList {
  using List = SkipList<T, Less>;

public:
  /// What the queues of all threads share: the nodes and their reclamation.
  using Shared = typename List::Memory;

  /// @param stealSize  largest number of tasks that a thief takes, 1 or more
  StealableSkipList(const Less& less, std::uint32_t stealSize, std::uint32_t, Shared& shared)
      : list_(less), less_(less), memory_(shared), stolen_(stealSize) {}

  /// Adds a task. Expected O(log n). @throws std::bad_alloc
  template <typename Random>
  void push(const T& task, Random& random) {
    list_.insert(memory_, task, List::randomHeight(random));
  }

  /// Does the same as pop(), because here popping a task of the list is as cheap.
  bool popSetAside(T& out) { return pop(out, true); }

  /// Takes the most urgent task. O(1) amortised. @return false if the queue is empty
  bool pop(T& out, bool) {
    hasNext_ = false;
    T best;
    if (stolenNext_ != stolenEnd_ &&
        (!list_.peekFront(memory_, best) || !less_(best, stolen_[stolenNext_]))) {
      out = stolen_[stolenNext_++];
      return true;
    }
    if (!list_.seemsEmpty() &&
        list_.popFront(memory_, &out, 1, {kClaimedForOwner, 0}, &next_, &hasNext_) == 1) {
      return true;
    }
    if (stolenNext_ != stolenEnd_) { // thieves have emptied the list since peekFront()
      out = stolen_[stolenNext_++];
      return true;
    }
    memory_.collect();
    return false;
  }

  /// Returns the task that pop() will probably return; nullptr if not known.
  const T* peek() const {
    if (stolenNext_ != stolenEnd_) {
      return &stolen_[stolenNext_];
    }
    return hasNext_ ? &next_ : nullptr;
  }

  /// Returns whether `victim`, another thread's queue, has a task more urgent than all of this one.
  bool wantsFrom(StealableSkipList& victim) {
    T best, own;
    return !victim.list_.seemsEmpty() && victim.list_.peekFront(memory_, best) &&
           (stolenNext_ == stolenEnd_ || less_(best, stolen_[stolenNext_])) &&
           (!list_.peekFront(memory_, own) || less_(best, own));
  }

  /// Takes the first tasks of `victim`, another thread's queue, and sets them aside. Tasks that
  /// were set aside before go to the list. @return the number of tasks taken
  template <typename Random>
  std::uint32_t stealFrom(StealableSkipList& victim, Random& random) {
    if (victim.list_.seemsEmpty()) {
      return 0;
    }
    for (; stolenNext_ != stolenEnd_; ++stolenNext_) {
      push(stolen_[stolenNext_], random);
    }
    stolenNext_ = 0;
    stolenEnd_ = victim.list_.popFront(
        memory_, stolen_.data(), static_cast<std::uint32_t>(stolen_.size()), {kClaimedForThief, 0});
    return stolenEnd_;
  }

private:
  /// Numbers of claimed nodes at the front from which on a thread unlinks them. A thief leaves that
  /// to the owner, unless the owner has not done it for long.
  static constexpr std::uint32_t kClaimedForOwner = 8;
  static constexpr std::uint32_t kClaimedForThief = 64;

  List list_; ///< shared with other threads
  alignas(substrate::kCacheLineSize) Less less_;
  typename List::Thread memory_;
  std::vector<T> stolen_; ///< stolen tasks, most urgent first; [stolenNext_, stolenEnd_) are left
  std::uint32_t stolenNext_ = 0, stolenEnd_ = 0;
  bool hasNext_ = false;
  T next_; ///< the task that followed the last one taken from the list, if hasNext_
};

/// Names StealableSkipList as the local queue of a StealingMultiQueue.
struct LocalSkipList {
  template <typename T, typename Less>
  using Queue = StealableSkipList<T, Less>;
};

} // namespace galois::worklists
