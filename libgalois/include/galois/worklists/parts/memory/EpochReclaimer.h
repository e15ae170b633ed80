/**
 * Safe memory reclamation by epochs (Fraser, "Practical lock-freedom", 2004): when may memory that
 * was taken out of a shared structure be used again, although others may still be reading it?
 *
 * Scheme. A thread enters before it follows shared references and leaves when it holds none any
 * more; while inside it shows the global epoch that it saw when it entered. The epoch advances only
 * while every thread that is inside shows the current one. An item that is no longer reachable is
 * retired under the epoch e that its retirer shows, and is free once the global epoch is e + 3.
 *
 * Invariant. While a thread is inside showing e, the global epoch is e or e + 1. So whoever can
 * still hold an item retired under e showed e + 1 or less: one that showed e + 2 or more entered
 * after the retirer had left, and could not find the item any more. (Two epochs suffice when an
 * item is stamped with the global epoch after its removal and fences order the two; one more epoch
 * is the price for needing neither.)
 *
 * Bound. A thread tries to advance the epoch once every `advanceEvery` retired items, and frees at
 * the latest on its first retirement under a fourth epoch. While nobody stays inside, a thread has
 * therefore no more than 5 * advanceEvery items waiting (plus what one visit retires, and what it
 * retires while another thread looks round).
 *
 * One thread at a time looks whether the epoch may advance. It reads a line of every other thread,
 * which takes 256 threads as long as retiring 64 items does: if all that have retired so many
 * looked, for one of them to succeed, each would spend a third of its time on it, and slow down all
 * that enter.
 *
 * A thread that stalls outside costs nothing. A thread that stalls inside (the system takes its
 * processor in the middle of an operation) stops the epoch: nobody waits for it, but what all
 * others retire from then on is kept until it goes on. One that stalls while it looks round is
 * inside, too.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MEMORY_EPOCHRECLAIMER_H
#define GALOIS_WORKLISTS_PARTS_MEMORY_EPOCHRECLAIMER_H

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// What all threads share. Must outlive its Threads; items that still wait are then dropped.
/// @tparam Item     what is retired, copyable: a pointer, usually
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename Item, typename Atomics = substrate::DefaultAtomics>
class EpochReclaimer {
public:
  class Thread;

  EpochReclaimer() {
    epoch_.store(kFirstEpoch, order::relaxed); // before any thread can know of this object
    threads_.store(nullptr, order::relaxed);
    looking_.store(false, order::relaxed);
  }
  EpochReclaimer(const EpochReclaimer&) = delete;
  EpochReclaimer& operator=(const EpochReclaimer&) = delete;

private:
  template <typename U>
  using Atomic = typename Atomics::template Atomic<U>;

  static constexpr std::uint64_t kFirstEpoch = 4; ///< so that no bag's first stamp is a real one

  /// Starts the next epoch if `shown` is the current one and every thread inside shows it, unless
  /// another thread is about it. O(threads).
  /// @param shown  what the caller, who is inside, shows
  void advance(std::uint64_t shown) noexcept;
  bool allShow(std::uint64_t epoch) const noexcept;

  alignas(substrate::kCacheLineSize) Atomic<std::uint64_t> epoch_;
  Atomic<Thread*> threads_; ///< all there ever were, the latest first
  /// Somebody is in advance(): apart from what everybody reads who enters.
  alignas(substrate::kCacheLineSize) Atomic<bool> looking_;
};

/// One thread's part. All functions but the constructor are for that thread alone.
template <typename Item, typename Atomics>
class alignas(substrate::kCacheLineSize) EpochReclaimer<Item, Atomics>::Thread {
public:
  /// @param advanceEvery  items that this thread retires between two attempts to advance the epoch
  explicit Thread(EpochReclaimer& all, std::uint32_t advanceEvery = 64)
      : all_(all), advanceEvery_(advanceEvery) {
    state_.store(kOutside, order::relaxed); // published by (6)
    Thread* first = all_.threads_.load(order::relaxed);
    do {
      next_ = first;
      // (6) seq_cst: before (1) in the one order, see (7). Who finds this thread finds its fields.
    } while (!all_.threads_.compare_exchange_weak(first, this, order::seq_cst, order::relaxed));
  }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  /// From here to leave(), nothing that this thread can reach is freed. Not nested. Lock-free; one
  /// store that the processor must finish before the thread goes on.
  void enter() noexcept {
    assert(state_.load(order::relaxed) == kOutside);
    std::uint64_t seen = all_.epoch_.load(order::relaxed); // a guess; (2) checks it
    do {
      entered_ = seen;
      // (1) seq_cst: before (2) in the one order of all such accesses; see (4).
      state_.store(entered_ << 1 | 1, order::seq_cst);
      // (2) seq_cst: an epoch that was current after (1). Also pairs with (5): what was out of
      // reach before that epoch is out of reach for this thread.
      seen = all_.epoch_.load(order::seq_cst);
    } while (seen != entered_);
  }

  /// This thread holds no shared reference any more.
  void leave() noexcept {
    // (3) release: pairs with (4), so that all it read is read before anything is freed, and all
    // it removed is removed.
    state_.store(kOutside, order::release);
  }

  /// Hands over an item that nobody who enters from now on can find; only inside. Calls
  /// `free(item)`, which must not throw, for earlier items whose time has come. O(1) amortised,
  /// O(threads) when it tries to advance. Without memory to note the item, it is never freed.
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

  /// Frees what has become free of a backlog that somebody's stall has left; only outside. For when
  /// memory runs short: retire() does as much a little later. O(threads); O(1) without a backlog.
  template <typename Free>
  void collect(Free&& free) noexcept {
    for (unsigned step = 0; step <= kGrace && waiting() > kEpochsWaiting * advanceEvery_; ++step) {
      enter();
      freeOld(free);
      all_.advance(entered_);
      leave();
    }
  }

  /// Items retired and not yet freed.
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
  static constexpr unsigned kBags = 4;          ///< epochs of which items may wait, and one to fill
  static constexpr unsigned kGrace = 3;         ///< epochs from retirement to reuse
  static constexpr unsigned kEpochsWaiting = 5; ///< see "Bound"

  struct Bag {
    std::uint64_t stamp = 0; ///< the epoch its items were retired under
    std::vector<Item> items;
  };

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
  // relaxed: who looks round depends on nothing, and nothing depends on it. The epoch that is seen
  // here saves a look round that is in vain; (5) checks it.
  if (epoch_.load(order::relaxed) != shown || looking_.load(order::relaxed) ||
      looking_.exchange(true, order::relaxed)) {
    return;
  }
  if (allShow(shown)) {
    // (5) seq_cst: so that (2) cannot miss it. Also releases to (2) what this thread did and what
    // all others had done when it looked at them. An exchange, since only it makes sure that
    // nobody has advanced the epoch meanwhile: the relaxed flag does not.
    epoch_.compare_exchange_strong(shown, shown + 1, order::seq_cst, order::relaxed);
  }
  looking_.store(false, order::relaxed);
}

/// Whether every thread inside shows `epoch`, which the caller found at its own (2).
template <typename Item, typename Atomics>
bool EpochReclaimer<Item, Atomics>::allShow(std::uint64_t epoch) const noexcept {
  // (7) seq_cst: finds every thread whose (6) comes before it in the one order; a later one comes
  // after the caller's (2) there, so its own (2) finds that epoch or a later one.
  for (const Thread* thread = threads_.load(order::seq_cst); thread; thread = thread->next_) {
    // (4) seq_cst: comes after (1) in the one order, and then sees it, or before (1), and then the
    // thread's (2), which is later than the caller's, finds that epoch or a later one. Also
    // acquires what (3) releases.
    const std::uint64_t state = thread->state_.load(order::seq_cst);
    if (state != Thread::kOutside && state >> 1 != epoch) {
      return false;
    }
  }
  return true;
}

} // namespace galois::worklists

#endif
