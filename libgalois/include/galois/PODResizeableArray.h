/** A vector of plain data that leaves new elements uninitialised when it grows. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace galois {

/// Offers the interface of std::vector for trivially copyable T, but resize() leaves new elements
/// uninitialised. It is movable, but not copyable. Growing throws std::bad_alloc if there is no
/// memory.
template <typename T>
class PODResizeableArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>,
                "elements are moved as raw bytes");

public: /// The types and functions of std::vector. @{
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

  PODResizeableArray() = default;
  explicit PODResizeableArray(size_type n) { resize(n); }
  template <typename Iter, typename = typename std::iterator_traits<Iter>::iterator_category>
  PODResizeableArray(Iter first, Iter last) {
    insert(end(), first, last);
  }
  ~PODResizeableArray() { std::free(data_); }

  PODResizeableArray(PODResizeableArray&& other) noexcept { swap(other); }
  PODResizeableArray& operator=(PODResizeableArray&& other) noexcept {
    PODResizeableArray taken(std::move(other));
    swap(taken);
    return *this;
  }
  PODResizeableArray(const PODResizeableArray&) = delete;
  PODResizeableArray& operator=(const PODResizeableArray&) = delete;

  void swap(PODResizeableArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  iterator begin() { return data_; }
  const_iterator begin() const { return data_; }
  const_iterator cbegin() const { return data_; }
  iterator end() { return data_ + size_; }
  const_iterator end() const { return data_ + size_; }
  const_iterator cend() const { return data_ + size_; }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }

  size_type size() const { return size_; }
  size_type capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  pointer data() { return data_; }
  const_pointer data() const { return data_; }

  reference operator[](size_type i) { return data_[i]; }
  const_reference operator[](size_type i) const { return data_[i]; }
  /// Returns element `i`.
  /// @throws std::out_of_range unless i < size()
  reference at(size_type i) {
    requireIndex(i);
    return data_[i];
  }
  const_reference at(size_type i) const {
    requireIndex(i);
    return data_[i];
  }
  reference front() { return data_[0]; }
  const_reference front() const { return data_[0]; }
  reference back() { return data_[size_ - 1]; }
  const_reference back() const { return data_[size_ - 1]; }

  void reserve(size_type n) {
    if (n <= capacity_) {
      return;
    }
    if (n > static_cast<size_type>(PTRDIFF_MAX) / sizeof(T)) {
      throw std::bad_alloc();
    }
    void* memory = std::realloc(data_, n * sizeof(T));
    if (memory == nullptr) {
      throw std::bad_alloc();
    }
    data_ = static_cast<T*>(memory);
    capacity_ = n;
  }
  /// Changes the size to `n`. New elements are not initialised.
  void resize(size_type n) {
    if (n > capacity_) {
      reserve(std::max(n, 2 * capacity_));
    }
    size_ = n;
  }
  /// Changes the size to `n`. New elements are copies of `value`.
  void resize(size_type n, const T& value) {
    const T copy = value;
    const size_type old = size_;
    resize(n);
    if (n > old) {
      std::fill(data_ + old, data_ + n, copy);
    }
  }
  void assign(size_type n, const T& value) {
    const T copy = value;
    resize(n);
    std::fill(begin(), end(), copy);
  }
  template <typename Iter, typename = typename std::iterator_traits<Iter>::iterator_category>
  void assign(Iter first, Iter last) {
    clear();
    insert(end(), first, last);
  }
  void clear() { size_ = 0; }
  void shrink_to_fit() {
    PODResizeableArray tight;
    tight.reserve(size_);
    tight.insert(tight.end(), begin(), end());
    swap(tight);
  }

  void push_back(const T& value) { emplace_back(value); }
  template <typename... Args>
  reference emplace_back(Args&&... args) {
    const T made(std::forward<Args>(args)...); // before growing: args may refer into the array
    resize(size_ + 1);
    return *::new (static_cast<void*>(data_ + size_ - 1)) T(made);
  }
  void pop_back() { --size_; }
  /// @}
  /// Inserts copies of [first, last), which lie outside the array, before `position`.
  template <typename Iter>
  iterator insert(const_iterator position, Iter first, Iter last) {
    const size_type at = position == nullptr ? 0 : static_cast<size_type>(position - data_);
    const auto count = static_cast<size_type>(std::distance(first, last));
    const size_type tail = size_ - at;
    resize(size_ + count);
    if (tail > 0 && count > 0) {
      std::memmove(static_cast<void*>(data_ + at + count), data_ + at, tail * sizeof(T));
    }
    std::copy(first, last, data_ + at);
    return data_ + at;
  }

private:
  void requireIndex(size_type i) const {
    if (i >= size_) {
      throw std::out_of_range("PODResizeableArray::at: index past the end");
    }
  }

  T* data_ = nullptr;
  size_type size_ = 0;
  size_type capacity_ = 0;
};

} // namespace galois
