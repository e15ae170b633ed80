/**
 * A sequential d-ary min-heap: the local queue of the Stealing Multi-Queue [SMQ, section 4].
 *
 * Optimized for the small keys of graph tasks. The children of a node are in one aligned group, so
 * that each level costs one cache line. The smallest child of a full group is found by a tournament
 * of conditional moves instead of unpredictable branches. Removing the minimum moves the hole down
 * to a leaf, and then moves the displaced last item up from there. That item almost always belongs
 * near the leaves, so this saves a comparison and an unpredictable branch per level.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "galois/substrate/Charge.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// A min-heap of trivially copyable items. Not thread-safe.
///
/// @tparam T     item, trivially copyable
/// @tparam Less  strict weak order; `less(a, b)` means that a is more urgent than b
/// @tparam D     number of children per node: 2, 4, 8 or 16
template <typename T, typename Less, unsigned D = 4>
class DAryHeap {
  static_assert(D >= 2 && D <= 16 && (D & (D - 1)) == 0, "arity is 2, 4, 8 or 16");
  static_assert(std::is_trivially_copyable<T>::value, "the heap moves items as bytes");

public:
  explicit DAryHeap(Less less = Less()) : less_(std::move(less)) {}
  DAryHeap(const DAryHeap&) = delete;
  DAryHeap& operator=(const DAryHeap&) = delete;
  ~DAryHeap() { release(base_); }

  bool empty() const noexcept { return size_ == 0; }
  std::size_t size() const noexcept { return size_; }
  const Less& less() const noexcept { return less_; }

  /// Returns the most urgent item. The heap must not be empty. O(1).
  const T& top() const noexcept {
    assert(size_ > 0);
    return items_[0];
  }

  /// Adds an item. O(log_D n), usually O(1) for keys that arrive in roughly ascending order.
  /// @throws std::bad_alloc if the heap cannot grow, and what the comparison throws the first time
  ///         that it sees the item; the heap is then unchanged
  void push(const T& item) {
    const T copy = item;                  // `item` may be in the array that grow() replaces
    static_cast<void>(less_(copy, copy)); // see Indexer.h; costs nothing if it cannot throw
    if (size_ == capacity_) {
      grow();
    }
    rise(size_++, copy);
  }

  /// Removes and returns the most urgent item. The heap must not be empty. O(D log_D n).
  T pop() noexcept {
    assert(size_ > 0);
    const T result = items_[0];
    const T last = items_[--size_];
    if (size_ > 0) {
      rise(sinkHole(), last);
    }
    return result;
  }

  /// Removes up to `max` of the most urgent items, most urgent first. @return their number
  std::size_t popMany(T* out, std::size_t max) noexcept {
    const std::size_t count = max < size_ ? max : size_;
    for (std::size_t i = 0; i < count; ++i) {
      out[i] = pop();
    }
    return count;
  }

  /// Makes room for `items` items in total. Up to that size, push() does not throw.
  /// @throws std::bad_alloc
  void reserve(std::size_t items) {
    while (capacity_ < items) {
      grow();
    }
  }

  /// Removes all items and frees the memory. O(1).
  void clear() noexcept {
    release(base_);
    base_ = items_ = nullptr;
    size_ = capacity_ = 0;
  }

private:
  static constexpr std::size_t kAlignment = alignof(T) > 64 ? alignof(T) : 64;
  static constexpr std::size_t kFirstCapacity =
      std::clamp((std::size_t{64} << 10) / sizeof(T), std::size_t{16}, std::size_t{1024});

  /// An item in a tournament: its position in the group, and its key.
  template <typename Key>
  struct Player {
    unsigned offset;
    Key key;
  };

  /// Returns the key of an item: `less.key(item)` if that exists, else a pointer to the item.
  template <typename L = Less>
  static auto keyOf(const L& less, const T& item, int) -> decltype(less.key(item)) {
    return less.key(item);
  }
  static const T* keyOf(const Less&, const T& item, long) { return &item; }

  template <typename Key>
  bool wins(const Key& a, const Key& b) const noexcept {
    if constexpr (std::is_same<Key, const T*>::value) {
      return less_(*a, *b);
    } else {
      return a < b;
    }
  }

  /// Returns the smallest of the N items at `group + from`. Compiles to conditional moves instead
  /// of branches, and reads each key once.
  template <unsigned N>
  auto leastOf(const T* group, unsigned from) const noexcept {
    if constexpr (N == 1) {
      const auto key = keyOf(less_, group[from], 0);
      return Player<std::remove_const_t<decltype(key)>>{from, key};
    } else {
      const auto left = leastOf<N / 2>(group, from);
      const auto right = leastOf<N / 2>(group, from + N / 2);
      const bool second = wins(right.key, left.key);
      return decltype(leastOf<1>(group, from)){second ? right.offset : left.offset,
                                               second ? right.key : left.key};
    }
  }

  /// Moves the hole at the root down along the smallest children. Returns the leaf where it ends.
  std::size_t sinkHole() noexcept {
    std::size_t hole = 0;
    for (;;) {
      const std::size_t first = hole * D + 1;
      chargeLevel(hole);
      if (first + D <= size_) {
        const std::size_t least = first + leastOf<D>(items_ + first, 0).offset;
        items_[hole] = items_[least];
        hole = least;
        continue;
      }
      if (first >= size_) {
        return hole;
      }
      std::size_t least = first;
      for (std::size_t child = first + 1; child < size_; ++child) {
        if (less_(items_[child], items_[least])) {
          least = child;
        }
      }
      items_[hole] = items_[least];
      return least;
    }
  }

  /// Puts `item` at `hole` or above it, moving less urgent ancestors down.
  void rise(std::size_t hole, const T& item) noexcept {
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / D;
      chargeLevel(parent);
      if (!less_(item, items_[parent])) {
        break;
      }
      items_[hole] = items_[parent];
      hole = parent;
    }
    items_[hole] = item;
  }

  /// Accounts for one step down or up that reads `items_[at]`, on the simulated machine.
  void chargeLevel(std::size_t at) const noexcept {
    substrate::charge(substrate::Work::kLevel);
    substrate::chargeMemory(items_ + at, sizeof(T));
  }

  GALOIS_ATTRIBUTE_NOINLINE void grow() {
    const std::size_t larger = capacity_ ? 2 * capacity_ : kFirstCapacity;
    // D - 1 unused places before the root put every group of children on a multiple of D.
    T* base = static_cast<T*>(
        ::operator new ((larger + D - 1) * sizeof(T), std::align_val_t{kAlignment}));
    T* items = base + (D - 1);
    if (size_ > 0) {
      std::uninitialized_copy(items_, items_ + size_, items);
    }
    release(base_);
    base_ = base;
    items_ = items;
    capacity_ = larger;
  }

  static void release(T* base) noexcept {
    if (base) {
      ::operator delete (base, std::align_val_t{kAlignment});
    }
  }

  T* base_ = nullptr;  ///< the allocated memory
  T* items_ = nullptr; ///< the root
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  Less less_;
};

} // namespace galois::worklists
