/**
 * Safe memory reclamation by epochs (Fraser, "Practical lock-freedom", 2004). It decides when
 * memory that was removed from a shared structure may be reused, because other threads may still be
 * reading it.
 *
 * Scheme. A thread enters before it follows shared references, and leaves when it holds none any
 * more. While inside, it shows the global epoch that it saw when it entered. The global epoch
 * advances only while every thread that is inside shows the current one. An item that is no
 * longer reachable is retired under the epoch e that the retiring thread shows. It may be freed
 * once the global epoch is e + 3.
 *
 * Invariant. While a thread is inside and shows e, the global epoch is e or e + 1. So a thread
 * that can still hold an item retired under e has shown e + 1 or less: a thread that showed
 * e + 2 or more entered after the retiring thread had left, and could not find the item any more.
 * (Two epochs suffice if an item is stamped with the global epoch after its removal and fences
 * order the two. The third epoch makes both unnecessary.)
 *
 * Bound. A thread tries to advance the epoch once per `advanceEvery` retired items. It frees an
 * item at the latest with its first retirement under a fourth epoch. So while no thread stays
 * inside for long, at most 5 * advanceEvery items of a thread wait, plus those that it retires
 * between one enter() and leave(), and those that it retires while another thread is in advance().
 *
 * Only one thread at a time checks whether the epoch may advance. The check reads one cache line of
 * every other thread, which with 256 threads takes as long as retiring 64 items. If every thread
 * that has retired `advanceEvery` items checked, only one of them would succeed, but each would
 * spend a third of its time on checks and would slow down all threads that enter.
 *
 * A thread that is descheduled outside has no effect. A thread that is descheduled inside, in the
 * middle of an operation, stops the epoch. No thread waits for it, but all items that others retire
 * from then on are kept until it continues. The same holds for a thread that is descheduled in
 * advance(), because it is inside.
 */
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// The data that all threads share. Must outlive its Threads. Items that still wait when a Thread
/// is destroyed are not freed.
/// @tparam Item     type of the retired items, copyable; usually a pointer
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename Item, typename Atomics = substrate::DefaultAtomics>
class EpochReclaimer {
public:
  class Thread;

  EpochReclaimer() {
    epoch_.store(kFirstEpoch, order::relaxed); // no other thread can access this object yet
    threads_.store(nullptr, order::relaxed);
    advancing_.store(false, order::relaxed);
  }
  EpochReclaimer(const EpochReclaimer&) = delete;
  EpochReclaimer& operator=(const EpochReclaimer&) = delete;

private:
  template <typename U>
  using Atomic = typename Atomics::template Atomic<U>;

  static constexpr std::uint64_t kFirstEpoch = 4; ///< greater than the initial stamp of a bag

  /// Starts the next epoch if `shown` is the current one and every thread inside shows it,
  /// unless another thread is in advance(). O(threads).
  /// @param shown  the epoch that the caller, which is inside, shows
  void advance(std::uint64_t shown) noexcept;
  /// Returns whether every thread inside shows `epoch`, which the caller read at its own (2).
  bool allShow(std::uint64_t epoch) const noexcept;

  alignas(substrate::kCacheLineSize) Atomic<std::uint64_t> epoch_;
  Atomic<Thread*> threads_; ///< a list of all Threads ever created, the latest first
  /// Whether a thread is in advance(). On another line than the words that every enter() reads.
  alignas(substrate::kCacheLineSize) Atomic<bool> advancing_;
};

/// The part of one thread. Only that thread calls its functions, except the constructor.
template <typename Item, typename Atomics>
class alignas(substrate::kCacheLineSize) EpochReclaimer<Item, Atomics>::Thread {
public:
  /// @param advanceEvery  number of items that this thread retires between two attempts to advance
  ///                      the epoch
  explicit Thread(EpochReclaimer& all, std::uint32_t advanceEvery = 64)
      : all_(all), advanceEvery_(advanceEvery) {
    state_.store(kOutside, order::relaxed); // shown by (6)
    Thread* first = all_.threads_.load(order::relaxed);
    do {
      next_ = first;
      // (6) seq_cst: before (1) in the one order, see (7). A thread that finds this Thread sees its
      // fields.
    } while (!all_.threads_.compare_exchange_weak(first, this, order::seq_cst, order::relaxed));
  }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  /// Begins an operation. Until leave(), no item that this thread can reach is freed. Not nested.
  /// Lock-free. It costs one store that must complete before the thread continues.
  void enter() noexcept {
    assert(state_.load(order::relaxed) == kOutside);
    std::uint64_t seen = all_.epoch_.load(order::relaxed); // a guess; (2) checks it
    do {
      entered_ = seen;
      // (1) seq_cst: before (2) in the one order of all such accesses; see (4).
      state_.store(entered_ << 1 | 1, order::seq_cst);
      // (2) seq_cst: an epoch that was current after (1). Also synchronizes with (5), so that items
      // that were unreachable before that epoch are unreachable for this thread.
      seen = all_.epoch_.load(order::seq_cst);
    } while (seen != entered_);
  }

