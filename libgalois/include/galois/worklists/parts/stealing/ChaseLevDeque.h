/**
 * The work-stealing deque of Chase and Lev ["Dynamic circular work-stealing deque", SPAA 2005] in
 * the C11 version of Le, Pop, Cohen and Zappa Nardelli ["Correct and efficient work-stealing for
 * weak memory models", PPoPP 2013]. Its owner pushes and pops at the bottom without a
 * read-modify-write, except for the last item. Thieves take the oldest item at the top.
 *
 * Invariant. The items in the deque are those at positions [top, bottom) of an infinite sequence.
 * Position p is in slot p mod capacity of the current array. Only the owner writes `bottom_`.
 * `top_` never decreases. An item leaves at the top by the one compare-exchange that moves `top_`
 * past it. It leaves at the bottom by the owner alone, and only while at least one other item is
 * above it.
 *
 * The published version has stand-alone fences for the case that owner and thief compete for the
 * last item. Here the accesses themselves are sequentially consistent, which orders the same pairs
 * and which ThreadSanitizer supports. The owner lowers `bottom_` (3) and then reads `top_` (4); a
 * thief reads `top_` (6) and then `bottom_` (7). All threads agree on one order of these four. So
 * either the owner sees the thief's top and competes for the last item, or the thief sees the
 * owner's bottom and does not take the item. On x86 this costs one exchange per pop, as the fence
 * did.
 *
 * Growing: an array that is too small is replaced by one of twice its size. Old arrays live as long
 * as the deque, because a thief may still be reading one. Together they are smaller than the
 * current array.
 */
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// The result of an attempt to steal.
enum class Steal {
  kGot,   ///< the thief got an item
  kEmpty, ///< it got nothing: at some moment during the call there was no item
  kLost   ///< it got nothing: another thread took the item first; there may be more items
};

/// A work-stealing deque with one owner and any number of thieves.
/// @tparam T        a pointer or another small trivially copyable type (an atomic word holds it)
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename T, typename Atomics = substrate::DefaultAtomics>
class ChaseLevDeque {
  // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
  static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= sizeof(std::uintptr_t),
                "an item is read while another thread may take it: it must fit an atomic word");

public:
  /// @param capacity  number of items of the first array, a power of two
  /// @throws std::bad_alloc
  explicit ChaseLevDeque(std::size_t capacity = 32) {
    assert(capacity >= 1 && (capacity & (capacity - 1)) == 0);
    arrays_.push_back(std::make_unique<Array>(static_cast<Position>(capacity)));
    array_.store(arrays_.back().get(), order::relaxed); // no other thread can access it yet
  }
  ChaseLevDeque(const ChaseLevDeque&) = delete;
  ChaseLevDeque& operator=(const ChaseLevDeque&) = delete;

  // --- for the owner alone -------------------------------------------------------------------

  /// Adds an item at the bottom. O(1) amortised. It reads what thieves write only if the array
  /// seems full. The thread that gets the item sees all that the owner wrote before the push.
  /// @throws std::bad_alloc; the deque is then unchanged
  void push(T item) {
    const Position bottom = bottom_.load(order::relaxed); // only the owner writes it
    Array* array = array_.load(order::relaxed);           // likewise
    if (bottom - knownTop_ >= array->capacity) {
      // (1) acquire: synchronizes with (8), so that a thief that moved the top past a slot has read
      // the slot, and the owner may overwrite it.
      knownTop_ = top_.load(order::acquire);
      if (bottom - knownTop_ >= array->capacity) {
        array = grow(*array, knownTop_, bottom);
      }
    }
    array->slot(bottom).store(item, order::relaxed);
    // (2) release: synchronizes with (7), so that a thief that sees the item's position also sees
    // the slot, the array and what the item refers to.
    bottom_.store(bottom + 1, order::release);
  }

  /// Takes the youngest item. O(1).
  /// @return false, with `out` unchanged, if there was none or a thief took the last one
  bool pop(T& out) noexcept;

  /// Returns the number of items, or more if thieves take some meanwhile; 0 is exact. O(1).
  std::size_t size() const noexcept {
    const Position count = bottom_.load(order::relaxed) - top_.load(order::relaxed);
    return count > 0 ? static_cast<std::size_t>(count) : 0; // -1 after a thief won against a pop
  }

  // --- for any thread ------------------------------------------------------------------------

  /// Returns whether a steal would probably find nothing. This is a hint from two relaxed loads.
  /// For the owner, the answer true is exact.
  bool seemsEmpty() const noexcept {
    return top_.load(order::relaxed) >= bottom_.load(order::relaxed);
  }

  /// Takes the oldest item. For any thread but the owner. O(1), never waits.
  /// @param out  written if and only if the result is Steal::kGot
  Steal steal(T& out) noexcept;

