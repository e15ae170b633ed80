/**
 * A work-stealing deque that is private below a split point and shared above it, as in Lace [van
 * Dijk, van de Pol, "Lace: Non-blocking Split Deque for Work-Stealing", Euro-Par 2014 workshops].
 * The owner pushes and pops in the private part without an atomic read-modify-write. Thieves take
 * the oldest items from the shared part, by a compare-exchange of one word that holds both the top
 * and the split. A thief that finds nothing there raises a flag. The owner polls the flag and then
 * moves the split, so that the shared part grows by half of the private items.
 *
 * Invariant. The items are those at positions [top, bottom) of an infinite sequence, where
 * top <= split <= bottom. Position p is in slot p mod capacity. `bottom` belongs to the owner
 * alone. (top, split) is one word that is changed by read-modify-writes only. Thieves raise `top`,
 * one item each, and never beyond `split`. The owner changes `split`. The slots of [top, split) are
 * not written, and those of [split, bottom) are accessed by the owner alone.
 *
 * A thief claims a position first and reads the slot afterwards. So it is no fault if the word has
 * changed and changed back in between (no ABA problem): the claim is for the item that is there at
 * the moment of the claim. The owner must not reuse the slot before it has been read. Therefore a
 * thief that has read its slot adds 1 to `done_`. Where `done_` equals `top`, all claimed slots have
 * been read. The owner looks at this only when the array seems full.
 *
 * The array has a fixed size: the executor runs a fork as a call when its deque is full.
 */
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"

namespace galois::worklists {

/// A deque with one owner and any number of thieves.
/// @tparam T        trivially copyable and default constructible
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename T, typename Atomics = substrate::DefaultAtomics>
class SplitDeque {
  static_assert(std::is_trivially_copyable<T>::value, "items are not destroyed");

public:
  /// Largest capacity of a deque.
  static constexpr std::uint32_t kMaxCapacity = 1u << 30;

  /// @param capacity  number of slots, a power of two up to kMaxCapacity @throws std::bad_alloc
  explicit SplitDeque(std::uint32_t capacity = 1024)
      : slots_(new typename Atomics::template Plain<T>[capacity]), capacity_(capacity) {
    assert(capacity >= 1 && capacity <= kMaxCapacity && (capacity & (capacity - 1)) == 0);
    // relaxed: no other thread can access this deque yet
    ends_.store(0, order::relaxed);
    done_.store(0, order::relaxed);
    wanted_.store(false, order::relaxed);
  }
  SplitDeque(const SplitDeque&) = delete;
  SplitDeque& operator=(const SplitDeque&) = delete;

  // --- for the owner alone -------------------------------------------------------------------

  /// Adds an item to the private part. O(1). It reads what thieves write only if the array seems
  /// full. The thread that gets the item sees all that the owner wrote before share().
  /// @return false, with the deque unchanged, if the array is full or a thief still reads the slot
  bool tryPush(const T& item) noexcept {
    if (bottom_ - read_ >= capacity_ && !findRoom()) {
      return false;
    }
    slots_[bottom_ & (capacity_ - 1)] = item;
    ++bottom_;
    return true;
  }

  /// Takes the youngest item. O(1). If the private part is empty, it first gets the younger half of
  /// the shared part, in a read-modify-write that is repeated if a thief interferes.
  /// @return false, with `out` unchanged, if there was none
  bool pop(T& out) noexcept {
    if (bottom_ == split_ && !reclaim()) {
      return false;
    }
    --bottom_;
    out = slots_[bottom_ & (capacity_ - 1)];
    return true;
  }

  /// Returns whether a thief found nothing in the shared part since the last share(). This is what
  /// a poll costs: a relaxed load.
  bool wanted() const noexcept { return wanted_.load(order::relaxed); }

  /// Shares the older half of the private items, rounded up, and lowers the flag. Does nothing if
  /// the private part is empty; the flag then stays up. One read-modify-write.
  /// @return the number of items that thieves can take in addition
  std::uint32_t share() noexcept;

  std::uint32_t privateSize() const noexcept { return bottom_ - split_; } ///< items in that part

  // --- for any thread ------------------------------------------------------------------------

