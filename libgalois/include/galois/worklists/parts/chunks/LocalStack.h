/**
 * The part of a stack of chunks that belongs to one thread: one chunk, to which the thread pushes and
 * from which it pops the youngest task.
 *
 * A chunk that is full when the next task comes goes to the bag's list at the thread's home, and the
 * task begins a new chunk. A thread whose chunk is empty takes one from its home, or else from
 * another home.
 *
 * Invariant: the chunk has a task, or it is empty and the next push uses it, or there is none. This
 * is true after exceptions, too: a task whose copy or move throws stays where it was.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/chunks/ChunkList.h"
#include "galois/worklists/parts/chunks/StealChunk.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// The chunk of one thread. Owned by that thread. The destructor does not free it, see release().
/// The functions are those of LocalChunks that ChunkMaster uses.
template <typename T>
class LocalStack {
public:
  using Bag = ChunkLists<Chunk<T>, true>;

  /// Adds a task.
  /// @param home  returns the index of the thread's list in the bag; called once per chunk
  /// @throws std::bad_alloc, and what copying the task throws; the task was then not added
  template <typename Home>
  void push(const T& task, ChunkPool<T>& pool, Bag& bag, Home&& home) {
    if (top_ && !top_->full()) {
      top_->pushBack(task);
    } else {
      begin(task, pool, bag, home);
    }
  }

  /// Adds the tasks of [at, last).
  /// @param home   the index of the thread's list in the bag
  /// @param added  counts the tasks that were added
  /// @throws as push(); the tasks before the failing one were added
  template <typename Iter>
  void pushAll(Iter at, const Iter& last, ChunkPool<T>& pool, Bag& bag, unsigned home,
               std::uint64_t& added) {
    for (; at != last; ++at) {
      push(*at, pool, bag, [home] { return home; });
      ++added;
    }
  }

  /// Provides a chunk with a task: the thread's own, one of its home, or one of another home.
  /// @return false if there was no chunk in the whole bag
  bool provide(ChunkPool<T>& pool, Bag& bag, unsigned home, WorklistCounters& counters) {
    if (top_ && !top_->empty()) {
      return true;
    }
    Chunk<T>* next = bag.pop(home);
    if (!next) {
      next = stealChunk(bag, home, counters);
    }
    if (next) {
      release(pool);
      top_ = next;
    }
    return next != nullptr;
  }

  /// Takes the youngest task. Only after provide() returned true.
  /// @tparam Result  the return type: T, or a type that is constructible from a T
  template <typename Result = T>
  Result take() {
    return top_->template popBackAs<Result>();
  }

  /// Takes the youngest task, and no more, because tasks that it pushes come before the others. Only
  /// after provide() returned true.
  /// @return the number of tasks written to `out`: 1, or 0 if `max` is 0
  /// @throws what moving it throws; it then stays
  std::size_t take(T* out, std::size_t max) {
    if (max == 0) {
      return 0;
    }
    *out = std::move(top_->back());
    top_->dropBack();
    return 1;
  }

  /// Frees the chunk. Tasks in it are destroyed.
  void release(ChunkPool<T>& pool) {
    if (top_) {
      pool.free(std::exchange(top_, nullptr));
    }
  }

private:
  /// Begins a new chunk with `task`, and offers the full one. Not inlined, to keep the common case
  /// small.
  template <typename Home>
  GALOIS_ATTRIBUTE_NOINLINE void begin(const T& task, ChunkPool<T>& pool, Bag& bag, Home& home) {
    Chunk<T>* const chunk = pool.allocate();
    try {
      chunk->pushBack(task);
    } catch (...) {
      pool.free(chunk);
      throw;
    }
    if (top_) {
      bag.push(home(), top_);
    }
    top_ = chunk;
  }

  Chunk<T>* top_ = nullptr;
};

} // namespace galois::worklists
