/**
 * How tasks come from a queue of a Multi-Queue to the caller of pop(): each alone, with a copy of the
 * task that is next, or in batches through a buffer. And the search of all queues, which both ways of
 * taking tasks use in the end (BetterOfTwo.h, OwnQueueTaker.h).
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"

namespace galois::worklists {

/// Searches queues for a task.
/// @tparam Inserter  a QueueInserter
template <typename Inserter>
class QueueSearch : public Inserter {
protected:
  using Inserter::draws_;
  using Inserter::Inserter;
  using typename Inserter::Hold, typename Inserter::Queue;

  /// Takes from any queue in [from, to). Checks each of them, beginning with a random one. It skips
  /// a locked queue, because the holder is responsible for it, see MultiQueue.h. With `lockBoth` a
  /// holder may unlock a queue without taking a task, so it waits for the lock instead.
  /// @param takeFrom  takes from a queue that is held, and returns the number of tasks
  template <typename TakeFrom>
  GALOIS_ATTRIBUTE_NOINLINE std::size_t takeAny(std::uint32_t from, std::uint32_t to,
                                                const TakeFrom& takeFrom) {
    std::uint32_t number = from + draws_.random().below(to - from);
    for (std::uint32_t left = to - from; left > 0; --left) {
      if (Queue* const queue = draws_.findFull(number)) {
        Hold held = holdSearched(*queue);
        if (const std::size_t count = held ? takeFrom(*queue, held) : 0) {
          return count;
        }
      }
      number = number + 1 < to ? number + 1 : from;
    }
    return 0;
  }

private:
  /// Locks a queue that takeAny() checks. It may fail if another thread holds the queue; with
  /// `lockBoth` only once the queue seems to hold no task any more.
  Hold holdSearched(Queue& queue) {
    if constexpr (Queue::kLocked) {
      if (this->shared_->params.lockBoth) {
        for (typename Inserter::Backoff backoff; queue.urgency() != kNoUrgency; backoff()) {
          if (Hold held = draws_.holdStrong(queue)) {
            return held;
          }
        }
        return Hold();
      }
    }
    return draws_.holdStrong(queue);
  }
};

/// Delivers each task alone.
/// @tparam Batched  whether tasks are delivered in batches instead
template <typename Inserter, bool Batched>
class QueueDelivery : public QueueSearch<Inserter> {
  using Base = QueueSearch<Inserter>;

public:
  using typename Base::Task;

  /// Returns the probable next task, see Concept.h.
  const Task* peek() const { return hasTop_ ? &top_ : nullptr; }

protected:
  using Base::Base;

  static void prepareToDeliver() noexcept {}

  /// Passes one task on. @param take  take(to, most) takes up to `most` tasks of one queue
  template <typename Take>
  static std::size_t deliver(Task* out, std::size_t /*max*/, const Take& take) {
    return take(out, 1);
  }

  /// Copies the task that is now on top of a queue, for peek(), if this thread will probably take it
  /// soon.
  void copyTop(const typename Base::Hold& held, bool likely) {
    const Task* const top = likely ? held.queue().peek() : nullptr;
    hasTop_ = top != nullptr;
    if (hasTop_) {
      top_ = *top;
    }
  }

private:
  Task top_; ///< the task that the last pop left on top of its queue, if `hasTop_`
  bool hasTop_ = false;
};

/// Delivers tasks in batches.
template <typename Inserter>
class QueueDelivery<Inserter, true> : public QueueSearch<Inserter> {
  using Base = QueueSearch<Inserter>;

public:
  using typename Base::Task;

  /// Returns the probable next task, see Concept.h.
  const Task* peek() const { return next_ < end_ ? &taken_[next_] : nullptr; }

protected:
  using Base::Base;

  /// Prepares for another number of threads. The owner allocates the buffer, so that it is on its
  /// NUMA node. Tasks that are left from an earlier loop stay.
  void prepareToDeliver() {
    batch_ = this->shared_->params.remove.batchOf(this->draws_.threads());
    taken_.resize(std::max<std::size_t>(taken_.size(), batch_));
  }

  /// Passes up to `max` tasks of one batch on. See the other deliver().
  template <typename Take>
  std::size_t deliver(Task* out, std::size_t max, const Take& take) {
    if (next_ == end_ && batch_ <= max) {
      return take(out, batch_); // directly, without the buffer
    }
    if (next_ == end_) {
      next_ = end_ = 0; // first, so that the buffer is empty if take() throws
      end_ = take(taken_.data(), batch_);
    }
    const std::size_t count = std::min(max, end_ - next_);
    std::copy_n(taken_.data() + next_, count, out);
    next_ += count;
    return count;
  }

  /// Does nothing: the next task is in the buffer.
  static void copyTop(const typename Base::Hold& /*held*/, bool /*likely*/) noexcept {}

private:
  std::uint32_t batch_ = 1;
  std::vector<Task> taken_; ///< the buffer; [next_, end_) are left
  std::size_t next_ = 0, end_ = 0;
};

} // namespace galois::worklists
