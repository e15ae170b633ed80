/** Standard containers with Galois' allocators, and helpers for iterator ranges. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "galois/Mem.h"
#include "galois/PriorityQueue.h"

namespace galois {

namespace gstl {
/// The standard containers, and their allocators. @{
template <typename T>
using Pow2Alloc = Pow_2_VarSizeAlloc<T>;
template <typename T>
using FixedSizeAlloc = FixedSizeAllocator<T>;

template <typename T, typename Alloc = Pow2Alloc<T>>
using Vector = std::vector<T, Alloc>;
template <typename T, typename Alloc = Pow2Alloc<T>>
using Deque = std::deque<T, Alloc>;
template <typename T, typename Alloc = FixedSizeAlloc<T>>
using List = std::list<T, Alloc>;
template <typename T, typename Compare = std::less<T>, typename Alloc = FixedSizeAlloc<T>>
using Set = std::set<T, Compare, Alloc>;
template <typename K, typename V, typename Compare = std::less<K>,
          typename Alloc = FixedSizeAlloc<std::pair<const K, V>>>
using Map = std::map<K, V, Compare, Alloc>;
template <typename T, typename Hash = std::hash<T>, typename KeyEqual = std::equal_to<T>,
          typename Alloc = FixedSizeAlloc<T>>
using UnorderedSet = std::unordered_set<T, Hash, KeyEqual, Alloc>;
template <typename K, typename V, typename Hash = std::hash<K>,
          typename KeyEqual = std::equal_to<K>,
          typename Alloc = FixedSizeAlloc<std::pair<const K, V>>>
using UnorderedMap = std::unordered_map<K, V, Hash, KeyEqual, Alloc>;
/// The least item comes first, and pop() returns it, unlike those of std::priority_queue.
template <typename T, typename Compare = std::less<T>, typename Container = Vector<T>>
using PQ = MinHeap<T, Compare, Container>;

using Str = std::basic_string<char, std::char_traits<char>, Pow2Alloc<char>>;
/// @}
/// Returns the text that streaming the arguments one after the other writes.
template <typename... Args>
Str makeStr(const Args&... args) {
  std::basic_ostringstream<char, std::char_traits<char>, Pow2Alloc<char>> os;
  static_cast<void>((os << ... << args));
  return Str(os.str());
}

} // namespace gstl

namespace internal {

/// What SerFIFO and SerStack share: all but the end at which items leave.
template <typename T, typename Container>
class SerItems {
public: /// The type of an item.
  using value_type = T;
  /// Adds an item. @{
  void push(const T& x) { items_.push_back(x); }
  void push(T&& x) { items_.push_back(std::move(x)); }
  template <typename... Args>
  void emplace(Args&&... args) {
    items_.emplace_back(std::forward<Args>(args)...);
  }
  /// @}
  bool empty() const { return items_.empty(); }      ///< whether there is no item
  std::size_t size() const { return items_.size(); } ///< the number of items
  void clear() { items_.clear(); }                   ///< removes all items
  auto begin() const { return items_.begin(); }      ///< the first item
  auto end() const { return items_.end(); }          ///< the end of the items

protected:
  Container items_;
};

} // namespace internal

/// A sequential first-in first-out queue.
template <typename T, typename Container = gstl::Deque<T>>
class SerFIFO : public internal::SerItems<T, Container> {
public:
  /// Removes and returns the oldest item. The queue must not be empty.
  T pop() {
    T x = std::move(this->items_.front());
    this->items_.pop_front();
    return x;
  }
};

/// A sequential last-in first-out stack.
template <typename T, typename Container = gstl::Vector<T>>
class SerStack : public internal::SerItems<T, Container> {
public:
  /// Removes and returns the newest item. The stack must not be empty.
  T pop() {
    T x = std::move(this->items_.back());
    this->items_.pop_back();
    return x;
  }
};

/// Makes a range from a pair of iterators.
template <typename I>
class IterRange {
public: /// The range [b, e). @{
  IterRange(I b, I e) : begin_(std::move(b)), end_(std::move(e)) {}
  I begin() const { return begin_; }
  I end() const { return end_; }
  /// @}
private:
  I begin_;
  I end_;
};
/// Returns the range [b, e).
template <typename I>
IterRange<I> makeIterRange(I b, I e) {
  return IterRange<I>(std::move(b), std::move(e));
}

/// Returns a view of a whole container, which must outlive it.
template <typename C>
auto makeIterRange(C& cont) {
  return makeIterRange(cont.begin(), cont.end());
}

namespace internal {

template <typename Iter>
inline constexpr bool isRandomAccess =
    std::is_convertible_v<typename std::iterator_traits<Iter>::iterator_category,
                          std::random_access_iterator_tag>;

} // namespace internal

/// Returns the iterator `n` steps after `b`, or `e` if that comes first. Constant time for
/// random-access iterators, O(n) otherwise.
template <typename Iter>
Iter safe_advance(Iter b, Iter e, std::size_t n) {
  if constexpr (internal::isRandomAccess<Iter>) {
    const auto length = static_cast<std::size_t>(std::distance(b, e));
    std::advance(b, std::min(length, n));
  } else {
    for (; n != 0 && b != e; --n) {
      ++b;
    }
  }
  return b;
}

/// Returns the point that splits [b, e) into two halves. If their sizes differ, the first one is
/// larger.
template <typename Iter>
Iter split_range(Iter b, Iter e) {
  const auto length = std::distance(b, e);
  std::advance(b, (length + 1) / 2);
  return b;
}

/// Returns block `id` (< num) when [b, e) is split into `num` blocks. Each block has size ceil((e -
/// b) / num), except that the last ones may be shorter or empty. I is an integer or an iterator
/// type.
template <typename I>
std::pair<I, I> block_range(I b, I e, unsigned id, unsigned num) {
  if constexpr (std::is_integral_v<I>) {
    using Size = std::make_unsigned_t<I>;
    const auto length = static_cast<std::size_t>(static_cast<Size>(e) - static_cast<Size>(b));
    const std::size_t block = length / num + (length % num != 0 ? 1 : 0);
    const std::size_t first = std::min<std::size_t>(block * id, length);
    const std::size_t last = first + std::min<std::size_t>(block, length - first);
    return {static_cast<I>(static_cast<Size>(b) + static_cast<Size>(first)),
            static_cast<I>(static_cast<Size>(b) + static_cast<Size>(last))};
  } else {
    const auto length = static_cast<std::size_t>(std::distance(b, e));
    const std::size_t block = length / num + (length % num != 0 ? 1 : 0);
    I first = safe_advance(b, e, std::min<std::size_t>(block * id, length));
    I last = safe_advance(first, e, block);
    return {std::move(first), std::move(last)};
  }
}

} // namespace galois
