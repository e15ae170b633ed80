/** A map that is a sorted array: compact, quick to search and to iterate, slow to change. */
#ifndef GALOIS_FLATMAP_H
#define GALOIS_FLATMAP_H

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace galois {

/**
 * A map from unique keys to values with the interface of std::map, in a vector that is sorted by
 * Compare. Searching takes O(log n); inserting and erasing also moves all later elements.
 * Every modification invalidates iterators and references. Do not change keys through iterators.
 * Not thread-safe.
 */
template <typename Key, typename T, typename Compare = std::less<Key>,
          typename Store = std::vector<std::pair<Key, T>>>
class flat_map {
public: /// The types that a std::map has; the key in value_type is not const. @{
  using key_type = Key;
  using mapped_type = T;
  using value_type = std::pair<Key, T>;
  using key_compare = Compare;
  using size_type = typename Store::size_type;
  using difference_type = typename Store::difference_type;
  using allocator_type = typename Store::allocator_type;
  using reference = typename Store::reference;
  using const_reference = typename Store::const_reference;
  using pointer = typename Store::pointer;
  using const_pointer = typename Store::const_pointer;
  using iterator = typename Store::iterator;
  using const_iterator = typename Store::const_iterator;
  using reverse_iterator = typename Store::reverse_iterator;
  using const_reverse_iterator = typename Store::const_reverse_iterator;
  /// @}
  /// Orders elements by their keys.
  class value_compare {
  public:
    /// Returns whether the key of `a` comes before that of `b`.
    bool operator()(const value_type& a, const value_type& b) const {
      return compare_(a.first, b.first);
    }

  private:
    friend class flat_map;
    explicit value_compare(Compare compare) : compare_(std::move(compare)) {}
    Compare compare_;
  };

  flat_map() = default;
  explicit flat_map(const Compare& compare) : compare_(compare) {} ///< empty, ordered by `compare`
  /// Inserts the elements of a sequence. The first of several with the same key counts. @{
  template <typename Iter, typename = typename std::iterator_traits<Iter>::iterator_category>
  flat_map(Iter first, Iter last, const Compare& compare = Compare()) : compare_(compare) {
    insert(first, last);
  }
  flat_map(std::initializer_list<value_type> items, const Compare& compare = Compare())
      : flat_map(items.begin(), items.end(), compare) {}
  flat_map& operator=(std::initializer_list<value_type> items) {
    flat_map other(items, compare_);
    swap(other);
    return *this;
  }
  /// @}
  /// Exchanges the elements, in constant time. @{
  void swap(flat_map& other) {
    using std::swap;
    swap(compare_, other.compare_);
    swap(items_, other.items_);
  }
  friend void swap(flat_map& a, flat_map& b) { a.swap(b); }
  /// @}
  /// Iterate over all elements, in the order of their keys or backwards. @{
  iterator begin() { return items_.begin(); }
  iterator end() { return items_.end(); }
  const_iterator begin() const { return items_.begin(); }
  const_iterator end() const { return items_.end(); }
  const_iterator cbegin() const { return items_.begin(); }
  const_iterator cend() const { return items_.end(); }
  reverse_iterator rbegin() { return items_.rbegin(); }
  reverse_iterator rend() { return items_.rend(); }
  const_reverse_iterator rbegin() const { return items_.rbegin(); }
  const_reverse_iterator rend() const { return items_.rend(); }
  const_reverse_iterator crbegin() const { return items_.rbegin(); }
  const_reverse_iterator crend() const { return items_.rend(); }
  /// @}
  bool empty() const { return items_.empty(); }            ///< whether there is no element
  size_type size() const { return items_.size(); }         ///< the number of elements
  size_type max_size() const { return items_.max_size(); } ///< the greatest possible size
  void clear() { items_.clear(); }                         ///< removes all elements
  void reserve(size_type n) { items_.reserve(n); }         ///< reserves memory for n elements
  void shrink_to_fit() { items_.shrink_to_fit(); }         ///< frees unused memory
  key_compare key_comp() const { return compare_; }        ///< what orders keys
  value_compare value_comp() const { return value_compare(compare_); }    ///< what orders elements
  allocator_type get_allocator() const { return items_.get_allocator(); } ///< the allocator

  /// Return the first element whose key is not less than `key`. @{
  iterator lower_bound(const Key& key) {
    return std::lower_bound(begin(), end(), key, beforeKey());
  }
  const_iterator lower_bound(const Key& key) const {
    return std::lower_bound(begin(), end(), key, beforeKey());
  }
  /// @}
  /// Return the first element whose key is greater than `key`. @{
  iterator upper_bound(const Key& key) { return std::next(begin(), behind(key)); }
  const_iterator upper_bound(const Key& key) const { return std::next(begin(), behind(key)); }
  /// @}
  /// Return the range of elements with this key: one or none. @{
  std::pair<iterator, iterator> equal_range(const Key& key) {
    return {lower_bound(key), upper_bound(key)};
  }
  std::pair<const_iterator, const_iterator> equal_range(const Key& key) const {
    return {lower_bound(key), upper_bound(key)};
  }
  /// @}
  /// Return the element with this key, or end(). @{
  iterator find(const Key& key) {
    const iterator at = lower_bound(key);
    return isAt(at, key) ? at : end();
  }
  const_iterator find(const Key& key) const {
    const const_iterator at = lower_bound(key);
    return isAt(at, key) ? at : end();
  }
  /// @}
  size_type count(const Key& key) const { return contains(key) ? 1 : 0; } ///< one or none
  bool contains(const Key& key) const { return find(key) != end(); }      ///< whether there is one

  /// Returns the value of this key.
  /// @throws std::out_of_range if there is none
  /// @{
  T& at(const Key& key) { return const_cast<T&>(std::as_const(*this).at(key)); }
  const T& at(const Key& key) const {
    const const_iterator found = find(key);
    if (found == end()) {
      throw std::out_of_range("flat_map::at: there is no such key");
    }
    return found->second;
  }
  /// @}
  /// Return the value of this key. If there is none, insert T(). @{
  T& operator[](const Key& key) { return try_emplace(key).first->second; }
  T& operator[](Key&& key) { return try_emplace(std::move(key)).first->second; }
  /// @}
  /// Inserts an element made of `key` and T(args...), unless the key exists. Returns the element
  /// with this key and whether it is new.
  template <typename K, typename... Args>
  std::pair<iterator, bool> try_emplace(K&& key, Args&&... args) {
    const iterator at = lower_bound(key);
    if (isAt(at, key)) {
      return {at, false};
    }
    return {items_.emplace(at, std::piecewise_construct,
                           std::forward_as_tuple(std::forward<K>(key)),
                           std::forward_as_tuple(std::forward<Args>(args)...)),
            true};
  }
  /// Inserts an element, or assigns its value if the key exists. Returns what try_emplace() does.
  template <typename K, typename V>
  std::pair<iterator, bool> insert_or_assign(K&& key, V&& value) {
    const iterator at = lower_bound(key);
    if (isAt(at, key)) {
      at->second = std::forward<V>(value);
      return {at, false};
    }
    return {items_.emplace(at, std::forward<K>(key), std::forward<V>(value)), true};
  }

  /// Insert an element unless its key exists. Return the element with this key and, without a
  /// position, whether it is new. A position is ignored. @{
  template <typename... Args>
  std::pair<iterator, bool> emplace(Args&&... args) {
    return insert(value_type(std::forward<Args>(args)...));
  }
  template <typename... Args>
  iterator emplace_hint(const_iterator, Args&&... args) {
    return emplace(std::forward<Args>(args)...).first;
  }
  std::pair<iterator, bool> insert(const value_type& item) {
    return try_emplace(item.first, item.second);
  }
  std::pair<iterator, bool> insert(value_type&& item) {
    return try_emplace(std::move(item.first), std::move(item.second));
  }
  template <typename Pair, typename = std::enable_if_t<std::is_constructible_v<value_type, Pair&&>>>
  std::pair<iterator, bool> insert(Pair&& item) {
    return emplace(std::forward<Pair>(item));
  }
  iterator insert(const_iterator, const value_type& item) { return insert(item).first; }
  iterator insert(const_iterator, value_type&& item) { return insert(std::move(item)).first; }
  /// @}
  /// Insert the elements of a sequence whose keys do not exist. The first of several with the same
  /// key counts. Takes O(n log n) for all together. @{
  template <typename Iter, typename = typename std::iterator_traits<Iter>::iterator_category>
  void insert(Iter first, Iter last) {
    const auto sorted = static_cast<difference_type>(size());
    for (; first != last; ++first) {
      items_.emplace_back(*first);
    }
    const auto before = value_comp();
    const iterator middle = std::next(begin(), sorted);
    std::stable_sort(middle, end(), before);
    std::inplace_merge(begin(), middle, end(), before);
    items_.erase(std::unique(begin(), end(),
                             [&before](const value_type& a, const value_type& b) {
                               return !before(a, b); // sorted, so `b` is not before `a`
                             }),
                 end());
  }
  void insert(std::initializer_list<value_type> items) { insert(items.begin(), items.end()); }
  /// @}
  /// Erase the element at a position, or those of a range, and return what follows. @{
  iterator erase(const_iterator at) { return items_.erase(at); }
  iterator erase(iterator at) { return items_.erase(at); }
  iterator erase(const_iterator first, const_iterator last) { return items_.erase(first, last); }
  /// @}
  /// Erases the element with this key, and returns the number of elements that were erased.
  size_type erase(const Key& key) {
    const iterator at = find(key);
    if (at == end()) {
      return 0;
    }
    items_.erase(at);
    return 1;
  }

  /// Compare element by element, as maps do. @{
  friend bool operator==(const flat_map& a, const flat_map& b) { return a.items_ == b.items_; }
  friend bool operator!=(const flat_map& a, const flat_map& b) { return !(a == b); }
  friend bool operator<(const flat_map& a, const flat_map& b) { return a.items_ < b.items_; }
  friend bool operator>(const flat_map& a, const flat_map& b) { return b < a; }
  friend bool operator<=(const flat_map& a, const flat_map& b) { return !(b < a); }
  friend bool operator>=(const flat_map& a, const flat_map& b) { return !(a < b); }
  /// @}
private:
  auto beforeKey() const {
    return [this](const value_type& item, const Key& key) { return compare_(item.first, key); };
  }

  /// Returns whether the element at lower_bound(key) has this key.
  bool isAt(const_iterator at, const Key& key) const {
    return at != end() && !compare_(key, at->first);
  }

  /// Returns the number of elements whose keys are not greater than `key`.
  difference_type behind(const Key& key) const {
    const const_iterator at = lower_bound(key);
    return at - begin() + (isAt(at, key) ? 1 : 0);
  }

  Compare compare_;
  Store items_;
};

} // namespace galois

#endif
