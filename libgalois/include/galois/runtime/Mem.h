/**
 * Heaps and the allocators over them.
 *
 * BumpHeap.h and Heaps.h say what a heap is and contain them; this header adds standard allocators
 * that take memory from them. Only one thread at a time may use a heap object, unless its comment
 * says otherwise; all threads may use the stateless allocators.
 */
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include "galois/config.h"
#include "galois/runtime/memory/BumpHeap.h"
#include "galois/runtime/memory/Heaps.h"

namespace galois::runtime {

/**
 * A standard allocator that uses an external heap, which must outlive it. Copies and rebound copies
 * use the same heap and compare equal. As thread-safe as the heap.
 */
template <typename T, typename Heap>
class ExternalHeapAllocator {
public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using const_pointer = const T*;

  template <typename U>
  struct rebind {
    using other = ExternalHeapAllocator<U, Heap>;
  };

  explicit ExternalHeapAllocator(Heap* heap) noexcept : heap_(heap) {}
  template <typename U>
  ExternalHeapAllocator(const ExternalHeapAllocator<U, Heap>& other) noexcept
      : heap_(other.heap()) {}

  /// Returns memory for `n` objects.
  /// @throws std::bad_alloc if there is no memory
  T* allocate(std::size_t n) {
    static_assert(alignof(T) <= alignof(std::max_align_t),
                  "over-aligned types need their own heap");
    if (n > std::numeric_limits<std::size_t>::max() / kBytes) {
      throw std::bad_alloc();
    }
    return static_cast<T*>(heap_->allocate(n * kBytes));
  }
  void deallocate(T* p, std::size_t) noexcept { heap_->deallocate(p); }

  template <typename U, typename... Args>
  void construct(U* p, Args&&... args) {
    ::new (static_cast<void*>(p)) U(std::forward<Args>(args)...);
  }
  template <typename U>
  void destroy(U* p) {
    p->~U();
  }

  Heap* heap() const noexcept { return heap_; }

  template <typename U>
  friend bool operator==(const ExternalHeapAllocator& a,
                         const ExternalHeapAllocator<U, Heap>& b) noexcept {
    return a.heap() == b.heap();
  }
  template <typename U>
  friend bool operator!=(const ExternalHeapAllocator& a,
                         const ExternalHeapAllocator<U, Heap>& b) noexcept {
    return !(a == b);
  }

private:
  // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
  static constexpr std::size_t kBytes = sizeof(T);

  Heap* heap_;
};

/**
 * A stateless standard allocator with the members that Galois programs use (`rebind`, `construct`,
 * `destroy`). Its memory comes from the C++ heap, which has a cache per thread; another layer of
 * per-thread free lists would only keep memory from that heap. Thread-safe.
 */
template <typename T>
class HeapAllocator {
public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using const_pointer = const T*;
  using is_always_equal = std::true_type;

  template <typename U>
  struct rebind {
    using other = HeapAllocator<U>;
  };

  HeapAllocator() noexcept = default;
  template <typename U>
  HeapAllocator(const HeapAllocator<U>&) noexcept {}

  /// Returns memory for `n` objects.
  /// @throws std::bad_alloc if there is no memory
  T* allocate(std::size_t n) {
    if (n > std::numeric_limits<std::size_t>::max() / kBytes) {
      throw std::bad_alloc();
    }
    return static_cast<T*>(::operator new (n* kBytes, std::align_val_t{alignof(T)}));
  }
  void deallocate(T* p, std::size_t = 0) noexcept {
    ::operator delete (p, std::align_val_t{alignof(T)});
  }

  template <typename U, typename... Args>
  void construct(U* p, Args&&... args) {
    ::new (static_cast<void*>(p)) U(std::forward<Args>(args)...);
  }
  template <typename U>
  void destroy(U* p) {
    p->~U();
  }

  template <typename U>
  friend bool operator==(const HeapAllocator&, const HeapAllocator<U>&) noexcept {
    return true;
  }
  template <typename U>
  friend bool operator!=(const HeapAllocator&, const HeapAllocator<U>&) noexcept {
    return false;
  }

private:
  // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
  static constexpr std::size_t kBytes = sizeof(T);
};

/// An allocator for containers that allocate one object at a time.
template <typename T>
using FixedSizeAllocator = HeapAllocator<T>;

/// An allocator for containers whose blocks vary in size.
template <typename T>
using Pow_2_BlockAllocator = HeapAllocator<T>;

} // namespace galois::runtime
