/**
 * A thread's queue in the Stealing Multi-Queue [SMQ, listing 4]: a heap that only its owner
 * touches, and a stealing buffer where the owner offers its few most urgent tasks to others.
 *
 * Where the listing leaves a choice, or it and the published code disagree:
 *  - The owner's own published tasks are compared with its heap (the listing forgets them, and they
 *    would grow stale, or be stranded with one thread): it takes them back when they come first.
 *  - Taking back costs about as much as stealing, so the owner then sets several steal batches
 *    aside for itself at once (`ownBatch`), offers the next ones, and is left in peace for a while.
 *  - What a thread has set aside or stolen competes with its heap by priority, so that no batch is
 *    executed before more urgent tasks of the thread's own.
 *  - While its owner is the only thread, nothing is offered.
 *
 * Every task is in the heap, or in the batch that was set aside, where the owner finds it, or on
 * offer, where its owner and every other thread can take it.
 */
#ifndef GALOIS_WORKLISTS_PARTS_STEALING_STEALABLEHEAP_H
#define GALOIS_WORKLISTS_PARTS_STEALING_STEALABLEHEAP_H

#include <algorithm>
#include <cstdint>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/queues/DAryHeap.h"
#include "galois/worklists/parts/stealing/StealingBuffer.h"

namespace galois::worklists {

/// @tparam T      task, trivially copyable
/// @tparam Less   `less(a, b)`: a is more urgent than b, see IndexLess
/// @tparam Arity  children a heap node
///
/// For its owner alone, but as the argument of functions that say otherwise.
template <typename T, typename Less, unsigned Arity = 4>
class StealableHeap {
public:
  /// What the queues of all threads share: nothing.
  struct Shared {};

  /// @param stealSize  tasks on offer at a time, 1 to 65535
  /// @param ownBatch   tasks set aside when the offer is taken back; at least stealSize are
  StealableHeap(const Less& less, std::uint32_t stealSize, std::uint32_t ownBatch, Shared&)
      : buffer_(stealSize), less_(less), heap_(less), batch_(std::max(ownBatch, stealSize)),
        offered_(stealSize), loot_(stealSize) {}

  /// Adds a task. O(log n). @throws std::bad_alloc
  template <typename Random>
  void push(const T& task, Random&) {
    heap_.push(task);
  }

  /// Takes the most urgent task if it is one that was set aside. Looks at nothing shared. O(1).
  bool popSetAside(T& out) {
    // A stale copy of the offer in comparison only means that pop() has to decide.
    if (!batchFirst() || less_(offered_[0], batch_[batchNext_])) {
      return false;
    }
    out = batch_[batchNext_++];
    return true;
  }

  /// Takes the most urgent task. O(Arity log n).
  /// @param shared  whether there are other threads to offer tasks to
  /// @return false when the queue is empty
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

  /// The task that pop() will probably return; nullptr if there is none.
  const T* peek() const {
    if (!batchEmpty()) {
      return &batch_[batchNext_];
    }
    if (offeredFirst()) {
      return &offered_[0];
    }
    return heap_.empty() ? nullptr : &heap_.top();
  }

  /// Whether `victim`, another thread's, offers a task more urgent than all here.
  bool wantsFrom(StealableHeap& victim) const {
    T best;
    return victim.buffer_.peek(best) && (heap_.empty() || less_(best, heap_.top())) &&
           (batchEmpty() || less_(best, batch_[batchNext_])) &&
           (buffer_.isTaken() || less_(best, offered_[0]));
  }

  /// Takes what `victim`, another thread's, offers; it becomes the batch, or joins the heap if
  /// there is one. @return number of tasks @throws std::bad_alloc, and nothing was stolen
  template <typename Random>
  std::uint32_t stealFrom(StealableHeap& victim, Random&) {
    if (!batchEmpty()) {
      heap_.reserve(heap_.size() + loot_.size()); // stolen tasks must not meet with an exception
    }
    const std::uint32_t count = victim.buffer_.steal(loot_.data());
    if (batchEmpty()) {
      std::copy_n(loot_.begin(), count, batch_.begin());
      batchNext_ = 0;
      batchEnd_ = count;
    } else {
      for (std::uint32_t i = 0; i < count; ++i) {
        heap_.push(loot_[i]);
      }
    }
    return count;
  }

private:
  bool batchEmpty() const noexcept { return batchNext_ == batchEnd_; }

  /// Whether the batch holds the most urgent of the tasks that nobody else can see.
  bool batchFirst() const {
    return !batchEmpty() && (heap_.empty() || !less_(heap_.top(), batch_[batchNext_]));
  }

  /// Whether the most urgent task is on offer.
  bool offeredFirst() const {
    return !buffer_.isTaken() && (heap_.empty() || less_(offered_[0], heap_.top())) &&
           (batchEmpty() || less_(offered_[0], batch_[batchNext_]));
  }

  /// Keeps the buffer full, so that a thief always finds the best of the heap.
  void offer() {
    if (heap_.empty() || !buffer_.isTaken()) {
      return;
    }
    std::uint32_t count = 0;
    while (count < buffer_.capacity() && !heap_.empty()) {
      offered_[count++] = heap_.pop();
    }
    offeredEnd_ = count;
    buffer_.publish(offered_.data(), count);
  }

  /// Sets aside the most urgent tasks of what was on offer and the heap. What was left of the last
  /// batch goes to the heap (it is rare that anything was). @return false if a thief was faster
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

  StealingBuffer<T> buffer_; ///< what other threads touch
  alignas(substrate::kCacheLineSize) Less less_;
  DAryHeap<T, Less, Arity> heap_;
  std::vector<T> batch_; ///< set aside, most urgent first; [batchNext_, batchEnd_) is left
  std::uint32_t batchNext_ = 0, batchEnd_ = 0;
  std::vector<T> offered_; ///< what was last published, [0, offeredEnd_); a thief may have it
  std::uint32_t offeredEnd_ = 0;
  std::vector<T> loot_; ///< where stolen tasks arrive
};

/// Names StealableHeap as the local queue of a StealingMultiQueue.
template <unsigned Arity = 4>
struct LocalHeap {
  template <typename T, typename Less>
  using Queue = StealableHeap<T, Less, Arity>;
};

} // namespace galois::worklists

#endif
