/**
 * The private deque of [PD: Acar, Chargueraud, Rainey, "Scheduling Parallel Programs by Work
 * Stealing with Private Deques", PPoPP 2013]: a sequential ring that only its owner accesses. The
 * owner pushes and pops at the young end. Tasks for other threads leave at the old end, and the
 * owner itself takes them out there, because the protocols (StealRequests.h, WorkDealing.h) ask the
 * owner for tasks instead of taking them. So no operation contains an atomic access.
 *
 * Invariant. The items are those at positions [oldest, youngest) of an infinite sequence. Position
 * p is in slot p mod capacity. At most `capacity` items are in the deque. Items leave at the old
 * end in the order in which they were pushed.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace galois::worklists {

/// A double-ended queue that one thread uses. Not thread-safe.
/// @tparam T  trivially copyable and default constructible (both are checked)
template <typename T>
class PrivateDeque {
  static_assert(std::is_trivially_copyable<T>::value, "items are copied between arrays");
  static_assert(std::is_default_constructible<T>::value, "slots are made before their items");

public:
  /// @param capacity  number of slots of the first array, a power of two
  /// @throws std::bad_alloc
  explicit PrivateDeque(std::size_t capacity = 64) : slots_(new T[capacity]), mask_(capacity - 1) {
    assert(capacity >= 1 && (capacity & mask_) == 0);
  }
  PrivateDeque(const PrivateDeque&) = delete;
  PrivateDeque& operator=(const PrivateDeque&) = delete;

  std::size_t capacity() const noexcept { return mask_ + 1; }       ///< number of slots
  std::size_t size() const noexcept { return youngest_ - oldest_; } ///< number of items
  bool empty() const noexcept { return youngest_ == oldest_; }      ///< whether there is no item

  /// Adds an item at the young end. Doubles the array if it is full. O(1) amortised.
  /// @return true @throws std::bad_alloc; the deque is then unchanged
  bool push(const T& item) {
    if (size() == capacity()) {
      grow();
    }
    return tryPush(item);
  }

  /// Adds an item at the young end, unless the array is full. O(1).
  /// @return false, with the deque unchanged, if it was full
  bool tryPush(const T& item) noexcept {
    if (size() == capacity()) {
      return false;
    }
    slots_[youngest_++ & mask_] = item;
    return true;
  }

  /// Takes the youngest item. O(1). @return false, with `out` unchanged, if there was none
  bool pop(T& out) noexcept {
    if (empty()) {
      return false;
    }
    out = slots_[--youngest_ & mask_];
    return true;
  }

  /// Takes the oldest item. O(1). @return false, with `out` unchanged, if there was none
  bool takeOldest(T& out) noexcept { return takeOldest(1, &out) == 1; }

  /// Takes up to `count` of the oldest items, in the order in which they were pushed. O(count).
  /// @return the number of items written to `out`
  std::size_t takeOldest(std::size_t count, T* out) noexcept {
    const std::size_t taken = std::min(count, size());
    for (std::size_t i = 0; i < taken; ++i) {
      out[i] = slots_[oldest_++ & mask_];
    }
    return taken;
  }

  /// Returns the oldest item, without taking it. The deque must not be empty.
  const T& oldest() const noexcept {
    assert(!empty());
    return slots_[oldest_ & mask_];
  }

private:
  /// Moves the items to an array of twice the size. Positions keep their meaning.
  void grow() {
    const std::size_t larger = 2 * capacity();
    std::unique_ptr<T[]> slots(new T[larger]);
    for (std::size_t p = oldest_; p != youngest_; ++p) {
      slots[p & (larger - 1)] = slots_[p & mask_];
    }
    slots_ = std::move(slots);
    mask_ = larger - 1;
  }

  std::unique_ptr<T[]> slots_;
  std::size_t mask_; ///< capacity - 1
  std::size_t oldest_ = 0;
  std::size_t youngest_ = 0;
};

} // namespace galois::worklists
