/**
 * Chunks of tasks: the unit of work that threads exchange through bags.
 *
 * At each time a chunk either belongs to one thread, which fills or empties it, or is in a
 * ChunkList. So its fields are plain, and the list synchronizes the threads that exchange it.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/substrate/Charge.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Prefetch.h"
#include "galois/worklists/parts/memory/SpareNodes.h"

namespace galois::worklists {

/// A fixed number of places for tasks, filled at the tail and emptied at the head. Owned by one
/// thread at a time. The places follow the header in the same block of memory. Functions are O(1)
/// per task. The destructor does not destroy the tasks, see clear().
///
/// A task whose copy or move throws stays where it is. So no function loses a task or returns one
/// twice because of such an exception.
template <typename T>
class Chunk {
public:
  explicit Chunk(std::uint32_t capacity) noexcept : capacity_(capacity) {}
  Chunk(const Chunk&) = delete;
  Chunk& operator=(const Chunk&) = delete;

  bool empty() const noexcept { return head_ == tail_; }
  bool full() const noexcept { return tail_ == capacity_; }
  std::uint32_t size() const noexcept { return tail_ - head_; }

  /// Returns the oldest task. The chunk must not be empty.
  const T& front() const noexcept {
    assert(!empty());
    return *place(head_);
  }

  /// Adds a task, constructed from `args`. The chunk must not be full.
  /// @throws what the constructor throws; the chunk is then unchanged
  template <typename... Args>
  void pushBack(Args&&... args) {
    assert(!full());
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
    substrate::chargeMemory(place(tail_), sizeof(T));
    ::new (static_cast<void*>(place(tail_))) T(std::forward<Args>(args)...);
    ++tail_;
  }

  /// Adds tasks of [at, last) until the chunk is full, moves `at` past them, and adds their number to
  /// `added`. The chunk must not be full before.
  /// @throws what copying a task throws; `at` is then at this task, and those before it were added
  template <typename Iter>
  void pushBackFrom(Iter& at, const Iter& last, std::uint64_t& added) {
    assert(!full());
    struct Progress { // notes what was added, also if a copy throws
      Chunk& chunk;
      std::uint64_t& added;
      T* to;
      ~Progress() {
        const auto count = static_cast<std::uint32_t>(to - chunk.place(chunk.tail_));
        // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
        substrate::chargeMemory(chunk.place(chunk.tail_), count * sizeof(T));
        chunk.tail_ += count;
        added += count;
      }
    };
    Progress done{*this, added, place(tail_)};
    for (T* const end = place(capacity_); done.to != end && at != last; ++done.to, ++at) {
      ::new (static_cast<void*>(done.to)) T(*at);
    }
  }

  /// Removes and returns the oldest task. The chunk must not be empty.
  /// @tparam Result  the return type: T, or a type that is constructible from a T
  template <typename Result = T>
  Result popFront() {
    assert(!empty());
    T* task = place(head_);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
    substrate::chargeMemory(task, sizeof(T));
    Result result(std::move(*task));
    std::destroy_at(task);
    ++head_;
    return result;
  }

  /// Moves up to `max` of the oldest tasks to `out`, oldest first.
  /// @return their number; fewer, but at least 1, if moving a later one throws
  /// @throws what moving the first one throws
  std::size_t popFront(T* out, std::size_t max) {
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(max, size()));
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
    substrate::chargeMemory(place(head_), count * sizeof(T));
    if constexpr (std::is_nothrow_move_assignable<T>::value) {
      if constexpr (std::is_trivially_copyable<T>::value) {
        if (count >= kManyTasks) {
          // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
          std::memcpy(static_cast<void*>(out), place(head_), count * sizeof(T));
          head_ += count;
          return count;
        }
      }
      for (std::uint32_t i = 0; i < count; ++i) {
        out[i] = std::move(*place(head_ + i));
        std::destroy_at(place(head_ + i));
      }
      head_ += count;
      return count;
    } else {
      return popFrontWhileItWorks(out, count);
    }
  }

  /// Moves the oldest task to `other`. This chunk must not be empty, and `other` must not be full.
  void moveFrontTo(Chunk& other) {
    assert(!empty());
    other.pushBack(std::move(*place(head_)));
    std::destroy_at(place(head_));
    ++head_;
  }

  /// Removes and returns the youngest task. The chunk must not be empty.
  T popBack() { return popBackAs<T>(); }
  /// Does the same. @tparam Result  see popFront()
  template <typename Result>
  Result popBackAs() {
    Result result(std::move(back()));
    dropBack();
    return result;
  }

  /// Returns the youngest task. The chunk must not be empty.
  T& back() noexcept {
    assert(!empty());
    T* task = place(tail_ - 1);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
    substrate::chargeMemory(task, sizeof(T));
    return *task;
  }

  /// Destroys the youngest task. The chunk must not be empty.
  void dropBack() noexcept {
    assert(!empty());
    std::destroy_at(place(--tail_));
    if (empty()) {
      head_ = tail_ = 0;
    }
  }

  /// Moves up to `max` of the youngest tasks to `out`, older before younger. @return their number
  std::size_t popBack(T* out, std::size_t max) {
    static_assert(std::is_nothrow_move_assignable<T>::value,
                  "tasks that were moved before one that throws would be lost");
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(max, size()));
    tail_ -= count;
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
    substrate::chargeMemory(place(tail_), count * sizeof(T));
    for (std::uint32_t i = 0; i < count; ++i) {
      out[i] = std::move(*place(tail_ + i));
      std::destroy_at(place(tail_ + i));
    }
    if (empty()) {
      head_ = tail_ = 0;
    }
    return count;
  }

  /// Prefetches the tasks' cache lines, for a thread that is about to pass the chunk on. Always
  /// inlined, because GCC drops calls to functions that only prefetch.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void touch() noexcept {
    const auto* end = reinterpret_cast<const std::byte*>(place(tail_));
    for (auto* line = reinterpret_cast<const std::byte*>(place(head_)); line < end;
         line += substrate::kCacheLineSize) {
      substrate::prefetchToRead(line);
    }
  }

  /// Destroys all tasks. The chunk is then empty and has its full capacity.
  void clear() noexcept {
    std::destroy(place(head_), place(tail_));
    head_ = tail_ = 0;
  }

  /// The next chunk of the list that this chunk is in. Without a meaning if it is in no list.
  Chunk* next = nullptr;

  /// Returns the size in bytes of a chunk with `capacity` places.
  static constexpr std::size_t bytes(std::uint32_t capacity) noexcept {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
    const std::size_t raw = offset() + std::size_t{capacity} * sizeof(T);
    return (raw + alignment() - 1) / alignment() * alignment();
  }
  static constexpr std::size_t alignment() noexcept { return std::max(alignof(Chunk), alignof(T)); }

private:
  /// From this number of tasks on, a call of memcpy takes less time than a loop.
  static constexpr std::uint32_t kManyTasks = 16;

  std::size_t popFrontWhileItWorks(T* out, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      try {
        out[i] = std::move(*place(head_));
      } catch (...) {
        if (i == 0) {
          throw;
        }
        return i; // the next call throws the exception, if the move throws again
      }
      std::destroy_at(place(head_));
      ++head_;
    }
    return count;
  }

  static constexpr std::size_t offset() noexcept {
    return (sizeof(Chunk) + alignof(T) - 1) / alignof(T) * alignof(T);
  }
  T* place(std::uint32_t i) noexcept {
    return std::launder(reinterpret_cast<T*>(reinterpret_cast<std::byte*>(this) + offset())) + i;
  }
  const T* place(std::uint32_t i) const noexcept { return const_cast<Chunk*>(this)->place(i); }

  std::uint32_t head_ = 0;
  std::uint32_t tail_ = 0;
  const std::uint32_t capacity_;
};

/// The allocator of a worklist's chunks: one free list per thread, refilled from the surplus of
/// other threads (SpareNodes.h), or else from slabs. All chunks of one pool have the same capacity.
/// The memory is kept until the pool is destroyed. Chunks that hold tasks must be freed before;
/// otherwise their tasks are not destroyed.
///
/// Thread-safe; no thread waits for another; O(1) amortised.
template <typename T>
class ChunkPool {
public:
  /// @param capacity  tasks per chunk, 1 or more
  explicit ChunkPool(std::uint32_t capacity) : capacity_(std::max<std::uint32_t>(capacity, 1)) {
    for (unsigned t = 0; t < locals_.size(); ++t) {
      locals_.getRemote(t)->spare = typename Spares::Own(t);
    }
  }
  ChunkPool(const ChunkPool&) = delete;
  ChunkPool& operator=(const ChunkPool&) = delete;

  std::uint32_t capacity() const noexcept { return capacity_; }

  /// Returns an empty chunk whose `next` is null. @throws std::bad_alloc
  Chunk<T>* allocate() {
    Local& local = *locals_.getLocal();
    if (local.spare.empty()) {
      refill(local);
    }
    Chunk<T>* chunk = local.spare.take();
    chunk->next = nullptr;
    return chunk;
  }

  /// Takes back a chunk. Tasks that are still in it are destroyed.
  void free(Chunk<T>* chunk) {
    chunk->clear();
    locals_.getLocal()->spare.add(chunk, surplus_);
  }

private:
  static constexpr std::size_t kSlabBytes = std::size_t{64} << 10;

  struct Next {
    static Chunk<T>* get(Chunk<T>* chunk) noexcept { return chunk->next; }
    static void set(Chunk<T>* chunk, Chunk<T>* next) noexcept { chunk->next = next; }
  };
  using Spares = SpareNodes<Chunk<T>, Next, 64>;

  /// Returns the alignment of slabs: that of the tasks, or else a cache line.
  static constexpr std::align_val_t alignment() noexcept {
    return std::align_val_t{
        std::max<std::size_t>(substrate::kCacheLineSize, Chunk<T>::alignment())};
  }
  struct SlabDelete {
    void operator()(std::byte* slab) const noexcept { ::operator delete(slab, alignment()); }
  };
  using Slab = std::unique_ptr<std::byte, SlabDelete>;

  struct Local {
    typename Spares::Own spare;
    std::vector<Slab> slabs;
  };

  /// Gets chunks from the surplus of other threads, or else from a new slab.
  void refill(Local& local) {
    if (local.spare.fetch(surplus_)) {
      return;
    }
    const std::size_t each = Chunk<T>::bytes(capacity_);
    const std::size_t count = std::max<std::size_t>(1, kSlabBytes / each);
    Slab slab(static_cast<std::byte*>(::operator new(count* each, alignment())));
    std::byte* const memory = slab.get();
    local.slabs.push_back(std::move(slab)); // first, since it may throw
    for (std::size_t i = 0; i < count; ++i) {
      local.spare.add(::new (static_cast<void*>(memory + i * each)) Chunk<T>(capacity_));
    }
  }

  const std::uint32_t capacity_;
  substrate::PerThreadStorage<Local> locals_;
  Spares surplus_;
};

} // namespace galois::worklists
