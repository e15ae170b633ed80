/**
 * Small containers whose capacity is fixed when they are compiled, so they allocate no memory.
 *
 * FixedSizeRing is a double-ended queue and keeps the order of its elements. FixedSizeBag does not
 * promise an order, and ConcurrentFixedSizeBag is a bag that all threads may use at once. What adds
 * an element returns a null pointer if the container is full, and what removes one returns an empty
 * optional or false if there is none.
 */
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "galois/LazyArray.h"
#include "galois/PositionIterator.h"
#include "galois/optional.h"
#include "galois/substrate/SimpleLock.h"

namespace galois {

/**
 * A ring buffer of up to ChunkSize elements, with random access. Operations at the two ends take
 * constant time; those in the middle move the elements behind the position. Every modification
 * invalidates iterators, except that operations at an end keep references to the other elements
 * valid. Not thread-safe.
 */
template <typename T, unsigned ChunkSize = 64>
class FixedSizeRing {
  static_assert(ChunkSize > 0, "a ring holds at least one element");

  /// The place of an element, counted from the first one.
  struct Position {
    T& element() const { return const_cast<FixedSizeRing*>(ring)->getAt(at); }
    void increment() { ++at; }
    void decrement() { --at; }
    void advance(std::ptrdiff_t n) { at += static_cast<std::size_t>(n); }
    std::ptrdiff_t distanceTo(const Position& other) const {
      return static_cast<std::ptrdiff_t>(other.at) - static_cast<std::ptrdiff_t>(at);
    }
    bool operator==(const Position& other) const { return at == other.at && ring == other.ring; }

    const FixedSizeRing* ring = nullptr;
    std::size_t at = 0;
  };
  template <typename U>
  using Iterator = internal::PositionIterator<Position, U, std::random_access_iterator_tag>;

public: /// The types that a standard container has. @{
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = Iterator<T>;
  using const_iterator = Iterator<const T>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  /// @}
  FixedSizeRing() = default;
  /// Copies the elements [first, last), of which there are at most ChunkSize.
  template <typename Iter>
  FixedSizeRing(Iter first, Iter last) : FixedSizeRing() {
    for (; first != last; ++first) {
      emplace_back(*first);
    }
  }
  /// Copies or moves all elements. A ring from which they were moved is empty. @{
  FixedSizeRing(const FixedSizeRing& other) : FixedSizeRing(other.begin(), other.end()) {}
  FixedSizeRing(FixedSizeRing&& other) noexcept(std::is_nothrow_move_constructible_v<T>)
      : FixedSizeRing() {
    takeAll(other);
  }
  FixedSizeRing& operator=(const FixedSizeRing& other) {
    if (this != &other) {
      FixedSizeRing copy(other);
      *this = std::move(copy);
    }
    return *this;
  }
  FixedSizeRing&
  operator=(FixedSizeRing&& other) noexcept(std::is_nothrow_move_constructible_v<T>) {
    if (this != &other) {
      clear();
      takeAll(other);
    }
    return *this;
  }
  /// @}
  ~FixedSizeRing() { clear(); }

  size_type size() const { return count_; }                    ///< the number of elements
  bool empty() const { return count_ == 0; }                   ///< whether there is none
  bool full() const { return count_ == ChunkSize; }            ///< whether there is no room
  static constexpr size_type max_size() { return ChunkSize; }  ///< the capacity
  static constexpr size_type capacity() { return max_size(); } ///< the same

