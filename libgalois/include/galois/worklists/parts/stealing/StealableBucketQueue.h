/**
 * A thread's queue in the Stealing Multi-Queue over buckets: a bucket queue that only its owner
 * accesses, and a stealing buffer in which the owner offers a batch of its tasks to all threads.
 * StealableHeap.h is the same for a heap.
 *
 * Invariant: every task is in the bucket queue, where its owner finds it, or on offer, from where
 * its owner and every other thread can take it. The owner keeps a copy of its offer, so it reads no
 * shared memory to take the offer back. It takes the offer back before it works on less urgent
 * buckets, and when nothing else is left, so no offer is stranded.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/queues/BucketQueue.h"
#include "galois/worklists/parts/stealing/StealingBuffer.h"

namespace galois::worklists {

/// Only the owner calls its functions, except those that say otherwise.
/// @tparam T        task, trivially copyable
/// @tparam Indexer  maps a task to an integer priority; smaller is more urgent
template <typename T, typename Indexer>
class StealableBucketQueue {
public:
  using Queue = BucketQueue<T, Indexer>;
  using Key = std::uint64_t; ///< that of Queue, which needs no T to be named

  /// @param stealSize  the maximum of tasks on offer, 1 to 65535
  /// @param pool       where chunks come from; must outlive the queue
  /// @throws std::bad_alloc
  StealableBucketQueue(const Indexer& indexer, std::uint32_t stealSize,
                       const BucketQueueParams& params, ChunkPool<T>& pool)
      : buffer_(stealSize), queue_(indexer, pool, params), offered_(stealSize) {
    noteIdle();
  }

  /// The private queue. Its tasks can be taken, and some added, without regard to the offer.
  Queue& queue() noexcept { return queue_; }
  const Queue& queue() const noexcept { return queue_; }

  /// Returns the number of tasks that were pushed into queue(), without those that deliver() put
  /// back there.
  std::uint64_t pushes() const noexcept { return queue_.pushes() - returned_; }

  /// Returns the maximum of tasks on offer.
  std::size_t stealSize() const noexcept { return buffer_.capacity(); }

  /// Whether nothing is on offer, so that one of the following two functions may be called. O(1).
  bool canOffer() const noexcept { return buffer_.isTaken(); }

  /// Offers up to `count` tasks of the first bucket. The queue must not be empty.
  /// @param count  1 to stealSize()
  /// @throws std::bad_alloc, see BucketQueue::popBatch()
  void offer(std::size_t count) {
    offeredKey_ = queue_.topKey();
    offeredEnd_ = static_cast<std::uint32_t>(queue_.popBatch(offered_.data(), count));
    buffer_.offer(offered_.data(), offeredEnd_);
  }

  /// Offers up to half of a batch. The batch may come from a queue with wider buckets, so its tasks
  /// are compared: the first on offer, by which thieves and the owner judge it, is the most urgent.
  /// O(count).
  /// @return the number of tasks at the end of the batch that are on offer now
  std::size_t offerHalfOf(const T* batch, std::size_t count) {
    const std::size_t half = std::min(stealSize(), count / 2);
    if (half > 0) {
      const T* const tasks = batch + (count - half);
      const auto byKey = [this](const T& a, const T& b) {
        return queue_.keyOf(a) < queue_.keyOf(b);
      };
      const auto first = std::min_element(tasks, tasks + half, byKey) - tasks;
      std::copy_n(tasks, half, offered_.begin());
      std::swap(offered_[0], offered_[static_cast<std::size_t>(first)]);
      offeredKey_ = queue_.boundOf(offered_[0]);
      offeredEnd_ = static_cast<std::uint32_t>(half);
      buffer_.offer(offered_.data(), offeredEnd_);
    }
    return half;
  }

  /// Takes the offer back if it is more urgent than the queue, or all that is left, and if no thief
  /// was faster. O(1), or O(stealSize) if it is.
  /// @return the number of tasks written to `out`, at most `max`; the others go into the queue
  /// @throws std::bad_alloc
  std::size_t takeBackIfBest(T* out, std::size_t max) {
    const bool best = queue_.empty() || offeredKey_ < queue_.topKey();
    return best && buffer_.takeBack() ? deliver(offered_.data(), offeredEnd_, out, max) : 0;
  }

  /// Copies the first `max` of the tasks to `out`, and puts the others into the queue. They do not
  /// count as pushes.
  /// @return the number of tasks written to `out` @throws std::bad_alloc
  std::size_t deliver(const T* tasks, std::size_t count, T* out, std::size_t max) {
    const std::size_t delivered = std::min(count, max);
    std::copy_n(tasks, delivered, out);
    for (std::size_t i = delivered; i < count; ++i) {
      queue_.push(tasks[i]);
      ++returned_;
    }
    return delivered;
  }

  /// Shows that the owner works on the bucket of `task`. A store only when that has changed.
  void noteWork(const T& task) noexcept { buffer_.note(queue_.boundOf(task)); }

  /// Shows that the owner has no work.
  void noteIdle() noexcept { buffer_.note(Queue::kLeastUrgent); }

  // --- for any thread ------------------------------------------------------------------------

  /// Returns the bound of the bucket at which the owner works, kLeastUrgent if it is idle. A hint,
  /// which may be outdated.
  Key workKey() const noexcept { return buffer_.note(); }

  /// Copies the first task on offer without taking it. @return whether there is one
  bool peek(T& first) const noexcept { return buffer_.peek(first); }

  /// Takes all tasks on offer.
  /// @param out  room for stealSize() tasks; overwritten in any case
  /// @return the number of tasks; 0 when there were none or another thread was faster
  std::uint32_t steal(T* out) noexcept { return buffer_.steal(out); }

private:
  StealingBuffer<T> buffer_;
  alignas(substrate::kCacheLineSize) Queue queue_;
  std::vector<T> offered_; ///< a copy of the last offer, [0, offeredEnd_)
  std::uint32_t offeredEnd_ = 0;
  Key offeredKey_ = 0;         ///< bound of the bucket that the offer came from
  std::uint64_t returned_ = 0; ///< tasks that deliver() put into the queue
};

} // namespace galois::worklists
