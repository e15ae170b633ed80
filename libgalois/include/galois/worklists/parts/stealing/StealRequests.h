/**
 * The receiver-initiated protocol of work stealing with private deques [PD, section 2 and figure 2;
 * see PrivateDeque.h]. A thief posts its number in the request cell of a victim that announces
 * work. The victim polls its own cell, and answers with an item or with a refusal. Only cells are
 * here. The caller owns the deques, and decides when to poll and what to give.
 *
 * Invariants.
 *  - (I3) A thief has at most one open request: it is in one request cell, or its answer is under
 *    way. So its answer cell has at most one writer.
 *  - A request leaves its cell in one of two ways. The victim exchanges it for `open` or `closed`,
 *    and then writes an answer. Or the thief that posted it withdraws it by a compare-exchange, and
 *    then no answer comes.
 *  - Only the owner of a request cell closes it, and only the owner opens it again. While it is
 *    closed no thread else changes it.
 *
 * What differs from the paper's figure 2, and why:
 *  - In the figure, a thief clears its own request cell when it has got its task. But it has
 *    announced work by then, so another thief may have posted a request there, which is erased, and
 *    that thief waits for ever. Here nothing but the two ways above removes a request.
 *  - The figure leaves the flag `hasWork` raised after an answer took the last task. Thieves then
 *    post requests that can only be refused. Here the caller sets the flag after each answer, too.
 *  - A request can be withdrawn, because a victim may not be running, and because the join that the
 *    thief waits at may be over.
 *  - With one thread there is no victim (VictimDraw.h), so nothing is ever asked.
 */
#pragma once

#include <cassert>
#include <memory>
#include <type_traits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// The request and answer cells of `threads` threads. Every thread calls the functions whose first
/// parameter is `self` with its own number only.
/// @tparam Item     what is handed over: small and trivially copyable, such as a pointer
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename Item, typename Atomics = substrate::DefaultAtomics>
class StealRequests {
  static_assert(std::is_trivially_copyable<Item>::value, "answers are not destroyed");

public:
  /// The state of a thief's request.
  enum class Answer {
    kWaiting, ///< no answer has come yet
    kRefused, ///< the victim had nothing to give
    kItem     ///< the victim gave an item
  };

  /// @param threads  number of threads, 1 or more @throws std::bad_alloc
  explicit StealRequests(unsigned threads) : cells_(new Cells[threads]), threads_(threads) {
    assert(threads >= 1);
  }
  StealRequests(const StealRequests&) = delete;
  StealRequests& operator=(const StealRequests&) = delete;

  unsigned threads() const noexcept { return threads_; } ///< number of threads

  // --- for the thief `self` ------------------------------------------------------------------

  /// Posts a request. `self` must have no open request. The victim sees what `self` wrote before.
  /// O(1), never waits.
  /// @param wants  passed on to the victim, which may give only what suits it
  /// @return false, and nothing was posted, if the victim announces no work, has closed its cell,
  ///         or has a request of another thief
  bool ask(unsigned self, unsigned victim, const void* wants = nullptr);

  /// Prepares for an item that comes unasked, by deliver(): `self` has then an open request that is
  /// in no request cell. What hands the right to answer to the giver, and orders this call before
  /// its deliver(), is up to the caller.
  void expect(unsigned self, const void* wants = nullptr);

  /// Looks for the answer to the open request. After another answer than kWaiting, the request is
  /// no longer open. One load as long as it waits. The thief sees what the victim wrote before.
  /// @param out  written if and only if the result is kItem
  Answer look(unsigned self, Item& out);

  /// Withdraws the open request that was posted to `victim`.
  /// @return false if the victim has taken the request: its answer comes, and look() finds it
  bool cancel(unsigned self, unsigned victim);

  // --- for the victim `self` -----------------------------------------------------------------

  /// Returns whether a request is there to be answered. This is what a poll costs: a relaxed load
  /// of a cell of the own thread.
  bool requested(unsigned self) const noexcept {
    return cells_[self].request.load(order::relaxed) >= 0;
  }

  /// Answers a request, if there is one. Calls `give(thief, wants, item)`: if it returns true, the
  /// thief gets `item`, otherwise a refusal. O(1) apart from `give`, never waits.
  /// @return whether an item was given @throws what `give` throws, after a refusal
  template <typename Give>
  bool answer(unsigned self, Give&& give);

  /// Gives `item` to a thread that has called expect(). Only for the thread that has the right to,
  /// and once per expect().
  void deliver(unsigned to, const Item& item) { reply(to, Answer::kItem, item); }

  /// Announces whether `self` has work to give. A store only if this changes. Raising the flag is
  /// sequentially consistent: a thread that announces in a sequentially consistent store that it
  /// will sleep, and then finds hasWorkBeforeSleep() false everywhere, is seen by who later raises
  /// the flag and then looks for sleepers in a sequentially consistent load.
  void setHasWork(unsigned self, bool has) noexcept {
    auto& flag = cells_[self].hasWork;
    if (flag.load(order::relaxed) == has) { // only `self` writes it
      return;
    }
    if (has) {
      flag.store(true, order::seq_cst); // (6) seq_cst: in one order with (7)
    } else {
      flag.store(false, order::relaxed); // who reads an older true is refused
    }
  }

