/**
 * A sequential priority queue for threads that take turns using it: a heap behind two small buffers
 * that are stored beside the queue's lock (the idea is from Williams, Sanders, Dementiev,
 * "Engineering MultiQueues", ESA 2021).
 *
 * The front holds the most urgent tasks in order. The inbox holds recently pushed tasks that are
 * less urgent. A pop takes from the front and a push usually goes to the inbox, so each accesses
 * one or two cache lines. A heap accesses one line per level, each after the one above it, and
 * often another thread was the last to write it. When the front is empty, the tasks of the inbox
 * move to the heap, and the front is filled from the heap. So the heap's lines are transferred once
 * for many tasks.
 *
 * Tasks come in exactly the order of a heap, except for ties.
 *
 * Invariant: the front is in order, and no task outside is more urgent than any in it. The front is
 * empty only if there is no task at all. While the inbox holds a task, the heap has room for all
 * tasks that the inbox can hold.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "galois/substrate/Charge.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/queues/DAryHeap.h"

namespace galois::worklists {

/// A heap behind two buffers. Not thread-safe.
/// @tparam T      task, trivially copyable and default constructible
/// @tparam Less   strict weak order; `less(a, b)` means that a is more urgent than b
/// @tparam D      number of children per heap node
/// @tparam Front  capacity of the front in tasks, 2 to 255
/// @tparam Inbox  capacity of the inbox in tasks, 1 to 255
template <typename T, typename Less, unsigned D, unsigned Front, unsigned Inbox>
class BufferedHeap {
  static_assert(Front >= 2 && Front <= 255 && Inbox >= 1 && Inbox <= 255, "counts are bytes");

public:
  explicit BufferedHeap(Less less = Less()) : heap_(std::move(less)) {}
  BufferedHeap(const BufferedHeap&) = delete;
  BufferedHeap& operator=(const BufferedHeap&) = delete;

  bool empty() const noexcept { return frontEnd_ == frontNext_; }
  const Less& less() const noexcept { return heap_.less(); }

  /// Returns the most urgent task. The queue must not be empty. O(1).
  const T& top() const noexcept {
    assert(!empty());
    return front_[frontNext_];
  }

  /// Adds a task. Amortised O(log_D n).
  /// @throws std::bad_alloc, and what the comparison throws the first time that it sees the task; the
  ///         queue is then unchanged
  void push(const T& task) {
    static_cast<void>(less()(task, task)); // see Indexer.h; costs nothing if it cannot throw
    if (empty() || less()(task, front_[frontEnd_ - 1])) {
      insert(task);
    } else {
      drop(task);
    }
  }

  /// Takes up to `max` of the most urgent tasks, most urgent first. Amortised O(D log_D n) per
  /// task.
  /// @return the number of tasks, 0 only if the queue is empty
  std::size_t popMany(T* out, std::size_t max) noexcept {
    std::size_t count = 0;
    while (count < max && !empty()) {
      substrate::chargeMemory(&front_[frontNext_], sizeof(T));
      out[count++] = front_[frontNext_++];
      if (empty()) {
        refill();
      }
    }
    return count;
  }

private:
  /// Puts a task that is not among the most urgent into the inbox.
  void drop(const T& task) {
    if (waiting_ == Inbox) {
      file();
    }
    if (waiting_ == 0) {
      heap_.reserve(heap_.size() + Inbox); // so that file(), which pops call, needs no memory
    }
    substrate::chargeMemory(&inbox_[waiting_], sizeof(T));
    inbox_[waiting_++] = task;
  }

  /// Puts a task into the front.
  GALOIS_ATTRIBUTE_NOINLINE void insert(const T& task) {
    if (frontEnd_ - frontNext_ == Front) {
      drop(front_[frontEnd_ - 1]);
      --frontEnd_;
    }
    if (frontEnd_ == Front) {
      std::copy(front_ + frontNext_, front_ + frontEnd_, front_);
      frontEnd_ = static_cast<std::uint8_t>(frontEnd_ - frontNext_);
      frontNext_ = 0;
    }
    unsigned place = frontEnd_++;
    for (; place > frontNext_ && less()(task, front_[place - 1]); --place) {
      front_[place] = front_[place - 1];
    }
    front_[place] = task;
    substrate::chargeMemory(front_ + place, (frontEnd_ - place) * sizeof(T));
  }

  /// Moves the tasks of the inbox to the heap.
  void file() noexcept {
    substrate::chargeMemory(inbox_, waiting_ * sizeof(T));
    for (; waiting_ > 0; --waiting_) {
      heap_.push(inbox_[waiting_ - 1]);
    }
  }

  /// Empties the inbox and fills the front from the heap.
  GALOIS_ATTRIBUTE_NOINLINE void refill() noexcept {
    file();
    frontNext_ = 0;
    frontEnd_ = static_cast<std::uint8_t>(heap_.popMany(front_, Front));
    substrate::chargeMemory(front_, frontEnd_ * sizeof(T));
  }

  // In the order of use, so that what every operation accesses is together.
  std::uint8_t frontNext_ = 0, frontEnd_ = 0; ///< [frontNext_, frontEnd_) of front_ hold tasks
  std::uint8_t waiting_ = 0;                  ///< tasks in the inbox
  T front_[Front];
  T inbox_[Inbox];
  DAryHeap<T, Less, D> heap_;
};

} // namespace galois::worklists