  /// Ends an operation. The thread must hold no shared reference any more.
  void leave() noexcept {
    // (3) release: synchronizes with (4), so that all reads and removals of this thread happen
    // before any item is freed.
    state_.store(kOutside, order::release);
  }

  /// Retires an item that no thread that enters from now on can find. Only between enter() and
  /// leave(). Calls `free(item)`, which must not throw, for earlier items that may now be freed.
  /// O(1) amortised, O(threads) when it tries to advance the epoch. If there is no memory to record
  /// the item, it is never freed.
  template <typename Free>
  void retire(Item item, Free&& free) noexcept {
    assert(state_.load(order::relaxed) != kOutside);
    Bag& bag = bags_[entered_ % kBags];
    if (bag.stamp != entered_) {
      freeOld(free);
      bag.stamp = entered_;
    }
    try {
      bag.items.push_back(item);
    } catch (const std::bad_alloc&) {
    }
    if (++sinceAdvance_ >= advanceEvery_) {
      sinceAdvance_ = 0;
      all_.advance(entered_);
    }
  }

  /// Frees items of this thread if more are waiting than usual, because a thread was descheduled
  /// inside. Not between enter() and leave(). It is useful when memory is short; otherwise retire()
  /// frees these items a little later. O(threads), or O(1) if not many items are waiting.
  template <typename Free>
  void collect(Free&& free) noexcept {
    for (unsigned step = 0; step <= kGrace && waiting() > kEpochsWaiting * advanceEvery_; ++step) {
      enter();
      freeOld(free);
      all_.advance(entered_);
      leave();
    }
  }

  /// Returns the number of items that were retired and not yet freed.
  std::size_t waiting() const noexcept {
    std::size_t count = 0;
    for (const Bag& bag : bags_) {
      count += bag.items.size();
    }
    return count;
  }

private:
  friend class EpochReclaimer;

  static constexpr std::uint64_t kOutside = 0;
  static constexpr unsigned kBags = 4;          ///< one to fill, and three epochs whose items wait
  static constexpr unsigned kGrace = 3;         ///< number of epochs from retirement to reuse
  static constexpr unsigned kEpochsWaiting = 5; ///< see "Bound" above

  struct Bag {
    std::uint64_t stamp = 0; ///< the epoch that its items were retired under
    std::vector<Item> items;
  };

  /// Frees the items of all bags that are old enough.
  template <typename Free>
  void freeOld(Free&& free) noexcept {
    for (Bag& bag : bags_) {
      if (bag.stamp + kGrace <= entered_) {
        for (const Item& item : bag.items) {
          free(item);
        }
        bag.items.clear();
      }
    }
  }

  Atomic<std::uint64_t> state_; ///< kOutside, or 2 * epoch + 1
  EpochReclaimer& all_;
  Thread* next_ = nullptr;
  std::uint64_t entered_ = 0;
  std::uint32_t sinceAdvance_ = 0;
  const std::uint32_t advanceEvery_;
  Bag bags_[kBags];
};

template <typename Item, typename Atomics>
void EpochReclaimer<Item, Atomics>::advance(std::uint64_t shown) noexcept {
  // relaxed: correctness does not depend on which thread checks. The epoch that is read here avoids
  // a check that cannot succeed; (5) verifies it.
  if (epoch_.load(order::relaxed) != shown || advancing_.load(order::relaxed) ||
      advancing_.exchange(true, order::relaxed)) {
    return;
  }
  if (allShow(shown)) {
    // (5) seq_cst: so that (2) cannot miss it. Also releases to (2) what this thread did and what
    // all others had done when it checked them. It is a compare-exchange, because the relaxed flag
    // does not exclude that another thread has advanced the epoch meanwhile.
    epoch_.compare_exchange_strong(shown, shown + 1, order::seq_cst, order::relaxed);
  }
  advancing_.store(false, order::relaxed);
}

template <typename Item, typename Atomics>
bool EpochReclaimer<Item, Atomics>::allShow(std::uint64_t epoch) const noexcept {
  // (7) seq_cst: finds every thread whose (6) comes before it in the one order. A later (6) also
  // comes after the caller's (2) in that order, so the (2) of that thread reads `epoch` or a later
  // one.
  for (const Thread* thread = threads_.load(order::seq_cst); thread; thread = thread->next_) {
    // (4) seq_cst: if it comes after (1) in the one order, it sees that store. If it comes before
    // (1), the thread's (2) is later than the caller's and reads `epoch` or a later one. Also
    // acquires what (3) releases.
    const std::uint64_t state = thread->state_.load(order::seq_cst);
    if (state != Thread::kOutside && state >> 1 != epoch) {
      return false;
    }
  }
  return true;
}

} // namespace galois::worklists
