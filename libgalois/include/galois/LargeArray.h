/** A large array with explicit control over the NUMA placement of its pages. */
#pragma once

#include <cstddef>
#include <iostream> // programs written for Galois expect it
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <boost/serialization/binary_object.hpp>
#include <boost/serialization/split_member.hpp>

#include "galois/config.h"
#include "galois/gstl.h"
#include "galois/runtime/loops/CleanUp.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/NumaMem.h"

namespace galois {

/**
 * An array of T outside the heap. Allocation and construction are separate steps:
 *
 *   - `allocateInterleaved(n)`: the pages are distributed round robin over the active threads;
 *   - `allocateBlocked(n)`: each active thread gets one contiguous block;
 *   - `allocateLocal(n)`: all pages are placed near the calling thread;
 *   - `allocateFloating(n)`: each page is placed near the thread that touches it first;
 *   - `allocateSpecified(n, ranges)`: thread t gets elements [ranges[t], ranges[t + 1]).
 *
 * None of these runs a constructor. For types that need one, call construct() or constructAt()
 * afterwards, or use create(), which does both. The destructor destroys all elements, if T has a
 * non-trivial destructor, and frees the memory. The array is movable. One thread at a time may
 * allocate and destroy; pages are placed by several threads only where the calling thread may run
 * loops. Element access is as thread-safe as in a C array.
 * Allocation throws std::bad_alloc if there is not enough memory, and std::logic_error if the array
 * has elements already: deallocate() comes first.
 */
template <typename T>
class LargeArray {
public: /// The types that a standard container has. @{
  using raw_value_type = T;
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = value_type&;
  using const_reference = const value_type&;
  using pointer = value_type*;
  using const_pointer = const value_type*;
  using iterator = pointer;
  using const_iterator = const_pointer;
  static constexpr bool has_value = true;
  /// @}
  /// The type of an array of U with the same options.
  template <typename U>
  struct retype {
    using type = LargeArray<U>; ///< the array type
  };
  /// Number of bytes per element.
  struct size_of {
    static constexpr std::size_t value = sizeof(T); ///< the number
  };

  LargeArray() = default;
  /// Makes a view of `n` constructed elements at `data`, which it neither destroys nor frees.
  LargeArray(void* data, std::size_t n) : data_(static_cast<T*>(data)), size_(n) {}
  ~LargeArray() { release(); }
  /// Moves the elements; `other` is empty afterwards. @{
  LargeArray(LargeArray&& other) noexcept { swap(*this, other); }
  LargeArray& operator=(LargeArray&& other) noexcept {
    if (this != &other) {
      release();
      swap(*this, other);
    } /// @}
    return *this;
  }
  LargeArray(const LargeArray&) = delete;
  LargeArray& operator=(const LargeArray&) = delete;
  /// Exchanges the memory of two arrays.
  friend void swap(LargeArray& a, LargeArray& b) noexcept {
    std::swap(a.memory_, b.memory_);
    std::swap(a.data_, b.data_);
    std::swap(a.size_, b.size_);
  }

  /// Returns element `i`.
  /// @throws std::out_of_range unless i < size() @{
  reference at(size_type i) {
    requireIndex(i);
    return data_[i];
  }
  const_reference at(size_type i) const {
    requireIndex(i);
    return data_[i];
  }                                                      /// @}
  reference operator[](size_type i) { return data_[i]; } ///< returns element `i`, unchecked
  const_reference operator[](size_type i) const { return data_[i]; } ///< the same
  void set(size_type i, const_reference v) { data_[i] = v; }         ///< sets element `i`
  /// The elements, as in std::vector. @{
  size_type size() const { return size_; }
  bool empty() const { return size_ == 0; }
  iterator begin() { return data_; }
  const_iterator begin() const { return data_; }
  iterator end() { return data_ + size_; }
  const_iterator end() const { return data_ + size_; }
  pointer data() { return data_; }
  const_pointer data() const { return data_; } /// @}
  /// Allocates `n` elements; the comment of the class says where. @{
  void allocateInterleaved(size_type n) {
    adopt(n, [](std::size_t bytes) {
      return substrate::largeMallocInterleaved(bytes, substrate::getActiveThreads());
    });
  }
  void allocateBlocked(size_type n) {
    adopt(n, [](std::size_t bytes) {
      return substrate::largeMallocBlocked(bytes, substrate::getActiveThreads());
    });
  }
  void allocateLocal(size_type n) {
    adopt(n, [](std::size_t bytes) { return substrate::largeMallocLocal(bytes); });
  }
  void allocateFloating(size_type n) {
    adopt(n, [](std::size_t bytes) { return substrate::largeMallocFloating(bytes); });
  } /// @}
  /// Allocates `n` elements and places those in [threadRanges[t], threadRanges[t + 1]) near thread
  /// t.
  /// @param threadRanges  one entry more than there are active threads; the first is 0, the last is
  ///                      n
  template <typename RangeArray>
  void allocateSpecified(size_type n, RangeArray& threadRanges) {
    adopt(n, [&threadRanges](std::size_t bytes) {
      return substrate::largeMallocSpecified(bytes, substrate::getActiveThreads(), threadRanges,
                                             sizeof(T));
    });
  }

