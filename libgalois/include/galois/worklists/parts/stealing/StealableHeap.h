/**
 * The queue of one thread in the Stealing Multi-Queue [SMQ, listing 4]: a heap that only its owner
 * accesses, and a stealing buffer in which the owner offers its few most urgent tasks to others.
 *
 * Choices where the listing leaves one, or where it and the published code disagree:
 *  - The owner compares its offered tasks with its heap, and takes them back when they are the most
 *    urgent. The listing does not consider them again; they would become stale, or never run if
 *    there is only one thread.
 *  - Taking back costs about as much as stealing. So the owner then sets aside several steal
 *    batches for itself (`ownBatch`) and offers the next tasks. It does not need the buffer again
 *    until the batch is used up.
 *  - The tasks that a thread has set aside or stolen compete with its heap by priority. So no batch
 *    runs before more urgent tasks of the thread.
 *  - While its owner is the only thread, nothing is offered.
 *
 * Every task is in one of three places: in the heap or in the batch that was set aside, where the
 * owner finds it, or on offer, where its owner and every other thread can take it.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/queues/DAryHeap.h"
#include "galois/worklists/parts/stealing/StealingBuffer.h"

namespace galois::worklists {

/// A heap whose most urgent tasks are on offer to other threads.
/// @tparam T      task, trivially copyable
/// @tparam Less   `less(a, b)`: a is more urgent than b, see IndexLess
/// @tparam Arity  number of children per heap node
///
/// Only the owner calls its functions. The `victim` argument of a function is the queue of another
/// thread.
template <typename T, typename Less, unsigned Arity = 4>
class StealableHeap {
public:
  /// What the queues of all threads share: nothing.
  struct Shared {};

  /// @param stealSize  number of tasks per offer, 1 to 65535
  /// @param ownBatch   number of tasks set aside when the offer is taken back; stealSize if smaller
  StealableHeap(const Less& less, std::uint32_t stealSize, std::uint32_t ownBatch, Shared&)
      : buffer_(stealSize), less_(less), heap_(less), batch_(std::max(ownBatch, stealSize)),
        offered_(stealSize), stolen_(stealSize) {}

  /// Adds a task. O(log n). @throws std::bad_alloc
  template <typename Random>
  void push(const T& task, Random&) {
    heap_.push(task);
  }

  /// Takes the most urgent task if it is one that was set aside. Reads no shared data. O(1).
  /// @return whether it took a task
  bool popSetAside(T& out) {
    // A thief may have taken the tasks of `offered_`. The comparison may then fail without need,
    // and the caller uses pop() instead.
    if (!batchFirst() || less_(offered_[0], batch_[batchNext_])) {
      return false;
    }
    out = batch_[batchNext_++];
    return true;
  }

  /// Takes the most urgent task. O(Arity log n).
  /// @param shared  whether there are other threads to offer tasks to
  /// @return false if the queue is empty
  bool pop(T& out, bool shared) {
    if (shared) {
      offer();
    }
    if (offeredFirst() && takeBack()) {
      if (shared) {
        offer();
      }
      out = batch_[batchNext_++];
      return true;
    }
    if (batchFirst()) {
      out = batch_[batchNext_++];
      return true;
    }
    if (!heap_.empty()) {
      out = heap_.pop();
      return true;
    }
    return false;
  }

  /// Returns the task that pop() will probably return; nullptr if there is none.
  const T* peek() const {
    if (!batchEmpty()) {
      return &batch_[batchNext_];
    }
    if (offeredFirst()) {
      return &offered_[0];
    }
    return heap_.empty() ? nullptr : &heap_.top();
  }

  /// Returns whether `victim`, another thread's queue, offers a task more urgent than all of this
  /// one.
  bool wantsFrom(StealableHeap& victim) const {
    T best;
    return victim.buffer_.peek(best) && (heap_.empty() || less_(best, heap_.top())) &&
           (batchEmpty() || less_(best, batch_[batchNext_])) &&
           (buffer_.isTaken() || less_(best, offered_[0]));
  }

  /// Takes the tasks that `victim`, another thread's queue, offers. They become the batch, or go to
  /// the heap if there is a batch already.
  /// @return the number of tasks
  /// @throws std::bad_alloc, and nothing was stolen
  template <typename Random>
  std::uint32_t stealFrom(StealableHeap& victim, Random&) {
    if (!batchEmpty()) {
      heap_.reserve(heap_.size() + stolen_.size()); // so that no exception can lose stolen tasks
    }
    const std::uint32_t count = victim.buffer_.steal(stolen_.data());
    if (batchEmpty()) {
      std::copy_n(stolen_.begin(), count, batch_.begin());
      batchNext_ = 0;
      batchEnd_ = count;
    } else {
      for (std::uint32_t i = 0; i < count; ++i) {
        heap_.push(stolen_[i]);
      }
    }
    return count;
  }

private:
  bool batchEmpty() const noexcept { return batchNext_ == batchEnd_; }

  /// Returns whether the batch holds the most urgent of the tasks that are not on offer.
  bool batchFirst() const {
    return !batchEmpty() && (heap_.empty() || !less_(heap_.top(), batch_[batchNext_]));
  }

  /// Returns whether the most urgent task is on offer.
  bool offeredFirst() const {
    return !buffer_.isTaken() && (heap_.empty() || less_(offered_[0], heap_.top())) &&
           (batchEmpty() || less_(offered_[0], batch_[batchNext_]));
  }

  /// Offers the most urgent tasks of the heap if nothing is on offer.
  void offer() {
    if (heap_.empty() || !buffer_.isTaken()) {
      return;
    }
    std::uint32_t count = 0;
    while (count < buffer_.capacity() && !heap_.empty()) {
      offered_[count++] = heap_.pop();
    }
    offeredEnd_ = count;
    buffer_.offer(offered_.data(), count);
  }

  /// Takes back the offer and sets aside the most urgent tasks of offer and heap. The rest of the
  /// last batch, which is rarely any, goes to the heap first.
  /// @return false if a thief took the offer
  /// @throws std::bad_alloc, and nothing has changed
  bool takeBack() {
    heap_.reserve(heap_.size() + (batchEnd_ - batchNext_) + offeredEnd_);
    if (!buffer_.takeBack()) {
      return false;
    }
    while (!batchEmpty()) {
      heap_.push(batch_[batchNext_++]);
    }
    std::uint32_t taken = 0;
    std::uint32_t count = 0;
    while (count < batch_.size()) {
      const bool more = taken < offeredEnd_;
      if (more && (heap_.empty() || !less_(heap_.top(), offered_[taken]))) {
        batch_[count++] = offered_[taken++];
      } else if (!heap_.empty()) {
        batch_[count++] = heap_.pop();
      } else {
        break;
      }
    }
    for (; taken < offeredEnd_; ++taken) {
      heap_.push(offered_[taken]);
    }
    batchNext_ = 0;
    batchEnd_ = count;
    return true;
  }

  StealingBuffer<T> buffer_; ///< shared with other threads
  alignas(substrate::kCacheLineSize) Less less_;
  DAryHeap<T, Less, Arity> heap_;
  std::vector<T> batch_; ///< tasks set aside, most urgent first; [batchNext_, batchEnd_) are left
  std::uint32_t batchNext_ = 0, batchEnd_ = 0;
  std::vector<T> offered_; ///< [0, offeredEnd_): the last offer, which a thief may have taken
  std::uint32_t offeredEnd_ = 0;
  std::vector<T> stolen_; ///< space that stolen tasks are copied to
};

/// Names StealableHeap as the local queue of a StealingMultiQueue.
template <unsigned Arity = 4>
struct LocalHeap {
  template <typename T, typename Less>
  using Queue = StealableHeap<T, Less, Arity>;
};

} // namespace galois::worklists
