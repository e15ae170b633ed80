/**
 * The part of a bag of chunks that belongs to one thread: the chunk that it fills and the chunk
 * that it empties, the open one.
 *
 * Pushing and popping access no shared data until a chunk is full or empty. A full chunk goes to
 * the bag's list at the thread's home at once. A thread whose open chunk is empty takes a chunk
 * from its home, then its own partly filled one, then a chunk from another home.
 *
 * Invariant: the chunk that is being filled holds a task and is not full, or there is none. This is
 * true after exceptions, too: a task whose copy or move throws stays where it was.
 */
#pragma once

#include <cstddef>
#include <utility>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/chunks/ChunkList.h"
#include "galois/worklists/parts/chunks/StealChunk.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// The two chunks of one thread. Owned by that thread. The destructor does not free the chunks, see
/// release().
/// @tparam T       task
/// @tparam Lifo    whether the youngest of the full chunks is taken first instead of the oldest
/// @tparam Hinted  see ChunkList
template <typename T, bool Lifo, bool Hinted = false>
class LocalChunks {
public:
  using Bag = ChunkLists<Chunk<T>, Lifo, substrate::DefaultAtomics, Hinted>;

  /// Adds a task.
  /// @param offer  called with the chunk when it is full
  /// @param began    called if the task is the first of a chunk; must not throw
  /// @throws std::bad_alloc, and what copying the task and `offer` throw; the task was then not
  ///         added
  template <typename Offer, typename Began>
  void push(const T& task, ChunkPool<T>& pool, Offer&& offer, Began&& began) {
    if (filling_) {
      filling_->pushBack(task);
    } else {
      begin(task, pool, began);
    }
    if (filling_->full()) {
      handOver(pool, offer);
    }
  }

  /// Adds a task, and puts a full chunk into `bag`. @throws as the function above
  /// @param home  returns the index of the thread's list in the bag; called once per chunk
  template <typename Home>
  void push(const T& task, ChunkPool<T>& pool, Bag& bag, Home&& home) {
    push(
        task, pool, [&](Chunk<T>* chunk) { bag.push(home(), chunk); }, [] {});
  }

  /// Adds the tasks of [at, last), and puts full chunks into `bag`, some at a time. Quicker than one
  /// by one.
  /// @param home   the index of the thread's list in the bag
  /// @param added  counts the tasks that were added
  /// @throws as the functions above; the tasks before the failing one were added
  template <typename Iter>
  void pushAll(Iter at, const Iter& last, ChunkPool<T>& pool, Bag& bag, unsigned home,
               std::uint64_t& added) {
    FullChunks full{bag, home};
    while (at != last) {
      if (!filling_) {
        filling_ = pool.allocate();
      }
      try {
        filling_->pushBackFrom(at, last, added);
      } catch (...) {
        if (filling_->empty()) {
          pool.free(std::exchange(filling_, nullptr));
        }
        throw;
      }
      if (filling_->full()) {
        full.add(std::exchange(filling_, nullptr));
      }
    }
  }

  /// Opens one of the thread's own chunks, if none with a task is open.
  /// @return false if the thread has no task
  bool provide(ChunkPool<T>& pool) {
    if (keepsOpen(pool)) {
      return true;
    }
    std::swap(emptying_, filling_);
    return emptying_ != nullptr;
  }

  /// Opens a chunk of the thread's home, the thread's own, or one of another home, in this order,
  /// if none with a task is open.
  /// @return false if there was no chunk in the whole bag
  bool provide(ChunkPool<T>& pool, Bag& bag, unsigned home, WorklistCounters& counters) {
    if (keepsOpen(pool)) {
      return true;
    }
    emptying_ = bag.pop(home);
    if (!emptying_) {
      std::swap(emptying_, filling_);
    }
    if (!emptying_) {
      emptying_ = stealChunk(bag, home, counters);
    }
    return emptying_ != nullptr;
  }

  /// Takes the oldest task of the open chunk. Only after provide() returned true.
  /// @tparam Result  see Chunk::popFront()
  template <typename Result = T>
  Result take() {
    return emptying_->template popFront<Result>();
  }