  /// Constructs every element from the arguments, sequentially. If a constructor throws, the array
  /// is empty afterwards.
  template <typename... Args>
  void construct(Args&&... args) {
    size_type i = 0;
    try {
      for (; i < size_; ++i) {
        constructAt(i, args...);
      }
    } catch (...) {
      std::destroy_n(data_, i);
      deallocate();
      throw;
    }
  }
  /// Constructs element `i` in its uninitialised memory.
  template <typename... Args>
  void constructAt(size_type i, Args&&... args) {
    ::new (static_cast<void*>(data_ + i)) T(std::forward<Args>(args)...);
  }
  /// Allocates `n` interleaved elements and constructs each of them from the arguments.
  template <typename... Args>
  void create(size_type n, Args&&... args) {
    allocateInterleaved(n);
    construct(std::forward<Args>(args)...);
  }

  /// Frees the memory without destroying the elements.
  void deallocate() {
    memory_.reset();
    data_ = nullptr;
    size_ = 0;
  }
  /// Destroys the elements, in parallel if possible (loops/CleanUp.h). Keeps the memory. Does not
  /// look for cancellation.
  void destroy() noexcept {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      if (size_ == 0) {
        return;
      }
      runtime::cleanUp<T>([this](unsigned part, unsigned parts) {
        const auto [first, last] = block_range(size_type{0}, size_, part, parts);
        for (size_type i = first; i < last; ++i) {
          destroyAt(i);
        }
      });
    }
  }
  /// Destroys element `i`. Its memory is uninitialised afterwards.
  void destroyAt(size_type i) { data_[i].~T(); }

private:
  friend class boost::serialization::access;

  void requireIndex(size_type i) const {
    if (i >= size_) {
      throw std::out_of_range("LargeArray::at: index past the end");
    }
  }

  template <typename Allocate>
  void adopt(size_type n, Allocate&& allocate) {
    if (size_ != 0) {
      throw std::logic_error("LargeArray is allocated already; call deallocate() first");
    }
    if (n > std::numeric_limits<size_type>::max() / sizeof(T)) {
      throw std::bad_alloc();
    }
    memory_ = std::forward<Allocate>(allocate)(n * sizeof(T));
    data_ = static_cast<T*>(memory_.get());
    size_ = n;
  }

  void release() {
    // A view does not own its elements.
    if (memory_) {
      destroy();
    }
    deallocate();
  }

  template <typename Archive>
  void save(Archive& ar, const unsigned) const {
    static_assert(std::is_trivially_copyable_v<T>, "elements are archived as raw bytes");
    ar << size_;
    if (size_ > 0) {
      ar << boost::serialization::make_binary_object(data_, size_ * sizeof(T));
    }
  }
  template <typename Archive>
  void load(Archive& ar, const unsigned) {
    size_type n = 0;
    ar >> n;
    release();
    allocateInterleaved(n);
    if (n > 0) {
      ar >> boost::serialization::make_binary_object(data_, n * sizeof(T));
    }
  }
  BOOST_SERIALIZATION_SPLIT_MEMBER()

  substrate::LAptr memory_;
  T* data_ = nullptr;
  size_type size_ = 0;
};

/// An array of void, so that code that handles edge data compiles for graphs without edge data. It
/// has no elements and takes no memory; all operations do nothing.
template <>
class LargeArray<void> {
public: /// The types that arrays of other types have. @{
  using raw_value_type = void;
  using value_type = void*;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = value_type;
  using const_reference = value_type;
  using pointer = value_type*;
  using const_pointer = value_type*;
  using iterator = value_type*;
  using const_iterator = value_type*;
  static constexpr bool has_value = false; /// @}
  /// The type of an array of U.
  template <typename U>
  struct retype {
    using type = LargeArray<U>; ///< the array type
  };                            /// size_of: the number of bytes per element.
  struct size_of {
    static constexpr std::size_t value = 0; ///< none
  };
  /// Does nothing. @{
  LargeArray() = default;
  LargeArray(void*, std::size_t) {}
  LargeArray(LargeArray&&) noexcept = default;
  LargeArray& operator=(LargeArray&&) noexcept = default;
  LargeArray(const LargeArray&) = delete;
  LargeArray& operator=(const LargeArray&) = delete;
  ~LargeArray() = default;
  friend void swap(LargeArray&, LargeArray&) noexcept {} /// @}
  /// There are no elements. @{
  const_reference at(difference_type) const { return nullptr; }
  const_reference operator[](size_type) const { return nullptr; }
  template <typename U>
  void set(size_type, const U&) {}
  size_type size() const { return 0; }
  bool empty() const { return true; }
  const_iterator begin() const { return nullptr; }
  const_iterator end() const { return nullptr; }
  const_pointer data() const { return nullptr; } /// @}
  /// Does nothing. @{
  void allocateInterleaved(size_type) {}
  void allocateBlocked(size_type) {}
  void allocateLocal(size_type) {}
  void allocateFloating(size_type) {}
  template <typename RangeArray>
  void allocateSpecified(size_type, RangeArray&) {}
  template <typename... Args>
  void construct(Args&&...) {}
  template <typename... Args>
  void constructAt(size_type, Args&&...) {}
  template <typename... Args>
  void create(size_type, Args&&...) {}
  void deallocate() {}
  void destroy() {}
  void destroyAt(size_type) {}
  /// @}
  /// Does nothing: there are no elements to serialise.
  template <typename Archive>
  void serialize(Archive&, const unsigned) {}
};

} // namespace galois