  /// Refuses the request that is there, and all requests from now on until open(). Calling it again
  /// has no effect.
  void close(unsigned self);

  /// Lets thieves post requests again. Only after close().
  void open(unsigned self) noexcept {
    assert(cells_[self].request.load(order::relaxed) == kClosed);
    // relaxed: only the owner writes to a closed cell, and thieves learn nothing from this store
    cells_[self].request.store(kOpen, order::relaxed);
  }

  // --- for any thread ------------------------------------------------------------------------

  /// Returns whether a thread announces work. A hint.
  bool hasWork(unsigned other) const noexcept { return cells_[other].hasWork.load(order::relaxed); }

  /// Returns whether a thread announces work, for a thread that goes to sleep; see setHasWork().
  bool hasWorkBeforeSleep(unsigned other) const noexcept {
    return cells_[other].hasWork.load(order::seq_cst); // (7) seq_cst: in one order with (6)
  }

private:
  static constexpr int kOpen = -1;
  static constexpr int kClosed = -2;

  static constexpr int code(Answer answer) noexcept { return static_cast<int>(answer); }

  /// The first line is written by the owner and by thieves that post to it, the second one by the
  /// owner as a thief and by its victim.
  struct alignas(substrate::kCacheLineSize) Cells {
    Cells() {
      // relaxed: no other thread can access this cell yet
      request.store(kOpen, order::relaxed);
      hasWork.store(false, order::relaxed);
      answer.store(code(Answer::kRefused), order::relaxed);
    }
    typename Atomics::template Atomic<int> request; ///< kOpen, kClosed or a thief
    typename Atomics::template Atomic<bool> hasWork;

    alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<int> answer; ///< an Answer
    typename Atomics::template Plain<const void*> wants{nullptr}; ///< written by the thief
    typename Atomics::template Plain<Item> item{Item()};          ///< written by the victim
  };

  void reply(unsigned thief, Answer answer, const Item& item) {
    Cells& cells = cells_[thief];
    if (answer == Answer::kItem) {
      cells.item = item;
    }
    // (3) release: synchronizes with (4), so that the thief sees the item and what it refers to.
    cells.answer.store(code(answer), order::release);
  }

  std::unique_ptr<Cells[]> cells_;
  unsigned threads_;
};

template <typename Item, typename Atomics>
bool StealRequests<Item, Atomics>::ask(unsigned self, unsigned victim, const void* wants) {
  assert(self != victim && self < threads_ && victim < threads_);
  if (!hasWork(victim) || cells_[victim].request.load(order::relaxed) != kOpen) {
    return false; // most attempts end here, without a write to the victim's line
  }
  expect(self, wants);
  int expected = kOpen;
  // (1) release: synchronizes with (2) and (5), so that the victim's answer comes after the thief
  // has emptied the answer cell, and the victim sees what is wanted.
  return cells_[victim].request.compare_exchange_strong(expected, static_cast<int>(self),
                                                        order::release, order::relaxed);
}

template <typename Item, typename Atomics>
void StealRequests<Item, Atomics>::expect(unsigned self, const void* wants) {
  cells_[self].wants = wants;
  cells_[self].answer.store(code(Answer::kWaiting), order::relaxed); // made visible by (1)
}

template <typename Item, typename Atomics>
auto StealRequests<Item, Atomics>::look(unsigned self, Item& out) -> Answer {
  // (4) acquire: synchronizes with (3).
  const auto answer = static_cast<Answer>(cells_[self].answer.load(order::acquire));
  if (answer == Answer::kItem) {
    out = cells_[self].item;
  }
  return answer;
}

template <typename Item, typename Atomics>
bool StealRequests<Item, Atomics>::cancel(unsigned self, unsigned victim) {
  int posted = static_cast<int>(self);
  // relaxed: on success, no other thread has seen the request; on failure, look() synchronizes
  return cells_[victim].request.compare_exchange_strong(posted, kOpen, order::relaxed,
                                                        order::relaxed);
}

template <typename Item, typename Atomics>
template <typename Give>
bool StealRequests<Item, Atomics>::answer(unsigned self, Give&& give) {
  if (!requested(self)) {
    return false;
  }
  // (2) acquire: synchronizes with (1). An exchange and not a store, because the thief may have
  // withdrawn its request and another thief may have posted one since.
  const int thief = cells_[self].request.exchange(kOpen, order::acquire);
  if (thief < 0) {
    return false; // withdrawn
  }
  const auto asker = static_cast<unsigned>(thief);
  Item item{};
  bool given = false;
  try {
    given = give(asker, static_cast<const void*>(cells_[asker].wants), item);
  } catch (...) {
    reply(asker, Answer::kRefused, item);
    throw;
  }
  reply(asker, given ? Answer::kItem : Answer::kRefused, item);
  return given;
}

template <typename Item, typename Atomics>
void StealRequests<Item, Atomics>::close(unsigned self) {
  // (5) acquire: synchronizes with (1). An exchange, because a thief may be posting a request.
  const int thief = cells_[self].request.exchange(kClosed, order::acquire);
  if (thief >= 0) {
    reply(static_cast<unsigned>(thief), Answer::kRefused, Item());
  }
}

} // namespace galois::worklists
