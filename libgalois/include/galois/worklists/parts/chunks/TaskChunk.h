/**
 * Chunks of tasks: the unit in which bags hand work from thread to thread.
 *
 * A chunk belongs to one thread at a time (it is filling it, or emptying it) or lies in a
 * ChunkList; its fields are therefore plain, and the list orders the hand-over.
 */
#ifndef GALOIS_WORKLISTS_PARTS_CHUNKS_TASKCHUNK_H
#define GALOIS_WORKLISTS_PARTS_CHUNKS_TASKCHUNK_H

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
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

/// A fixed number of places for tasks, filled at the tail, emptied at the head.
/// Owned by one thread at a time. The places lie behind the header in the same block of memory.
///
/// A task whose copying or moving throws stays where it is: no function loses a task, or hands one
/// out twice, because of such an exception.
template <typename T>
class Chunk {
public:
  explicit Chunk(std::uint32_t capacity) noexcept : capacity_(capacity) {}
  Chunk(const Chunk&) = delete;
  Chunk& operator=(const Chunk&) = delete;
  ~Chunk() { clear(); }

  bool empty() const noexcept { return head_ == tail_; }
  bool full() const noexcept { return tail_ == capacity_; }
  std::uint32_t size() const noexcept { return tail_ - head_; }

  /// The oldest task; the chunk must not be empty.
  const T& front() const noexcept {
    assert(!empty());
    return *place(head_);
  }

  /// Adds a task; the chunk must not be full. @throws what making the task throws; the chunk is
  /// then as it was
  template <typename... Args>
  void pushBack(Args&&... args) {
    assert(!full());
    substrate::chargeMemory(place(tail_), sizeof(T));
    ::new (static_cast<void*>(place(tail_))) T(std::forward<Args>(args)...);
    ++tail_;
  }

  /// Removes the oldest task; the chunk must not be empty.
  /// @tparam Result  what to return the task in: T, or what is constructible from a T
  template <typename Result = T>
  Result popFront() {
    assert(!empty());
    T* task = place(head_);
    substrate::chargeMemory(task, sizeof(T));
    Result result(std::move(*task));
    std::destroy_at(task);
    ++head_;
    return result;
  }

  /// Moves up to `max` of the oldest tasks to `out`, oldest first. @return how many: fewer, but not
  /// none, if moving one of them throws @throws what moving the first one throws
  std::size_t popFront(T* out, std::size_t max) {
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(max, size()));
    substrate::chargeMemory(place(head_), count * sizeof(T));
    if constexpr (std::is_nothrow_move_assignable<T>::value) {
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

  /// Moves the oldest task to `other`; this chunk must not be empty, the other one not full.
  void moveFrontTo(Chunk& other) {
    assert(!empty());
    other.pushBack(std::move(*place(head_)));
    std::destroy_at(place(head_));
    ++head_;
  }

  /// Removes the youngest task; the chunk must not be empty.
  T popBack() {
    assert(!empty());
    T* task = place(tail_ - 1);
    substrate::chargeMemory(task, sizeof(T));
    T result = std::move(*task);
    dropBack();
    return result;
  }

  /// Destroys the youngest task; the chunk must not be empty.
  void dropBack() noexcept {
    assert(!empty());
    std::destroy_at(place(--tail_));
    if (empty()) {
      head_ = tail_ = 0;
    }
  }

  /// Moves up to `max` of the youngest tasks to `out`, older before younger. @return how many
  std::size_t popBack(T* out, std::size_t max) {
    static_assert(std::is_nothrow_move_assignable<T>::value,
                  "tasks that were moved before one that throws would be lost");
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(max, size()));
    tail_ -= count;
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

  /// Asks for the tasks' cache lines, for a thread that is about to hand the chunk on. Inlined in
  /// any case: GCC drops calls to functions that only prefetch.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void touch() noexcept {
    const auto* end = reinterpret_cast<const std::byte*>(place(tail_));
    for (auto* line = reinterpret_cast<const std::byte*>(place(head_)); line < end;
         line += substrate::kCacheLineSize) {
      substrate::prefetchToRead(line);
    }
  }

  /// Destroys what is left and starts anew.
  void clear() noexcept {
    std::destroy(place(head_), place(tail_));
    head_ = tail_ = 0;
  }

  /// The next chunk of the list that this chunk lies in; of no meaning elsewhere.
  Chunk* next = nullptr;

  /// Bytes of a chunk with `capacity` places.
  static constexpr std::size_t bytes(std::uint32_t capacity) noexcept {
    const std::size_t raw = offset() + std::size_t{capacity} * sizeof(T);
    return (raw + alignment() - 1) / alignment() * alignment();
  }
  static constexpr std::size_t alignment() noexcept { return std::max(alignof(Chunk), alignof(T)); }

private:
  std::size_t popFrontWhileItWorks(T* out, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      try {
        out[i] = std::move(*place(head_));
      } catch (...) {
        if (i == 0) {
          throw;
        }
        return i; // who asks for the next task gets the exception, if it comes again
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

/// Where a worklist's chunks come from: a free list a thread, refilled from what other threads have
/// too much of (SpareNodes.h), or else from slabs. All chunks of one pool have the same capacity.
/// The memory is held until the pool dies; chunks that still hold tasks then must have been freed
/// before, or their tasks are not destroyed.
///
/// Thread-safe, nobody waits for another thread; O(1) amortised.
template <typename T>
class ChunkPool {
public:
  /// @param capacity  tasks a chunk, 1 or more
  explicit ChunkPool(std::uint32_t capacity) : capacity_(std::max<std::uint32_t>(capacity, 1)) {
    for (unsigned t = 0; t < locals_.size(); ++t) {
      locals_.getRemote(t)->spare = typename Spares::Own(t);
    }
  }
  ChunkPool(const ChunkPool&) = delete;
  ChunkPool& operator=(const ChunkPool&) = delete;

  std::uint32_t capacity() const noexcept { return capacity_; }

  /// An empty chunk. @throws std::bad_alloc
  Chunk<T>* allocate() {
    Local& local = *locals_.getLocal();
    if (local.spare.empty()) {
      refill(local);
    }
    Chunk<T>* chunk = local.spare.take();
    chunk->next = nullptr;
    return chunk;
  }

  /// Takes back a chunk; tasks still in it are destroyed.
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

  struct SlabDelete {
    void operator()(std::byte* slab) const noexcept {
      ::operator delete (slab, std::align_val_t{substrate::kCacheLineSize});
    }
  };
  using Slab = std::unique_ptr<std::byte, SlabDelete>;

  struct Local {
    typename Spares::Own spare;
    std::vector<Slab> slabs;
  };

  /// Gets chunks from others, or else from a new slab.
  void refill(Local& local) {
    if (local.spare.fetch(surplus_)) {
      return;
    }
    const std::size_t each = Chunk<T>::bytes(capacity_);
    const std::size_t count = std::max<std::size_t>(1, kSlabBytes / each);
    Slab slab(static_cast<std::byte*>(
        ::operator new (count* each, std::align_val_t{substrate::kCacheLineSize})));
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

#endif
