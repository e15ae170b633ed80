/**
 * The sender-initiated protocol of work stealing with private deques [PD, section 2 and figure 3;
 * see PrivateDeque.h]. An idle thread announces in its cell that it waits, and a thread with work
 * puts an item there. Only cells are here. The caller owns the deques, and decides when to deal
 * (DealClock.h) and to whom (VictimDraw.h).
 *
 * Invariant. The cell of a thread is in one of these states: busy, idle, idle for a frame,
 * incoming, or it holds an item. From busy, idle and item only these transitions lead on:
 *  - busy to idle and item to busy: by its owner alone;
 *  - idle to busy: by its owner, in a compare-exchange;
 *  - idle to item: by a sender, in one compare-exchange (steal-one);
 *  - idle to incoming: by a sender, in a compare-exchange. That sender alone then stores the item,
 *    or idle again if it could not make one (steal-half).
 * So an item in a cell has one sender and one receiver, and a sender whose compare-exchange fails
 * keeps its item.
 *
 * What differs from the paper's figure 3, and why:
 *  - In the figure, the receiver stops waiting when its cell is no longer idle, and may run the
 *    marker `incoming` as a task. Here look() and leave() go on only with an item.
 *  - An idle thread can name a frame, and can leave. The frame is part of the word that a sender
 *    exchanges. So an item for one frame is never given to a thread that has left and waits for
 *    another frame by then.
 */
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// The cells of `threads` threads. Every thread calls the functions whose first parameter is `self`
/// with its own number only.
/// @tparam Item     a pointer to an object that is aligned to 4 bytes or more
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename Item, typename Atomics = substrate::DefaultAtomics>
class WorkDealing {
  static_assert(std::is_pointer<Item>::value, "the two lowest bits of a cell tell its state");

public:
  /// @param threads  number of threads, 1 or more @throws std::bad_alloc
  explicit WorkDealing(unsigned threads) : cells_(new Cell[threads]), threads_(threads) {
    assert(threads >= 1);
  }
  WorkDealing(const WorkDealing&) = delete;
  WorkDealing& operator=(const WorkDealing&) = delete;

  unsigned threads() const noexcept { return threads_; } ///< number of threads

  // --- for the receiver `self` ---------------------------------------------------------------

  /// Announces that `self` waits for an item. It must not be waiting already. Who gives to it sees
  /// what it wrote before. One store.
  /// @param wants  the frame it waits for, aligned to 4 bytes; nullptr: any item is welcome
  void wait(unsigned self, const void* wants = nullptr) noexcept {
    assert(cells_[self].word.load(order::relaxed) == kBusy);
    // (1) release: synchronizes with (2), (3) and (5), so that the sender may write where the receiver
    // has read.
    cells_[self].word.store(idleFor(wants), order::release);
  }

  /// Looks whether an item has come. If so, `self` no longer waits, and sees what the sender wrote
  /// before. One load as long as none has come.
  /// @param out  written if and only if the result is true
  bool look(unsigned self, Item& out) noexcept;

  /// Stops waiting. Waits itself only while a sender is in giveBatch().
  /// @return true: no item came; false: one has come before and is in `out`
  bool leave(unsigned self, Item& out) noexcept;

  // --- for senders and any other thread ------------------------------------------------------

  /// Returns whether a thread waits, for a frame or for anything. A hint.
  bool waiting(unsigned other) const noexcept {
    return isIdle(cells_[other].word.load(order::relaxed));
  }

  /// Returns the frame that a thread waits for, or nullptr if it waits for anything or not at all.
  /// A hint; give() and giveBatch() check it.
  const void* wants(unsigned other) const noexcept {
    const Word word = cells_[other].word.load(order::relaxed);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the word is a pointer with tags
    return isIdle(word) ? reinterpret_cast<const void*>(word & ~kTags) : nullptr;
  }

  /// Gives an item to a thread, if that waits for exactly `wants`. The receiver sees what the
  /// caller wrote before. O(1), never waits.
  /// @return false if it does not wait for that; the caller then keeps the item
  bool give(unsigned to, Item item, const void* wants = nullptr) noexcept;

