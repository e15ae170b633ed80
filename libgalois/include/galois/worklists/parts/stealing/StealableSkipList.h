/**
 * A thread's queue in the Stealing Multi-Queue over concurrent skip lists [SMQ, section 4 and
 * appendix D]: only its owner adds tasks, and a thief takes some from the front of the list itself.
 * Nothing has to be offered or taken back, and every task is in reach of everybody; the price is
 * that the owner's own operations are those of a shared structure.
 *
 * Stolen tasks are set aside, and compete with the own list by priority.
 */
#ifndef GALOIS_WORKLISTS_PARTS_STEALING_STEALABLESKIPLIST_H
#define GALOIS_WORKLISTS_PARTS_STEALING_STEALABLESKIPLIST_H

#include <cstdint>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/skiplist/SkipList.h"

namespace galois::worklists {

/// @tparam T     task, trivially copyable
/// @tparam Less  with `key(task)`, see IndexLess
///
/// For its owner alone, but as the argument of functions that say otherwise.
template <typename T, typename Less>
class StealableSkipList {
  using List = SkipList<T, Less>;

public:
  /// What the queues of all threads share: nodes, and when they may be used again.
  using Shared = typename List::Memory;

  /// @param stealSize  tasks that a thief takes at most, 1 or more
  StealableSkipList(const Less& less, std::uint32_t stealSize, std::uint32_t, Shared& shared)
      : list_(less), less_(less), memory_(shared), loot_(stealSize) {}

  /// Adds a task. Expected O(log n). @throws std::bad_alloc
  template <typename Random>
  void push(const T& task, Random& random) {
    list_.insert(memory_, task, List::randomHeight(random));
  }

  /// As pop(): tasks are not set aside.
  bool popSetAside(T& out) { return pop(out, true); }

  /// Takes the most urgent task. O(1) amortised. @return false when the queue is empty
  bool pop(T& out, bool) {
    hasNext_ = false;
    T best;
    if (lootNext_ != lootEnd_ &&
        (!list_.peekFront(memory_, best) || !less_(best, loot_[lootNext_]))) {
      out = loot_[lootNext_++];
      return true;
    }
    if (!list_.seemsEmpty() &&
        list_.popFront(memory_, &out, 1, {kClaimedForOwner, 0}, &next_, &hasNext_) == 1) {
      return true;
    }
    if (lootNext_ != lootEnd_) { // thieves have emptied the list since the look at its front
      out = loot_[lootNext_++];
      return true;
    }
    memory_.collect();
    return false;
  }

  /// The task that pop() will probably return; nullptr if there is no telling.
  const T* peek() const {
    if (lootNext_ != lootEnd_) {
      return &loot_[lootNext_];
    }
    return hasNext_ ? &next_ : nullptr;
  }

  /// Whether `victim`, another thread's, has a task more urgent than all here.
  bool wantsFrom(StealableSkipList& victim) {
    T best, own;
    return !victim.list_.seemsEmpty() && victim.list_.peekFront(memory_, best) &&
           (lootNext_ == lootEnd_ || less_(best, loot_[lootNext_])) &&
           (!list_.peekFront(memory_, own) || less_(best, own));
  }

  /// Takes the first tasks of `victim`, another thread's; they are set aside, or join the list if
  /// others already are. @return number of tasks
  template <typename Random>
  std::uint32_t stealFrom(StealableSkipList& victim, Random& random) {
    if (victim.list_.seemsEmpty()) {
      return 0;
    }
    for (; lootNext_ != lootEnd_; ++lootNext_) {
      push(loot_[lootNext_], random);
    }
    lootNext_ = 0;
    lootEnd_ = victim.list_.popFront(
        memory_, loot_.data(), static_cast<std::uint32_t>(loot_.size()), {kClaimedForThief, 0});
    return lootEnd_;
  }

private:
  /// Claimed nodes at the front after which a thread cleans. A thief leaves it to the owner, unless
  /// that is away for long.
  static constexpr std::uint32_t kClaimedForOwner = 8;
  static constexpr std::uint32_t kClaimedForThief = 64;

  List list_; ///< what other threads touch
  alignas(substrate::kCacheLineSize) Less less_;
  typename List::Thread memory_;
  std::vector<T> loot_; ///< stolen, most urgent first; [lootNext_, lootEnd_) is left
  std::uint32_t lootNext_ = 0, lootEnd_ = 0;
  bool hasNext_ = false;
  T next_; ///< what came behind the last task from the list, if hasNext_
};

/// Names StealableSkipList as the local queue of a StealingMultiQueue.
struct LocalSkipList {
  template <typename T, typename Less>
  using Queue = StealableSkipList<T, Less>;
};

} // namespace galois::worklists

#endif
