/**
 * Heaps whose least item comes first, and an ordered set, for one thread or for all at once.
 *
 * The thread-safe ones hold one lock per call, so they serve programs whose items are few, or where
 * the exact order of all threads matters. The policies in worklists/ scale to many threads.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/SharedMemSys.h"
#include "galois/optional.h"
#include "galois/runtime/Mem.h"
#include "galois/substrate/SimpleLock.h"

namespace galois {

namespace internal {

template <typename T, typename = void>
inline constexpr bool kHasEquality = false;
template <typename T>
inline constexpr bool
    kHasEquality<T, std::void_t<decltype(std::declval<const T&>() == std::declval<const T&>())>> =
        true;

} // namespace internal

/**
 * A binary heap in a vector: pop() returns the least item by Compare. push() and pop() take
 * O(log n), find() and remove() O(n). Items are equal if `==` says so or, for types without it, if
 * Compare orders neither before the other. Not thread-safe.
 */
template <typename T, typename Compare = std::less<T>,
          typename Container = std::vector<T, runtime::Pow_2_BlockAllocator<T>>>
class MinHeap {
public: /// The types that a standard container has. Iterators do not change items. @{
  using value_type = T;
  using container_type = Container;
  using value_compare = Compare;
  using size_type = typename Container::size_type;
  using difference_type = typename Container::difference_type;
  using reference = const T&;
  using const_reference = const T&;
  using iterator = typename Container::const_iterator;
  using const_iterator = iterator;
  /// @}
  /// An empty heap, ordered by `compare`.
  explicit MinHeap(const Compare& compare = Compare(), const Container& = Container())
      : compare_(compare) {}
  /// Holds the items [first, last). O(n).
  template <typename Iter, typename = typename std::iterator_traits<Iter>::iterator_category>
  MinHeap(Iter first, Iter last, const Compare& compare = Compare())
      : items_(first, last), compare_(compare) {
    std::make_heap(items_.begin(), items_.end(), behind());
  }

  bool empty() const { return items_.empty(); }    ///< whether there is no item
  size_type size() const { return items_.size(); } ///< the number of items
  void clear() { items_.clear(); }                 ///< removes all items
  void reserve(size_type n) { items_.reserve(n); } ///< reserves memory for n items

  /// Iterate over all items, in no particular order. @{
  const_iterator begin() const { return items_.begin(); }
  const_iterator end() const { return items_.end(); }
  const_iterator cbegin() const { return items_.begin(); }
  const_iterator cend() const { return items_.end(); }
  /// @}
  /// Add an item. @{
  void push(const T& item) { emplace(item); }
  void push(T&& item) { emplace(std::move(item)); }
  template <typename... Args>
  void emplace(Args&&... args) {
    items_.emplace_back(std::forward<Args>(args)...);
    std::push_heap(items_.begin(), items_.end(), behind());
  }
  /// @}
  /// Returns the least item. The heap must not be empty.
  const T& top() const { return items_.front(); }
  /// Removes and returns the least item. The heap must not be empty.
  T pop() {
    std::pop_heap(items_.begin(), items_.end(), behind());
    T item = std::move(items_.back());
    items_.pop_back();
    return item;
  }
  /// Returns whether there is an item equal to `item`.
  bool find(const T& item) const { return search(item) != end(); }
  /// Removes one item that is equal to `item`, and returns whether there was one.
  bool remove(const T& item) {
    const auto at = items_.begin() + (search(item) - begin());
    if (at == items_.end()) {
      return false;
    }
    if (const auto last = items_.end() - 1; at != last) {
      *at = std::move(*last);
    }
    items_.pop_back();
    std::make_heap(items_.begin(), items_.end(), behind());
    return true;
  }

private:
  /// Orders items for the functions of the standard library, whose heaps have the greatest on top.
  auto behind() const {
    return [this](const T& a, const T& b) { return compare_(b, a); };
  }

  const_iterator search(const T& item) const {
    return std::find_if(begin(), end(), [&](const T& other) {
      if constexpr (internal::kHasEquality<T>) {
        return static_cast<bool>(other == item);
      } else {
        return !compare_(other, item) && !compare_(item, other);
      }
    });
  }

  Container items_;
  Compare compare_;
};

/**
 * A set of unique items with the interface of MinHeap. Items are equal if Compare orders neither
 * before the other. Changing it and find() take O(log n). Not thread-safe.
 */
template <typename T, typename Compare = std::less<T>>
class OrderedSet {
  using Set = std::set<T, Compare, runtime::FixedSizeAllocator<T>>;

public: /// The types that a standard container has. Iterators do not change items. @{
  using value_type = T;
  using container_type = Set;
  using value_compare = Compare;
  using size_type = typename Set::size_type;
  using difference_type = typename Set::difference_type;
  using reference = const T&;
  using const_reference = const T&;
  using iterator = typename Set::const_iterator;
  using const_iterator = iterator;
  /// @}
  /// An empty set, ordered by `compare`.
  explicit OrderedSet(const Compare& compare = Compare()) : items_(compare) {}