  /// Gives the item that `write()` returns to a thread, if that waits for exactly `wants`. `write`
  /// is called only then, so that nothing is taken out of a deque in vain. If it returns nullptr or
  /// throws, the receiver waits on. O(1) apart from `write`, never waits.
  /// @return whether an item was given @throws what `write` throws
  template <typename Write>
  bool giveBatch(unsigned to, Write&& write, const void* wants = nullptr);

private:
  using Word = std::uintptr_t;
  // An item has neither tag. A waiting thread's word is the frame it waits for, with kIdleTag.
  static constexpr Word kIdleTag = 1;
  static constexpr Word kTags = 3;
  static constexpr Word kBusy = 2;
  static constexpr Word kIncoming = 6;

  static Word idleFor(const void* wants) noexcept {
    const Word word = reinterpret_cast<Word>(wants);
    assert((word & kTags) == 0);
    return word | kIdleTag;
  }
  static bool isIdle(Word word) noexcept { return (word & kTags) == kIdleTag; }
  static bool isItem(Word word) noexcept { return (word & kTags) == 0; }
  static Word wordOf(Item item) noexcept {
    const Word word = reinterpret_cast<Word>(item);
    assert(item != nullptr && isItem(word));
    return word;
  }

  struct alignas(substrate::kCacheLineSize) Cell {
    Cell() { word.store(kBusy, order::relaxed); } // no other thread can access this cell yet
    typename Atomics::template Atomic<Word> word;
  };

  std::unique_ptr<Cell[]> cells_;
  unsigned threads_;
};

template <typename Item, typename Atomics>
bool WorkDealing<Item, Atomics>::look(unsigned self, Item& out) noexcept {
  auto& cell = cells_[self].word;
  // (4) acquire: synchronizes with (2) and (3), so that the receiver sees what the item refers to.
  const Word word = cell.load(order::acquire);
  if (!isItem(word)) {
    return false;
  }
  out = reinterpret_cast<Item>(word); // NOLINT(performance-no-int-to-ptr): it was one
  cell.store(kBusy, order::relaxed);  // no other thread changes a cell that holds an item
  return true;
}

template <typename Item, typename Atomics>
bool WorkDealing<Item, Atomics>::leave(unsigned self, Item& out) noexcept {
  auto& cell = cells_[self].word;
  for (;;) {
    Word word = cell.load(order::relaxed);
    assert(word != kBusy);
    // (6) acquire: synchronizes with (3) of a sender that has made no item, so that the receiver
    // may write again where that sender has read.
    if (isIdle(word) && cell.compare_exchange_strong(word, kBusy, order::acquire, order::relaxed)) {
      return true;
    }
    if (look(self, out)) {
      return false;
    }
    Atomics::pause();
  }
}

template <typename Item, typename Atomics>
bool WorkDealing<Item, Atomics>::give(unsigned to, Item item, const void* wants) noexcept {
  assert(to < threads_);
  auto& cell = cells_[to].word;
  Word idle = idleFor(wants);
  // (2) acq_rel: acquires from (1) and (3), and releases to (4).
  return cell.load(order::relaxed) == idle &&
         cell.compare_exchange_strong(idle, wordOf(item), order::acq_rel, order::relaxed);
}

template <typename Item, typename Atomics>
template <typename Write>
bool WorkDealing<Item, Atomics>::giveBatch(unsigned to, Write&& write, const void* wants) {
  assert(to < threads_);
  auto& cell = cells_[to].word;
  const Word waits = idleFor(wants);
  Word idle = waits;
  // (5) acquire: synchronizes with (1) and (3).
  if (cell.load(order::relaxed) != idle ||
      !cell.compare_exchange_strong(idle, kIncoming, order::acquire, order::relaxed)) {
    return false;
  }
  // (3) release: synchronizes with (4). Where the receiver waits on, it synchronizes with (6), or
  // with (2) or (5) of the next sender, which thereby also synchronizes with (1).
  const auto store = [&cell](Word word) { cell.store(word, order::release); };
  Item item = nullptr;
  try {
    item = write();
  } catch (...) {
    store(waits);
    throw;
  }
  store(item != nullptr ? wordOf(item) : waits);
  return item != nullptr;
}

} // namespace galois::worklists