  /// Takes up to `max` tasks of the open chunk, oldest first. Only after provide() returned true.
  /// @return the number of tasks written to `out`, at least 1 if `max` is
  /// @throws what moving the first of them throws
  std::size_t take(T* out, std::size_t max) { return emptying_->popFront(out, max); }

  /// Returns the number of tasks in the open chunk. Only after provide() returned true.
  std::uint32_t openSize() const noexcept { return emptying_->size(); }

  /// Moves the `count` oldest tasks of the open chunk, which must have more, to a new chunk. It
  /// moves fewer, but at least one, if moving one of them throws.
  /// @throws std::bad_alloc, and what moving the first of them throws
  Chunk<T>* split(std::uint32_t count, ChunkPool<T>& pool) {
    Chunk<T>* chunk = pool.allocate();
    try {
      for (; count > 0; --count) {
        emptying_->moveFrontTo(*chunk);
      }
    } catch (...) {
      if (chunk->empty()) {
        pool.free(chunk);
        throw;
      }
    }
    return chunk;
  }

  /// Returns whether there is an open chunk with a task.
  bool isOpen() const noexcept { return emptying_ && !emptying_->empty(); }

  /// Makes `chunk`, which must hold a task, the open one. Only while isOpen() returns false.
  void open(Chunk<T>* chunk, ChunkPool<T>& pool) {
    if (emptying_) {
      pool.free(emptying_);
    }
    emptying_ = chunk;
  }

  /// Passes each chunk that holds a task to `offer`, and keeps none of them.
  /// @throws what `offer` throws; that chunk stays
  template <typename Offer>
  void offerAll(Offer&& offer) {
    for (Chunk<T>** chunk : {&emptying_, &filling_}) {
      if (*chunk && !(*chunk)->empty()) {
        offer(*chunk);
        *chunk = nullptr;
      }
    }
  }

  /// Returns whether this thread has a task of the bag that other threads cannot take.
  bool holdsWork() const noexcept { return isOpen() || filling_; }

  /// Frees the chunks. Tasks in them are destroyed.
  void release(ChunkPool<T>& pool) {
    for (Chunk<T>** chunk : {&filling_, &emptying_}) {
      if (*chunk) {
        pool.free(std::exchange(*chunk, nullptr));
      }
    }
  }

private:
  /// Full chunks, oldest first, on their way to the bag.
  struct FullChunks {
    static constexpr unsigned kMost = 64; ///< so many enter the bag together
    Bag& bag;
    unsigned home;
    Chunk<T>* first = nullptr;
    Chunk<T>* last = nullptr;
    unsigned count = 0;

    ~FullChunks() { offer(); }
    void add(Chunk<T>* chunk) noexcept {
      (first != nullptr ? last->next : first) = chunk;
      last = chunk;
      if (++count == kMost) {
        offer();
      }
    }
    void offer() noexcept {
      if (first != nullptr) {
        bag.push(home, first, last);
        first = nullptr;
        count = 0;
      }
    }
  };

  /// Returns whether the open chunk has a task; frees it if it is empty.
  bool keepsOpen(ChunkPool<T>& pool) {
    if (emptying_) {
      if (!emptying_->empty()) {
        return true;
      }
      pool.free(emptying_);
      emptying_ = nullptr;
    }
    return false;
  }

  /// Begins a new chunk with `task`. Not inlined, to keep the common case small.
  template <typename Began>
  GALOIS_ATTRIBUTE_NOINLINE void begin(const T& task, ChunkPool<T>& pool, Began& began) {
    Chunk<T>* const chunk = pool.allocate();
    try {
      chunk->pushBack(task);
    } catch (...) {
      pool.free(chunk);
      throw;
    }
    filling_ = chunk;
    began();
  }

  /// Offers the full chunk, or removes its last task if that throws. Not inlined, so that the
  /// common case of push() stays small.
  template <typename Offer>
  GALOIS_ATTRIBUTE_NOINLINE void handOver(ChunkPool<T>& pool, Offer& offer) {
    try {
      offer(filling_);
    } catch (...) {
      filling_->dropBack();
      if (filling_->empty()) {
        pool.free(std::exchange(filling_, nullptr));
      }
      throw;
    }
    filling_ = nullptr;
  }

  Chunk<T>* filling_ = nullptr;
  Chunk<T>* emptying_ = nullptr;
};

} // namespace galois::worklists
