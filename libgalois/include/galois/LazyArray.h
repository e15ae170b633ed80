/** An array whose elements are constructed individually. */
#pragma once

#include <cstddef>
#include <iterator>
#include <new>
#include <utility>

namespace galois {

/**
 * Storage for Size elements of T. emplace() or construct() begins an element's lifetime and
 * destroy() ends it. The caller keeps track of which elements exist. The rest of the interface is
 * that of std::array.
 */
template <typename T, std::size_t Size>
class LazyArray {
public: /// The types and functions of std::array. @{
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

  pointer data() { return std::launder(reinterpret_cast<T*>(storage_)); }
  const_pointer data() const { return std::launder(reinterpret_cast<const T*>(storage_)); }

  iterator begin() { return data(); }
  const_iterator begin() const { return data(); }
  iterator end() { return data() + Size; }
  const_iterator end() const { return data() + Size; }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }

  static constexpr size_type size() { return Size; }
  static constexpr size_type max_size() { return Size; }
  static constexpr bool empty() { return Size == 0; }

  reference operator[](size_type i) { return data()[i]; }
  const_reference operator[](size_type i) const { return data()[i]; }
  reference front() { return data()[0]; }
  const_reference front() const { return data()[0]; }
  reference back() { return data()[Size - 1]; }
  const_reference back() const { return data()[Size - 1]; }
  /// @}
  /// Constructs element `i` (< Size) in its uninitialised storage.
  template <typename... Args>
  pointer emplace(size_type i, Args&&... args) {
    return ::new (static_cast<void*>(reinterpret_cast<T*>(storage_) + i))
        T(std::forward<Args>(args)...);
  }
  /// Does the same with a value. @{
  pointer construct(size_type i, const_reference value) { return emplace(i, value); }
  pointer construct(size_type i, T&& value) { return emplace(i, std::move(value)); }
  /// @}
  /// Destroys element `i`.
  void destroy(size_type i) { data()[i].~T(); }

private:
  alignas(T) unsigned char storage_[Size == 0 ? 1 : Size * sizeof(T)];
};

} // namespace galois
