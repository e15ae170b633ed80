/** A map that is a sorted array: compact, quick to search and to iterate, slow to change. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/container/flat_map.hpp>

namespace galois {

/**
 * A map from unique keys to values with the interface of std::map, in an array that is sorted by
 * Compare and uses the allocator of Store. Searching takes O(log n); inserting and erasing also
 * moves all later elements. Every modification invalidates iterators and references. Do not change
 * keys through iterators. Not thread-safe.
 *
 * This is boost::container::flat_map with three promises more: a pair in braces can be inserted,
 * the first of several elements with the same key counts, and at() throws std::out_of_range with
 * every version of Boost.
 */
template <typename Key, typename T, typename Compare = std::less<Key>,
          typename Store = std::vector<std::pair<Key, T>>>
class flat_map
    : public boost::container::flat_map<Key, T, Compare, typename Store::allocator_type> {
  using Base = boost::container::flat_map<Key, T, Compare, typename Store::allocator_type>;

public: /// The types that the functions below name; those of std::map are inherited. @{
  using typename Base::const_iterator;
  using typename Base::iterator;
  using typename Base::value_type;
  /// @}
  flat_map() = default;
  explicit flat_map(const Compare& compare) : Base(compare) {} ///< empty, ordered by `compare`
  /// Inserts the elements of a sequence. The first of several with the same key counts. @{
  template <typename Iter, typename = typename std::iterator_traits<Iter>::iterator_category>
  flat_map(Iter first, Iter last, const Compare& compare = Compare()) : Base(compare) {
    insert(first, last);
  }
  flat_map(std::initializer_list<value_type> items, const Compare& compare = Compare())
      : flat_map(items.begin(), items.end(), compare) {}
  flat_map& operator=(std::initializer_list<value_type> items) {
    flat_map other(items, this->key_comp());
    this->swap(other);
    return *this;
  }
  /// @}
  /// Returns the value of this key.
  /// @throws std::out_of_range if there is none
  /// @{
  T& at(const Key& key) { return const_cast<T&>(std::as_const(*this).at(key)); }
  const T& at(const Key& key) const {
    const const_iterator found = this->find(key);
    if (found == this->end()) {
      throw std::out_of_range("flat_map::at: there is no such key");
    }
    return found->second;
  }
  /// @}
  /// Insert an element unless its key exists. Return the element with this key and, without a
  /// position, whether it is new. A position is ignored. @{
  std::pair<iterator, bool> insert(const value_type& item) {
    return this->try_emplace(item.first, item.second);
  }
  std::pair<iterator, bool> insert(value_type&& item) {
    return this->try_emplace(std::move(item.first), std::move(item.second));
  }
  template <typename Pair, typename = std::enable_if_t<std::is_constructible_v<value_type, Pair&&>>>
  std::pair<iterator, bool> insert(Pair&& item) {
    return insert(value_type(std::forward<Pair>(item)));
  }
  iterator insert(const_iterator, const value_type& item) { return insert(item).first; }
  iterator insert(const_iterator, value_type&& item) { return insert(std::move(item)).first; }
  /// @}
  /// Insert the elements of a sequence whose keys do not exist. The first of several with the same
  /// key counts. Takes O(n log n) for all together. @{
  template <typename Iter, typename = typename std::iterator_traits<Iter>::iterator_category>
  void insert(Iter first, Iter last) {
    auto items = this->extract_sequence();
    const auto sorted = static_cast<std::ptrdiff_t>(items.size());
    for (; first != last; ++first) {
      items.emplace_back(*first);
    }
    const auto before = this->value_comp();
    const auto middle = std::next(items.begin(), sorted);
    std::stable_sort(middle, items.end(), before);
    std::inplace_merge(items.begin(), middle, items.end(), before);
    items.erase(std::unique(items.begin(), items.end(),
                            [&before](const value_type& a, const value_type& b) {
                              return !before(a, b); // sorted, so `b` is not before `a`
                            }),
                items.end());
    this->adopt_sequence(boost::container::ordered_unique_range, std::move(items));
  }
  void insert(std::initializer_list<value_type> items) { insert(items.begin(), items.end()); }
  /// @}
};

} // namespace galois
