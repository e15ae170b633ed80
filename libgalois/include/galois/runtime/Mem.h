/**
 * Heaps and the allocators over them.
 *
 * A heap hands out raw memory: `void* allocate(size_t bytes)`, `void deallocate(void*)`. Heaps are
 * composed by naming the heap they take their blocks from. A heap object belongs to one thread at
 * a time; the stateless allocators may be used by all.
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

/// Pages from the page pool, one a call. Thread-safe.
class SystemHeap {
public:
  /// Bytes of every block that allocate() returns.
  static std::size_t blockSize();
  /// A block for at least `bytes` bytes, at most blockSize(). Throws std::bad_alloc if there is no
  /// memory or if `bytes` is more than that.
  void* allocate(std::size_t bytes);
  /// Returns a block of allocate(), on any thread. Null is ignored.
  void deallocate(void* block) noexcept;
};

/// Blocks from the C++ heap, of the size given to the constructor. Thread-safe.
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
 * A bump allocator: allocation moves a pointer, deallocate() does nothing, clear() releases all at
 * once and keeps one block for the next round. Requests too large for a block of Source, or more
 * aligned than its blocks, come from the C++ heap and live as long. Not thread-safe.
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

  /// Memory for `bytes` bytes aligned for any fundamental type. Throws std::bad_alloc.
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

  /// Nothing: memory comes back in clear().
  void deallocate(void*) noexcept {}

  /// Releases everything that was allocated. Constant time if it fitted one block.
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

/// Galois' name for the bump allocator without the fallback; ours always has it.
template <typename Source>
using BumpHeap = BumpWithMallocHeap<Source>;

/**
 * A standard allocator over a heap that lives elsewhere and must outlive it. Copies and rebound
 * copies use the same heap and compare equal. As thread-safe as the heap.
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

  /// Memory for `n` objects. Throws std::bad_alloc.
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
 * A stateless standard allocator with the members that Galois programs name (`rebind`,
 * `construct`, `destroy`). Its memory comes from the C++ heap, which keeps a cache a thread; a
 * second layer of per-thread free lists would only hide memory from it. Thread-safe.
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

  /// Memory for `n` objects. Throws std::bad_alloc.
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

/// For containers that allocate one object at a time.
template <typename T>
using FixedSizeAllocator = HeapAllocator<T>;

/// For containers whose blocks vary in size.
template <typename T>
using Pow_2_BlockAllocator = HeapAllocator<T>;

} // namespace galois::runtime

#endif