private:
  using Position = std::int64_t;

  struct Array {
    explicit Array(Position size)
        : capacity(size), slots(new Slot[static_cast<std::size_t>(size)]) {}
    auto& slot(Position p) noexcept { return slots[static_cast<std::size_t>(p & (capacity - 1))]; }

    using Slot = typename Atomics::template Atomic<T>;
    const typename Atomics::template Plain<Position> capacity; ///< a power of two
    const std::unique_ptr<Slot[]> slots;
  };

  /// Moves the items [top, bottom) to an array of twice the size.
  Array* grow(Array& old, Position top, Position bottom) {
    auto larger = std::make_unique<Array>(2 * old.capacity);
    for (Position p = top; p < bottom; ++p) {
      larger->slot(p).store(old.slot(p).load(order::relaxed), order::relaxed);
    }
    Array* array = larger.get();
    arrays_.push_back(std::move(larger));
    // (9) release: synchronizes with (10), so that a thief that sees the array sees the items in
    // it.
    array_.store(array, order::release);
    return array;
  }

  // What thieves write is on another cache line than what the owner writes.
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<Position> top_{0};
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<Position> bottom_{0};
  typename Atomics::template Atomic<Array*> array_;
  Position knownTop_ = 0; ///< top_ as the owner last read it; top_ can only have grown since
  std::vector<std::unique_ptr<Array>> arrays_; ///< all arrays so far; the last is the current one
};

template <typename T, typename Atomics>
bool ChaseLevDeque<T, Atomics>::pop(T& out) noexcept {
  const Position bottom = bottom_.load(order::relaxed) - 1;
  if (bottom < top_.load(order::relaxed)) {
    return false; // the top can only have grown since, so `bottom_` need not be lowered
  }
  Array* array = array_.load(order::relaxed);
  // (3) seq_cst: before (4) in the order that all threads agree on. Also releases to
  // (7) what push() wrote, because the thief may read this lower bottom.
  bottom_.store(bottom, order::seq_cst);
  Position top = top_.load(order::seq_cst); // (4) seq_cst: after (3), see the opening comment
  if (top < bottom) {
    // A thief that tries to take this item has read in (6) a top that (4) did not see. So it reads
    // the bottom (7) later than (3), finds it too low, and does not take the item.
    out = array->slot(bottom).load(order::relaxed);
    return true;
  }
  bool won = false;
  if (top == bottom) {
    const T item = array->slot(bottom).load(order::relaxed);
    // (5) release: synchronizes with (6): the last item goes to one of the threads that compete for
    // it. A thief that sees this top then sees the lower bottoms written before it, and no item that
    // was popped.
    won = top_.compare_exchange_strong(top, top + 1, order::release, order::relaxed);
    if (won) {
      out = item;
    }
  }
  // relaxed: the deque is empty, and the top has been moved. A thief that reads this bottom with an
  // older top fails to move the top.
  bottom_.store(bottom + 1, order::relaxed);
  return won;
}

template <typename T, typename Atomics>
Steal ChaseLevDeque<T, Atomics>::steal(T& out) noexcept {
  // (6) seq_cst: before (7), see the opening comment. Also acquires: synchronizes with (5).
  Position top = top_.load(order::seq_cst);
  // (7) seq_cst: after (6). Also acquires: synchronizes with (2) and (3), so that the thief sees
  // the array, the slot and what the item refers to as push() left them.
  const Position bottom = bottom_.load(order::seq_cst);
  if (top >= bottom) {
    return Steal::kEmpty;
  }
  Array* array = array_.load(order::acquire); // (10) acquire: synchronizes with (9)
  const T item = array->slot(top).load(order::relaxed);
  // (8) seq_cst: in one order with (4) and (6) of the others. Also releases to (1) that the slot
  // has been read. Strong, because a spurious failure would be reported as a lost race.
  if (!top_.compare_exchange_strong(top, top + 1, order::seq_cst, order::relaxed)) {
    return Steal::kLost;
  }
  out = item;
  return Steal::kGot;
}

} // namespace galois::worklists
