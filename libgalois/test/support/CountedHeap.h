/**
 * Counts how much memory this program holds. It replaces the global operator new and delete, and
 * counts the page pool's pages as well. It can also refuse memory. Include it in one file per
 * program.
 */
#pragma once

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "galois/substrate/PagePool.h"

namespace galois::test {

/// Counts the bytes from operator new, as the allocator rounds them up. Thread-safe.
class CountedHeap {
public:
  /// Returns the bytes held now, including all pages that the pool has ever taken.
  static std::size_t held() {
    return live_.load(std::memory_order_relaxed) +
           substrate::numPagePoolAllocTotal() * substrate::pagePoolSize();
  }

  /// Returns the number of calls of operator new so far.
  static std::size_t calls() { return calls_.load(std::memory_order_relaxed); }

  /// Makes operator new throw std::bad_alloc from now on, or ends that.
  static void refuse(bool refuses) noexcept { refuses_.store(refuses, std::memory_order_relaxed); }

  /// Makes one call of operator new throw std::bad_alloc: the one after so many further calls; -1:
  /// none.
  static void failAfter(int calls) noexcept {
    untilFailure_.store(calls, std::memory_order_relaxed);
  }

  static void* allocate(std::size_t bytes, std::size_t alignment) {
    calls_.fetch_add(1, std::memory_order_relaxed);
    bytes = std::max<std::size_t>(bytes, 1);
    void* memory = nullptr;
    if (refuses_.load(std::memory_order_relaxed) || fails()) {
      throw std::bad_alloc();
    }
    if (alignment <= alignof(std::max_align_t)) {
      memory = std::malloc(bytes);
    } else if (posix_memalign(&memory, alignment, bytes) != 0) {
      memory = nullptr;
    }
    if (memory == nullptr) {
      throw std::bad_alloc();
    }
    live_.fetch_add(malloc_usable_size(memory), std::memory_order_relaxed);
    return memory;
  }
  /// Does the same without throwing. @return null if there is no memory
  static void* tryAllocate(std::size_t bytes) noexcept {
    try {
      return allocate(bytes, 1);
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }
  static void release(void* memory) noexcept {
    if (memory != nullptr) {
      live_.fetch_sub(malloc_usable_size(memory), std::memory_order_relaxed);
      std::free(memory);
    }
  }

private:
  static bool fails() noexcept {
    return untilFailure_.load(std::memory_order_relaxed) >= 0 &&
           untilFailure_.fetch_sub(1, std::memory_order_relaxed) == 0;
  }

  inline static std::atomic<std::size_t> live_{0};
  inline static std::atomic<std::size_t> calls_{0};
  inline static std::atomic<bool> refuses_{false};
  inline static std::atomic<int> untilFailure_{-1};
};

} // namespace galois::test

// NOLINTBEGIN(misc-definitions-in-headers): one file of a program includes this
void* operator new(std::size_t bytes) { return galois::test::CountedHeap::allocate(bytes, 1); }
void* operator new[](std::size_t bytes) { return galois::test::CountedHeap::allocate(bytes, 1); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return galois::test::CountedHeap::tryAllocate(bytes);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return galois::test::CountedHeap::tryAllocate(bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return galois::test::CountedHeap::allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return galois::test::CountedHeap::allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { galois::test::CountedHeap::release(memory); }
void operator delete[](void* memory) noexcept { galois::test::CountedHeap::release(memory); }
void operator delete(void* memory, std::size_t) noexcept {
  galois::test::CountedHeap::release(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  galois::test::CountedHeap::release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  galois::test::CountedHeap::release(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  galois::test::CountedHeap::release(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  galois::test::CountedHeap::release(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  galois::test::CountedHeap::release(memory);
}
// NOLINTEND(misc-definitions-in-headers)