  /// Returns the element at position `i` (< size()). @{
  reference getAt(size_type i) { return items_[slot(i)]; }
  const_reference getAt(size_type i) const { return items_[slot(i)]; }
  reference operator[](size_type i) { return getAt(i); }
  const_reference operator[](size_type i) const { return getAt(i); }
  /// @}
  /// Return the first and the last element. The ring must not be empty. @{
  reference front() { return getAt(0); }
  const_reference front() const { return getAt(0); }
  reference back() { return getAt(count_ - 1U); }
  const_reference back() const { return getAt(count_ - 1U); }
  /// @}
  /// Iterate over all elements, from the first to the last or backwards. @{
  iterator begin() { return iterator({this, 0}); }
  iterator end() { return iterator({this, count_}); }
  const_iterator begin() const { return const_iterator({this, 0}); }
  const_iterator end() const { return const_iterator({this, count_}); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return rbegin(); }
  const_reverse_iterator crend() const { return rend(); }
  /// @}
  /// Add an element at an end, and return its address or null if the ring is full. @{
  template <typename... Args>
  pointer emplace_front(Args&&... args) {
    if (full()) {
      return nullptr;
    }
    const unsigned at = first_ == 0 ? ChunkSize - 1 : first_ - 1;
    items_.emplace(at, std::forward<Args>(args)...);
    first_ = at;
    ++count_;
    return &items_[at];
  }
  template <typename... Args>
  pointer emplace_back(Args&&... args) {
    if (full()) {
      return nullptr;
    }
    const size_type at = slot(count_);
    items_.emplace(at, std::forward<Args>(args)...);
    ++count_;
    return &items_[at];
  }
  template <typename U>
  pointer push_front(U&& item) {
    return emplace_front(std::forward<U>(item));
  }
  template <typename U>
  pointer push_back(U&& item) {
    return emplace_back(std::forward<U>(item));
  }
  /// @}
  /// Adds an element before `position`, and returns its address or null if the ring is full.
  template <typename... Args>
  pointer emplace(const_iterator position, Args&&... args) {
    const size_type at = position.position().at;
    if (at == 0) {
      return emplace_front(std::forward<Args>(args)...);
    }
    if (full()) {
      return nullptr;
    }
    T made(std::forward<Args>(args)...); // an argument may be an element that moves
    if (at == count_) {
      return emplace_back(std::move(made));
    }
    emplace_back(std::move(back()));
    for (size_type i = count_ - 2U; i > at; --i) {
      getAt(i) = std::move(getAt(i - 1));
    }
    getAt(at) = std::move(made);
    return &getAt(at);
  }

  /// Remove the element at an end, and return whether there was one. @{
  bool pop_front() {
    if (empty()) {
      return false;
    }
    items_.destroy(first_);
    first_ = static_cast<unsigned>(slot(1));
    --count_;
    return true;
  }
  bool pop_back() {
    if (empty()) {
      return false;
    }
    items_.destroy(slot(count_ - 1U));
    --count_;
    return true;
  }
  /// @}
  /// Remove and return the element at an end, if there is one. @{
  optional<T> extract_front() {
    optional<T> item;
    if (!empty()) {
      item.emplace(std::move(front()));
      pop_front();
    }
    return item;
  }
  optional<T> extract_back() {
    optional<T> item;
    if (!empty()) {
      item.emplace(std::move(back()));
      pop_back();
    }
    return item;
  }
  /// @}
  /// Removes the element at `position` and returns the position behind it.
  iterator erase(const_iterator position) {
    const size_type at = position.position().at;
    if (at == 0) {
      pop_front();
      return begin();
    }
    for (size_type i = at + 1; i < count_; ++i) {
      getAt(i - 1) = std::move(getAt(i));
    }
    pop_back();
    return iterator({this, at});
  }

  /// Removes all elements.
  void clear() {
    while (pop_front()) {
    }
    first_ = 0;
  }

private:
  size_type slot(size_type i) const {
    const size_type at = first_ + i;
    return at < ChunkSize ? at : at - ChunkSize;
  }

  void takeAll(FixedSizeRing& other) {
    while (!other.empty()) {
      emplace_back(std::move(other.front()));
      other.pop_front();
    }
  }

