/**
 * Heaps and the allocators over them.
 *
 * A heap allocates raw memory: `void* allocate(std::size_t bytes)`, `void deallocate(void*)`. A
 * heap can take its blocks from another heap, which is then its template argument. Only one thread
 * at a time may use a heap object; all threads may use the stateless allocators.
 */
#ifndef GALOIS_RUNTIME_MEM_H
#define GALOIS_RUNTIME_MEM_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include "galois/config.h"

namespace galois::runtime {

/// Allocates pages of the page pool, one per call. Thread-safe.
class SystemHeap {
public:
  /// Returns the size in bytes of every block that allocate() returns.
  static std::size_t blockSize();
  /// Returns a block for `bytes` bytes, at most blockSize().
  /// @throws std::bad_alloc if there is no memory or if `bytes` exceeds blockSize()
  void* allocate(std::size_t bytes);
  /// Frees a block from allocate(), on any thread. Does nothing if it is null.
  void deallocate(void* block) noexcept;
};

/// Allocates blocks of the size given to the constructor from the C++ heap. Thread-safe.
class MallocHeap {
public:
  explicit MallocHeap(std::size_t bytes = std::size_t{64} << 10) : blockSize_(bytes) {}
  std::size_t blockSize() const { return blockSize_; }
  void* allocate(std::size_t bytes) { return ::operator new(bytes); }
  void deallocate(void* block) noexcept { ::operator delete(block); }

private:
  std::size_t blockSize_;
};

/**
 * A bump allocator: allocation advances a pointer, deallocate() does nothing, and clear() releases
 * everything at once but keeps one block for reuse. Requests that are too large or too strictly
 * aligned for a block of Source come from the C++ heap and are also released by clear(). Not
 * thread-safe.
 */
template <typename Source>
class BumpWithMallocHeap {
public:
  explicit BumpWithMallocHeap(Source source = Source()) : source_(std::move(source)) {}
  ~BumpWithMallocHeap() {
    clear();
    if (blocks_ != nullptr) {
      source_.deallocate(blocks_);
    }
  }
  BumpWithMallocHeap(const BumpWithMallocHeap&) = delete;
  BumpWithMallocHeap& operator=(const BumpWithMallocHeap&) = delete;

  /// Returns memory for `bytes` bytes, aligned for any fundamental type.
  /// @throws std::bad_alloc if there is no memory
  void* allocate(std::size_t bytes) {
    const std::size_t size = (bytes + kAlign - 1) / kAlign * kAlign;
    if (size < bytes) {
      throw std::bad_alloc();
    }
    if (size > static_cast<std::size_t>(end_ - next_)) {
      return allocateSlow(size);
    }
    return std::exchange(next_, next_ + size);
  }

  /// Does nothing: clear() releases the memory.
  void deallocate(void*) noexcept {}

  /// Releases everything that was allocated. Constant time if all fitted into one block.
  void clear() noexcept {
    while (large_ != nullptr) {
      ::operator delete(std::exchange(large_, large_->next));
    }
    if (blocks_ == nullptr) {
      return;
    }
    while (blocks_->next != nullptr) {
      source_.deallocate(std::exchange(blocks_, blocks_->next));
    }
    useBlock();
  }

private:
  static constexpr std::size_t kAlign = alignof(std::max_align_t);

  struct alignas(std::max_align_t) Header {
    Header* next;
  };

  void useBlock() noexcept {
    char* start = reinterpret_cast<char*>(blocks_);
    next_ = start + sizeof(Header);
    end_ = start + source_.blockSize();
  }

  void* allocateSlow(std::size_t size) {
    if (size > source_.blockSize() - sizeof(Header)) {
      if (size > std::size_t{PTRDIFF_MAX} - sizeof(Header)) {
        throw std::bad_alloc();
      }
      large_ = ::new (::operator new(sizeof(Header) + size)) Header{large_};
      return large_ + 1;
    }
    blocks_ = ::new (source_.allocate(source_.blockSize())) Header{blocks_};
    useBlock();
    return std::exchange(next_, next_ + size);
  }

  [[no_unique_address]] Source source_;
  Header* blocks_ = nullptr;
  Header* large_ = nullptr;
  char* next_ = nullptr;
  char* end_ = nullptr;
};

/// Galois' name for a bump allocator without the fallback to the C++ heap. Here the fallback is
/// always there.
template <typename Source>
using BumpHeap = BumpWithMallocHeap<Source>;

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

#endif
