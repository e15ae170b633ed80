/**
 * Heaps composed of other heaps: with free lists, with a lock, and with one heap per thread.
 *
 * BumpHeap.h says what a heap is. Programs written for Galois compose these or use the ready ones
 * at the end of this header.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <new>
#include <utility>

#include "galois/runtime/memory/BumpHeap.h"
#include "galois/substrate/NumaMem.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::runtime {

/// Galois' name for a heap of pages.
using PageHeap = SystemHeap;

/**
 * Keeps freed blocks in a list and reuses them. All blocks must have the same size. clear() and the
 * destructor return the blocks in the list to Source. Not thread-safe.
 */
template <typename Source>
class FreeListHeap {
public:
  /// That of Source.
  static constexpr std::size_t AllocSize = Source::AllocSize;

  FreeListHeap() = default;
  FreeListHeap(const FreeListHeap&) = delete;
  FreeListHeap& operator=(const FreeListHeap&) = delete;
  ~FreeListHeap() { clear(); }

  /// Returns a block of `bytes` bytes, which must be the same in all calls.
  /// @throws what Source throws, usually std::bad_alloc
  void* allocate(std::size_t bytes) {
    if (free_ != nullptr) {
      return std::exchange(free_, free_->next);
    }
    return source_.allocate(std::max(bytes, sizeof(Free)));
  }
  /// Keeps a block for the next call of allocate(). Does nothing if it is null.
  void deallocate(void* block) noexcept {
    if (block != nullptr) {
      free_ = ::new (block) Free{free_};
    }
  }
  /// Returns all freed blocks to Source.
  void clear() noexcept {
    while (free_ != nullptr) {
      source_.deallocate(std::exchange(free_, free_->next));
    }
  }

private:
  struct Free {
    Free* next;
  };

  Source source_;
  Free* free_ = nullptr;
};

/// A heap that all threads may use at once: each call holds a lock.
template <typename Heap>
class LockedHeap {
public:
  /// That of Heap.
  static constexpr std::size_t AllocSize = Heap::AllocSize;

  /// Returns a block.
  /// @throws what Heap throws, usually std::bad_alloc
  void* allocate(std::size_t bytes) {
    MAKE_LOCK_GUARD(lock_);
    return heap_.allocate(bytes);
  }
  /// Frees a block, on any thread.
  void deallocate(void* block) noexcept {
    MAKE_LOCK_GUARD(lock_);
    heap_.deallocate(block);
  }
  /// Releases what Heap::clear() releases.
  void clear() noexcept {
    MAKE_LOCK_GUARD(lock_);
    heap_.clear();
  }

private:
  substrate::SimpleLock lock_;
  Heap heap_;
};

/// A free list that all threads may use at once. It locks briefly, because a list that is changed by
/// compare-and-swap alone has the ABA problem.
template <typename Source>
using SelfLockFreeListHeap = LockedHeap<FreeListHeap<Source>>;

/**
 * One LocalHeap per thread. All threads of a loop may use it at once, without sharing data. A block may be
 * freed on another thread only if LocalHeap permits that its blocks move between its objects:
 * FreeListHeap does over a thread-safe source, and BumpWithMallocHeap always.
 */
template <typename LocalHeap>
class ThreadPrivateHeap {
public:
  /// That of LocalHeap.
  static constexpr std::size_t AllocSize = LocalHeap::AllocSize;

  /// Returns a block from the calling thread's heap.
  /// @throws what LocalHeap throws, usually std::bad_alloc
  void* allocate(std::size_t bytes) { return heaps_.getLocal()->allocate(bytes); }
  /// Does the same, with a heap that may return fewer bytes.
  void* allocate(std::size_t bytes, std::size_t& allocated) {
    return heaps_.getLocal()->allocate(bytes, allocated);
  }
  /// Gives a block to the calling thread's heap.
  void deallocate(void* block) noexcept { heaps_.getLocal()->deallocate(block); }
  /// Clears the heaps of all threads. Allowed only between loops.
  void clear() noexcept {
    for (unsigned tid = 0; tid < heaps_.size(); ++tid) {
      heaps_.getRemote(tid)->clear();
    }
  }

private:
  substrate::PerThreadStorage<LocalHeap> heaps_;
};

/**
 * Allocates memory of any size, which is released when the heap is cleared or destroyed; freeing
 * single blocks does nothing. All threads of a loop may allocate at once.
 */
class VariableSizeHeap : public ThreadPrivateHeap<BumpWithMallocHeap<SystemHeap>> {};

/**
 * Allocates blocks of one size from the C++ heap, aligned for any fundamental type. Blocks remain
 * valid when the heap is destroyed, and any other heap of the same size may free them. All threads
 * may allocate and free at once.
 */
class FixedSizeHeap {
public:
  /// Zero: the size is that which the constructor gets.
  static constexpr std::size_t AllocSize = 0;

  explicit FixedSizeHeap(std::size_t bytes) : bytes_(bytes) {} ///< for blocks of `bytes` bytes
  /// Returns a block for `bytes` bytes, at most the size of the blocks.
  /// @throws std::bad_alloc if there is no memory or if `bytes` exceeds the size of the blocks
  void* allocate(std::size_t bytes) {
    if (bytes > bytes_) {
      throw std::bad_alloc();
    }
    return ::operator new(bytes_);
  }
  /// Frees a block, on any thread. Does nothing if it is null.
  void deallocate(void* block) noexcept { ::operator delete(block); }

private:
  std::size_t bytes_;
};

/// Heaps that last as long as the process, one for each size of blocks.
class SizedHeapFactory {
public:
  using SizedHeap = FixedSizeHeap; ///< the type of a heap

  /// Returns the heap for blocks of `bytes` bytes, or null for 0 bytes. Thread-safe.
  /// @throws std::bad_alloc if there is no memory
  static SizedHeap* getHeapForSize(std::size_t bytes);
};

/**
 * Allocates large arrays whose pages are distributed over the NUMA nodes of the active threads. May
 * only be used between loops, by one thread at a time. The destructor releases what was not freed.
 */
class SerialNumaHeap {
public:
  /// Zero: this heap allocates any number of bytes.
  static constexpr std::size_t AllocSize = 0;

  /// Returns zeroed memory, and null for 0 bytes.
  /// @throws std::bad_alloc if there is no memory
  void* allocate(std::size_t bytes);
  /// Frees memory of this heap. Does nothing if it is null.
  void deallocate(void* memory) noexcept { arrays_.erase(memory); }

private:
  std::map<void*, substrate::LAptr> arrays_;
};

} // namespace galois::runtime
