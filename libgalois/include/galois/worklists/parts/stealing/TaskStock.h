/**
 * The tasks of one thread under work stealing [PD, section 5; see PrivateDeque.h]: a deque of full
 * chunks, the chunk that the thread fills, and the chunk that it empties. It is depth first between
 * chunks and breadth first within one. A thread takes the tasks of a chunk oldest first and its
 * youngest chunk first. Others get the oldest chunks.
 *
 * A chunk is a task of the paper into which tasks are coalesced. Where its owner has few tasks, it
 * splits them: half of what is in the two chunks of its own leaves for another thread. So a thread
 * with two tasks or more always has something to give, and keeps at least one task itself.
 *
 * Invariant. Each task is in one of the three places. No chunk in the deque is empty. The chunks of
 * a parcel are linked by `next`, oldest first.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "galois/worklists/parts/chunks/TaskChunk.h"

namespace galois::worklists {

/// One thread's tasks. Owned by that thread; not thread-safe, except for what `Deque` lets thieves
/// do.
/// @tparam T      task, whose move constructor does not throw (checked)
/// @tparam Deque  of Chunk<T>*: PrivateDeque or ChaseLevDeque
template <typename T, typename Deque>
class TaskStock {
  static_assert(std::is_nothrow_move_constructible<T>::value,
                "tasks that were moved before one that throws would be lost");

public:
  /// @param pool  must outlive the stock
  explicit TaskStock(ChunkPool<T>& pool) : pool_(&pool) {}
  TaskStock(const TaskStock&) = delete;
  TaskStock& operator=(const TaskStock&) = delete;

  /// Destroys the tasks that are left. No other thread may use the deque.
  ~TaskStock() {
    release(filling_);
    release(emptying_);
    release(received_);
    Chunk<T>* chunk = nullptr;
    while (deque_.pop(chunk)) {
      pool_->free(chunk);
    }
  }

  Deque& deque() noexcept { return deque_; }             ///< for thieves
  const Deque& deque() const noexcept { return deque_; } ///< for thieves

  /// Returns the number of tasks outside the deque.
  std::size_t loose() const noexcept { return sizeOf(filling_) + sizeOf(emptying_); }

  /// Returns whether there is no task at all.
  bool empty() const noexcept { return loose() == 0 && !received_ && deque_.size() == 0; }

  /// Returns whether give() would probably find something. False is exact.
  bool canGive() const noexcept { return deque_.size() > 0 || loose() > 1 || received_; }

  /// Adds a task. O(1) amortised. @throws std::bad_alloc, and what copying the task throws
  void push(const T& task) {
    if (!filling_) {
      filling_ = pool_->allocate();
    } else if (filling_->full()) {
      Chunk<T>* const next = pool_->allocate();
      try {
        deque_.push(filling_);
      } catch (...) {
        pool_->free(next);
        throw;
      }
      filling_ = next;
    }
    filling_->pushBack(task);
  }

  /// Takes the next task. The stock must have one in the chunk that is emptied, see provide().
  template <typename Result>
  Result take() {
    return emptying_->template popFront<Result>();
  }

  /// Takes up to `max` tasks of the chunk that is emptied, see provide(). @return their number
  std::size_t take(T* out, std::size_t max) { return emptying_->popFront(out, max); }

  /// Sees to it that the chunk that is emptied has a task. @return false if the stock is empty
  bool provide() {
    settle();
    if (sizeOf(emptying_) > 0) {
      return true;
    }
    Chunk<T>* chunk = nullptr;
    if (deque_.pop(chunk)) {
      adopt(chunk);
    } else if (sizeOf(filling_) > 0) {
      std::swap(filling_, emptying_);
      if (filling_) {
        filling_->clear(); // so that it has room again
      }
    }
    return sizeOf(emptying_) > 0;
  }

  /// Takes out a parcel for another thread: the older half of the chunks in the deque, or the
  /// oldest one, or, where the owner would keep nothing, half of its last tasks.
  /// @return the first chunk, or nullptr if there is nothing to give @throws std::bad_alloc; the
  ///         tasks are then all still there
  Chunk<T>* give(bool half) {
    settle();
    const std::size_t chunks = deque_.size();
    if (chunks == 0 || (chunks == 1 && loose() == 0)) {
      provide();
      return split();
    }
    Chunk<T>* first = nullptr;
    Chunk<T>** end = &first;
    for (std::size_t count = half ? (chunks + 1) / 2 : 1; count > 0; --count) {
      deque_.takeOldest(*end);
      end = &(*end)->next;
    }
    *end = nullptr;
    return first;
  }

  /// Moves tasks to an empty deque, so that thieves can take them, if there are two tasks or more.
  /// @return whether it has @throws std::bad_alloc; the tasks are then all still there
  bool share() {
    if (deque_.size() > 0 || received_) {
      return false;
    }
    received_ = split();
    const bool some = received_ != nullptr;
    settle();
    return some;
  }

  /// Adds a parcel. The stock then owns its chunks. If no chunk is being emptied, the first of the
  /// parcel is next; no thief can have it.
  /// @throws std::bad_alloc; the tasks are then kept
  void receive(Chunk<T>* parcel) {
    if (sizeOf(emptying_) == 0) {
      adopt(std::exchange(parcel, parcel->next));
    }
    Chunk<T>** end = &received_;
    while (*end) {
      end = &(*end)->next;
    }
    *end = parcel;
    settle();
  }

private:
  static std::size_t sizeOf(const Chunk<T>* chunk) noexcept { return chunk ? chunk->size() : 0; }

  /// Empties `chunk` next. The chunk that was emptied so far must be empty.
  void adopt(Chunk<T>* chunk) {
    if (emptying_) {
      pool_->free(emptying_);
    }
    emptying_ = chunk;
  }

  /// Moves received chunks and a full one to the deque. If it has no memory, the rest is kept where
  /// it is until the next call.
  void settle() {
    while (Chunk<T>* const chunk = received_) {
      Chunk<T>* const next = chunk->next;
      deque_.push(chunk); // From here on a thief may have it.
      received_ = next;
    }
    if (filling_ && filling_->full()) {
      deque_.push(filling_);
      filling_ = nullptr;
    }
  }

  /// Returns half of the loose tasks, rounded down, in a chunk; nullptr if this is none.
  Chunk<T>* split() {
    if (sizeOf(emptying_) > 0 && sizeOf(filling_) > 0) {
      filling_->next = nullptr;
      return std::exchange(filling_, nullptr); // nothing is moved
    }
    Chunk<T>* const from = sizeOf(emptying_) > 0 ? emptying_ : filling_;
    if (sizeOf(from) < 2) {
      return nullptr;
    }
    Chunk<T>* const part = pool_->allocate();
    for (std::uint32_t count = from->size() / 2; count > 0; --count) {
      from->moveFrontTo(*part);
    }
    return part;
  }

  void release(Chunk<T>* chunk) {
    while (chunk) {
      Chunk<T>* const next = chunk->next;
      pool_->free(chunk);
      chunk = next;
    }
  }

  ChunkPool<T>* pool_;
  Deque deque_;
  Chunk<T>* filling_ = nullptr;
  Chunk<T>* emptying_ = nullptr;
  Chunk<T>* received_ = nullptr; ///< chunks of parcels that are not yet in the deque
};

} // namespace galois::worklists
