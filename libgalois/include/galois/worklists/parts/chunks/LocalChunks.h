/**
 * A thread's own part of a bag of chunks: the chunk it fills and the one it empties.
 *
 * Pushing and popping touch nothing shared until a chunk is full or empty. A full chunk goes to the
 * bag's list at the thread's home at once; a thread that runs dry takes a chunk from its home, then
 * its own half-filled one, then from other homes.
 *
 * Invariant: the chunk that is being filled holds a task and is not full, or there is none. It
 * holds after exceptions, too: a task whose copying or moving throws stays where it was.
 */
#ifndef GALOIS_WORKLISTS_PARTS_CHUNKS_LOCALCHUNKS_H
#define GALOIS_WORKLISTS_PARTS_CHUNKS_LOCALCHUNKS_H

#include <cstddef>
#include <utility>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/chunks/ChunkList.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// Owned by one thread. It does not free its chunks: see release().
/// @tparam T     task
/// @tparam Lifo  of the full chunks, the youngest comes first
template <typename T, bool Lifo>
class LocalChunks {
public:
  using Bag = ChunkLists<Chunk<T>, Lifo>;

  /// Adds a task.
  /// @param publish  is given the chunk when it is full
  /// @param began    called when the task is the first of a chunk; must not throw
  /// @throws std::bad_alloc, and what copying the task and `publish` throw; the task is then not
  /// there
  template <typename Publish, typename Began>
  void push(const T& task, ChunkPool<T>& pool, Publish&& publish, Began&& began) {
    if (filling_) {
      filling_->pushBack(task);
    } else {
      begin(task, pool, began);
    }
    if (filling_->full()) {
      try {
        publish(filling_);
      } catch (...) {
        filling_->dropBack();
        if (filling_->empty()) {
          pool.free(std::exchange(filling_, nullptr));
        }
        throw;
      }
      filling_ = nullptr;
    }
  }

  /// The same for a bag that is there.
  /// @param home  gives the thread's list in the bag; called once a chunk
  template <typename Home>
  void push(const T& task, ChunkPool<T>& pool, Bag& bag, Home&& home) {
    push(
        task, pool, [&](Chunk<T>* chunk) { bag.push(home(), chunk); }, [] {});
  }

  /// Sees to it that there is a task to take, of the thread's own. @return false when there is none
  bool provide(ChunkPool<T>& pool) {
    if (keepsOpen(pool)) {
      return true;
    }
    std::swap(emptying_, filling_);
    return emptying_ != nullptr;
  }

  /// The same with a bag. @return false when none was found in the whole bag
  bool provide(ChunkPool<T>& pool, Bag& bag, unsigned home, WorklistCounters& counters) {
    if (keepsOpen(pool)) {
      return true;
    }
    emptying_ = bag.pop(home);
    if (!emptying_) {
      std::swap(emptying_, filling_);
    }
    if (!emptying_ && bag.count() > 1) {
      ++counters.stealAttempts;
      emptying_ = bag.steal(home);
      if (emptying_) {
        ++counters.stealSuccesses;
        counters.tasksStolen += emptying_->size();
      }
    }
    return emptying_ != nullptr;
  }

  /// The oldest task of the chunk that is being emptied. Only after provide() said true.
  /// @tparam Result  see Chunk::popFront()
  template <typename Result = T>
  Result take() {
    return emptying_->template popFront<Result>();
  }

  /// Up to `max` tasks of that chunk, oldest first. Only after provide() said true.
  /// @return number of tasks written to `out`, at least 1 if `max` is
  /// @throws what moving the first of them throws
  std::size_t take(T* out, std::size_t max) { return emptying_->popFront(out, max); }

  /// Tasks in the chunk that is being emptied. Only after provide() said true.
  std::uint32_t openSize() const noexcept { return emptying_->size(); }

  /// Takes the `count` oldest tasks of that chunk, which has more, out in a chunk of their own;
  /// fewer, but not none, if moving one of them throws.
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

  /// Whether a task of the chunk that is being emptied is left.
  bool isOpen() const noexcept { return emptying_ && !emptying_->empty(); }

  /// Makes `chunk`, which holds a task, the one that is being emptied. Only while isOpen() says
  /// false.
  void open(Chunk<T>* chunk, ChunkPool<T>& pool) {
    if (emptying_) {
      pool.free(emptying_);
    }
    emptying_ = chunk;
  }

  /// Whether this thread keeps a task of the bag to itself.
  bool holdsWork() const noexcept { return isOpen() || filling_; }

  /// Gives the chunks back; tasks in them are destroyed.
  void release(ChunkPool<T>& pool) {
    for (Chunk<T>** chunk : {&filling_, &emptying_}) {
      if (*chunk) {
        pool.free(std::exchange(*chunk, nullptr));
      }
    }
  }

private:
  /// Whether a task of the open chunk is left; an empty one is given back.
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

  /// Kept out of the way of the common case.
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

  Chunk<T>* filling_ = nullptr;
  Chunk<T>* emptying_ = nullptr;
};

} // namespace galois::worklists

#endif
