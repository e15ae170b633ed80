/**
 * The queue of one thread in the Stealing Multi-Queue, as [SMQ, listing 4] prints it: a heap that
 * only its owner accesses, and a stealing buffer in which the owner offers its few most urgent
 * tasks to others. StealableHeap.h is the variant that this project developed from it.
 *
 * The listing is followed except where it cannot be meant literally:
 *  - A buffer into which no task was put is not offered. As printed, the flag is reset although the
 *    heap was empty. The owner would then never fill the buffer again, because nobody steals from a
 *    buffer without a first task.
 *  - The top of an empty or stolen buffer is "nothing", which is less urgent than every task.
 *
 * docs/worklists/published.md sets the lines of the listing beside those of this file.
 */
#pragma once

#include <cstdint>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/queues/DAryHeap.h"
#include "galois/worklists/parts/stealing/StealingBuffer.h"

namespace galois::worklists {

/// A heap with a stealing buffer. Functions are for the owner alone unless they say otherwise.
/// @tparam T     task, trivially copyable
/// @tparam Less  `less(a, b)`: a is more urgent than b, see IndexLess
template <typename T, typename Less>
class PublishedStealableHeap {
public:
  /// @param stealSize  number of tasks per offer, 1 to 65535
  PublishedStealableHeap(const Less& less, std::uint32_t stealSize)
      : buffer_(stealSize), heap_(less), filling_(stealSize) {}

  /// Adds a task, and fills the buffer if it was stolen [lines 9 to 12]. O(log n), and that per task
  /// that the buffer gets. @throws std::bad_alloc
  void add(const T& task) {
    heap_.push(task);
    if (buffer_.isTaken()) {
      fillBuffer();
    }
  }

  /// Fills the buffer if it was stolen, and takes the top of the heap [lines 14 to 17]. Tasks in the
  /// buffer are not considered. O(log n). @return false if the heap is empty
  bool extractTop(T& out) {
    if (buffer_.isTaken()) {
      fillBuffer();
    }
    if (heap_.empty()) {
      return false;
    }
    out = heap_.pop();
    return true;
  }

  /// Copies the first task of the buffer [lines 19 to 26]. For any thread. @return false if the
  /// tasks were stolen
  bool top(T& out) const {
    while (!buffer_.isTaken()) {
      if (buffer_.peek(out)) {
        return true;
      }
    }
    return false;
  }

  /// Takes the tasks of the buffer, most urgent first [lines 28 to 39]. For any thread.
  /// @param out  space for stealSize tasks
  /// @return the number of tasks, 0 if they were stolen
  std::uint32_t steal(T* out) {
    while (!buffer_.isTaken()) {
      if (const std::uint32_t count = buffer_.steal(out)) {
        return count;
      }
    }
    return 0;
  }

  /// Returns the top of the heap; nullptr if it is empty. O(1).
  const T* peek() const { return heap_.empty() ? nullptr : &heap_.top(); }

private:
  /// Moves the most urgent tasks of the heap into the buffer [lines 41 to 51].
  void fillBuffer() {
    std::uint32_t count = 0;
    while (count < buffer_.capacity() && !heap_.empty()) {
      filling_[count++] = heap_.pop();
    }
    if (count > 0) {
      buffer_.offer(filling_.data(), count);
    }
  }

  StealingBuffer<T> buffer_; ///< shared with other threads
  alignas(substrate::kCacheLineSize) DAryHeap<T, Less, 4> heap_;
  std::vector<T> filling_; ///< the tasks on their way into the buffer
};

} // namespace galois::worklists