  bool empty() const { return items_.empty(); }    ///< whether there is no item
  size_type size() const { return items_.size(); } ///< the number of items
  void clear() { items_.clear(); }                 ///< removes all items

  /// Iterate over all items, the least one being the first. @{
  const_iterator begin() const { return items_.begin(); }
  const_iterator end() const { return items_.end(); }
  const_iterator cbegin() const { return items_.begin(); }
  const_iterator cend() const { return items_.end(); }
  /// @}
  /// Add an item unless there is an equal one, and return whether it was added. @{
  bool push(const T& item) { return items_.insert(item).second; }
  bool push(T&& item) { return items_.insert(std::move(item)).second; }
  template <typename... Args>
  bool emplace(Args&&... args) {
    return items_.emplace(std::forward<Args>(args)...).second;
  }
  /// @}
  /// Returns the least item. The set must not be empty.
  const T& top() const { return *items_.begin(); }
  /// Removes and returns the least item. The set must not be empty.
  T pop() { return std::move(items_.extract(items_.begin()).value()); }
  /// Returns whether there is an item equal to `item`.
  bool find(const T& item) const { return items_.find(item) != items_.end(); }
  /// Removes the item that is equal to `item`, and returns whether there was one.
  bool remove(const T& item) { return items_.erase(item) != 0; }

private:
  Set items_;
};

/**
 * A Queue, which is a MinHeap or an OrderedSet, that all threads may use at once. Only moving,
 * assigning and iterating exclude calls of other threads. A thread that does not know whether there
 * is an item calls tryPop(), since empty() may be out of date when it returns.
 */
template <typename Queue>
class ThreadSafeQueue {
public: /// The types that Queue has. Iterators do not change items. @{
  using value_type = typename Queue::value_type;
  using container_type = typename Queue::container_type;
  using value_compare = typename Queue::value_compare;
  using size_type = typename Queue::size_type;
  using difference_type = typename Queue::difference_type;
  using reference = typename Queue::reference;
  using const_reference = typename Queue::const_reference;
  using iterator = typename Queue::const_iterator;
  using const_iterator = typename Queue::const_iterator;
  /// @}
  /// An empty queue, ordered by `compare`.
  explicit ThreadSafeQueue(const value_compare& compare = value_compare()) : queue_(compare) {}

  /// Return whether there is no item, and the number of items. @{
  bool empty() const {
    return locked([this] { return queue_.empty(); });
  }
  size_type size() const {
    return locked([this] { return queue_.size(); });
  }
  /// @}
  /// Removes all items.
  void clear() {
    locked([this] { queue_.clear(); });
  }
  /// Iterate over all items in the order of Queue. @{
  const_iterator begin() const { return queue_.begin(); }
  const_iterator end() const { return queue_.end(); }
  const_iterator cbegin() const { return queue_.begin(); }
  const_iterator cend() const { return queue_.end(); }
  /// @}
  /// Add an item. An OrderedSet returns whether it was added, a MinHeap nothing. @{
  auto push(const value_type& item) {
    return locked([&] { return queue_.push(item); });
  }
  auto push(value_type&& item) {
    return locked([&] { return queue_.push(std::move(item)); });
  }
  template <typename... Args>
  auto emplace(Args&&... args) {
    return locked([&] { return queue_.emplace(std::forward<Args>(args)...); });
  }
  /// @}
  /// Returns a copy of the least item. The queue must not be empty.
  value_type top() const {
    return locked([this] { return queue_.top(); });
  }
  /// Removes and returns the least item. The queue must not be empty.
  value_type pop() {
    return locked([this] { return queue_.pop(); });
  }
  /// Removes and returns the least item, if there is one.
  optional<value_type> tryPop() {
    return locked([this] {
      optional<value_type> item;
      if (!queue_.empty()) {
        item.emplace(queue_.pop());
      }
      return item;
    });
  }
  /// Returns whether there is an item equal to `item`.
  bool find(const value_type& item) const {
    return locked([&] { return queue_.find(item); });
  }
  /// Removes one item that is equal to `item`, and returns whether there was one.
  bool remove(const value_type& item) {
    return locked([&] { return queue_.remove(item); });
  }

private:
  /// Returns step() under the lock.
  template <typename Step>
  auto locked(const Step& step) const {
    MAKE_LOCK_GUARD(lock_);
    return step();
  }

  Queue queue_;
  substrate::SimpleLock lock_;
};

/// A heap that all threads may use at once.
template <typename T, typename Compare = std::less<T>>
using ThreadSafeMinHeap = ThreadSafeQueue<MinHeap<T, Compare>>;

/// A set of unique items that all threads may use at once; pop() returns the least one.
template <typename T, typename Compare = std::less<T>>
using ThreadSafeOrderedSet = ThreadSafeQueue<OrderedSet<T, Compare>>;

} // namespace galois