  LazyArray<T, ChunkSize> items_;
  unsigned first_ = 0;
  unsigned count_ = 0;
};

/**
 * A collection of up to ChunkSize elements without a promised order; elements are in fact removed
 * in the reverse order of insertion, from whichever end. If Concurrent is true, all threads may add
 * and remove elements at once, for which a lock is held briefly; iteration, references to elements
 * and clear() still exclude concurrent changes. A bag can be neither copied nor moved.
 */
template <typename T, unsigned ChunkSize, bool Concurrent>
class FixedSizeBagBase {
  static_assert(ChunkSize > 0, "a bag holds at least one element");

public: /// The types that a standard container has. @{
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = T*;
  using const_iterator = const T*;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  /// @}
  FixedSizeBagBase() = default;
  /// Copies the elements [first, last), of which there are at most ChunkSize.
  template <typename Iter>
  FixedSizeBagBase(Iter first, Iter last) : FixedSizeBagBase() {
    for (; first != last; ++first) {
      emplace_back(*first);
    }
  }
  FixedSizeBagBase(const FixedSizeBagBase&) = delete;
  FixedSizeBagBase& operator=(const FixedSizeBagBase&) = delete;
  ~FixedSizeBagBase() { clear(); }

  size_type size() const {
    return locked([this] { return size_type{count_}; });
  }                                                           ///< elements
  bool empty() const { return size() == 0; }                  ///< whether there is no element
  bool full() const { return size() == ChunkSize; }           ///< whether there is no room
  static constexpr size_type max_size() { return ChunkSize; } ///< the capacity

  /// Return the element that would be removed next. The bag must not be empty. @{
  reference front() { return items_[size() - 1]; }
  const_reference front() const { return items_[size() - 1]; }
  reference back() { return front(); }
  const_reference back() const { return front(); }
  /// @}
  /// Iterate over all elements. @{
  iterator begin() { return items_.data(); }
  iterator end() { return items_.data() + size(); }
  const_iterator begin() const { return items_.data(); }
  const_iterator end() const { return items_.data() + size(); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  /// @}
  /// Add an element, and return its address or null if the bag is full. @{
  template <typename... Args>
  pointer emplace_back(Args&&... args) {
    return locked([&]() -> pointer {
      if (count_ == ChunkSize) {
        return nullptr;
      }
      items_.emplace(count_, std::forward<Args>(args)...);
      return &items_[count_++];
    });
  }
  template <typename... Args>
  pointer emplace_front(Args&&... args) {
    return emplace_back(std::forward<Args>(args)...);
  }
  template <typename U>
  pointer push_back(U&& item) {
    return emplace_back(std::forward<U>(item));
  }
  template <typename U>
  pointer push_front(U&& item) {
    return emplace_back(std::forward<U>(item));
  }
  /// @}
  /// Remove an element, and return whether there was one. @{
  bool pop_back() {
    return locked([this] {
      if (count_ == 0) {
        return false;
      }
      items_.destroy(--count_);
      return true;
    });
  }
  bool pop_front() { return pop_back(); }
  /// @}
  /// Remove and return an element, if there is one. @{
  optional<T> extract_back() {
    return locked([this] {
      optional<T> item;
      if (count_ != 0) {
        item.emplace(std::move(items_[count_ - 1]));
        items_.destroy(--count_);
      }
      return item;
    });
  }
  optional<T> extract_front() { return extract_back(); }
  /// @}
  /// Removes all elements.
  void clear() {
    while (pop_back()) {
    }
  }

private:
  /// Runs step() under the lock of a concurrent bag, and returns its result.
  template <typename Step>
  auto locked(const Step& step) const {
    MAKE_LOCK_GUARD(lock_);
    return step();
  }

  substrate::CondLock<Concurrent> lock_;
  unsigned count_ = 0;
  LazyArray<T, ChunkSize> items_;
};

/// A bag for one thread at a time. See FixedSizeBagBase.
template <typename T, unsigned ChunkSize = 64>
using FixedSizeBag = FixedSizeBagBase<T, ChunkSize, false>;

/// A bag that all threads may add to and remove from at once. See FixedSizeBagBase.
template <typename T, unsigned ChunkSize = 64>
using ConcurrentFixedSizeBag = FixedSizeBagBase<T, ChunkSize, true>;

} // namespace galois