  /// Returns whether a steal would probably find nothing. A hint from one relaxed load.
  bool seemsEmpty() const noexcept {
    const Ends ends = ends_.load(order::relaxed);
    return topOf(ends) == splitOf(ends);
  }

  /// Takes the oldest shared item, or raises the flag if there is none. For any thread but the
  /// owner. O(1), never waits.
  /// @param out  written if and only if the result is Steal::kGot
  Steal steal(T& out) noexcept;

private:
  using Position = std::uint32_t; ///< wraps around; the deque is much shorter than that
  /// (split, top), with the split in the upper half, so that adding to the split cannot carry.
  using Ends = std::uint64_t;

  static Position topOf(Ends ends) noexcept { return static_cast<Position>(ends); }
  static Position splitOf(Ends ends) noexcept { return static_cast<Position>(ends >> 32); }
  static Ends endsOf(Position top, Position split) noexcept { return Ends{split} << 32 | top; }

  bool findRoom() noexcept;
  bool reclaim() noexcept;

  // What thieves write is on another cache line than what the owner writes at each push.
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<Ends> ends_;
  typename Atomics::template Atomic<Position> done_; ///< number of claimed slots that were read
  typename Atomics::template Atomic<bool> wanted_;
  alignas(substrate::kCacheLineSize) Position bottom_ = 0;
  Position split_ = 0; ///< as in ends_, which only the owner changes in this half
  Position read_ = 0;  ///< all slots of positions before this one have been read
  std::unique_ptr<typename Atomics::template Plain<T>[]> slots_;
  Position capacity_;
};

template <typename T, typename Atomics>
std::uint32_t SplitDeque<T, Atomics>::share() noexcept {
  const Position count = (privateSize() + 1) / 2;
  if (count == 0) {
    return 0;
  }
  wanted_.store(false, order::relaxed); // a thief that then still finds nothing raises it again
  // (1) release: synchronizes with (2), so that a thief sees the slots and what the items refer to.
  ends_.fetch_add(endsOf(0, count), order::release);
  split_ += count;
  return count;
}

template <typename T, typename Atomics>
bool SplitDeque<T, Atomics>::reclaim() noexcept {
  Ends ends = ends_.load(order::relaxed);
  for (;;) {
    const Position shared = splitOf(ends) - topOf(ends);
    if (shared == 0) {
      return false;
    }
    // The younger half, rounded up, becomes private.
    const Position split = topOf(ends) + shared / 2;
    // relaxed: the owner gets back its own items. As a read-modify-write, it keeps thieves
    // synchronized with (1), which shared what is left.
    if (ends_.compare_exchange_strong(ends, endsOf(topOf(ends), split), order::relaxed,
                                      order::relaxed)) {
      split_ = split;
      return true;
    }
  }
}

template <typename T, typename Atomics>
bool SplitDeque<T, Atomics>::findRoom() noexcept {
  // (4) acquire: synchronizes with (3) of all thieves counted, so that they have read their slots
  // and the owner sees the claims of each. So `top` is read after `done_`. If both are equal, `done_`
  // counts exactly the claims before that top.
  const Position done = done_.load(order::acquire);
  const Position top = topOf(ends_.load(order::relaxed));
  if (done != top) {
    return false;
  }
  read_ = top;
  return bottom_ - read_ < capacity_;
}

template <typename T, typename Atomics>
Steal SplitDeque<T, Atomics>::steal(T& out) noexcept {
  Ends ends = ends_.load(order::relaxed);
  const Position top = topOf(ends);
  if (top == splitOf(ends)) {
    if (!wanted_.load(order::relaxed)) {
      wanted_.store(true, order::relaxed);
    }
    return Steal::kEmpty;
  }
  // (2) acquire: synchronizes with (1). Strong, because a spurious failure would be reported as a
  // lost race.
  if (!ends_.compare_exchange_strong(ends, endsOf(top + 1, splitOf(ends)), order::acquire,
                                     order::relaxed)) {
    return Steal::kLost;
  }
  out = slots_[top & (capacity_ - 1)];
  // (3) release: synchronizes with (4), so that the owner may write the slot again.
  done_.fetch_add(1, order::release);
  return Steal::kGot;
}

} // namespace galois::worklists
