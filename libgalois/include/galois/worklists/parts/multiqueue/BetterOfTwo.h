/**
 * How a thread of a Multi-Queue takes a task: from the better of two random queues [SMQ, section 2.1].
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"

namespace galois::worklists {

/// Takes from the better of two queues.
/// @tparam Delivery  a QueueDelivery
/// @tparam Delete    see QueueAccess.h
/// @tparam MaxDraws  number of draws without a task after which every queue is checked, 1 or more
template <typename Delivery, typename Delete, unsigned MaxDraws>
class BetterOfTwo : public Delivery {
public:
  using typename Delivery::Task;

protected:
  using Delivery::draws_;
  using typename Delivery::Hold, typename Delivery::Queue;

  explicit BetterOfTwo(typename Delivery::Shared& shared)
      : Delivery(shared), sticky_(shared.params.remove.stay) {}

  /// Prepares for another number of threads.
  void prepareToTake() { first_ = second_ = nullptr; }

  /// Takes up to `max` tasks of one queue. @return their number, 0 if it found none
  std::size_t take(Task* out, std::size_t max) {
    const std::size_t count = takeOfTwo(out, max);
    return count > 0 ? count : search(out, max);
  }

private:
  /// The same from two queues only: those of the last time if the thread stays with them, else drawn
  /// ones.
  std::size_t takeOfTwo(Task* out, std::size_t max) {
    if (!(first_ && sticky_.stays(draws_.random()))) {
      std::tie(first_, second_) = draws_.two();
      sticky_.drawn();
    }
    const bool both = Queue::kLocked && this->shared_->params.lockBoth;
    const std::size_t count = both ? takeUnderBothLocks(out, max) : takeFromBetter(out, max);
    if (count == 0) {
      first_ = nullptr;
    }
    return count;
  }

  /// Compares the queues without a lock, and takes from the better one if it is free.
  std::size_t takeFromBetter(Task* out, std::size_t max) {
    const std::uint64_t first = first_->urgency();
    const std::uint64_t second = second_->urgency();
    if (std::min(first, second) == kNoUrgency) {
      return 0;
    }
    Queue* better = first_;
    Queue* const other = second_;
    better = second < first ? other : better; // a conditional move: a branch is unpredictable
    Hold held = draws_.hold(*better);
    return held ? takeFrom(*better, held, out, max) : 0;
  }

  /// Takes from a queue that is held, and keeps it for the next operation if the policy is sticky.
  /// Inlined in any case: whether the compiler does so by itself depends on code around the loop.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE std::size_t takeFrom(Queue& queue, Hold& held, Task* out,
                                                      std::size_t max) {
    const std::size_t count = held.popMany(out, max);
    this->copyTop(held, Delete::Sticky::kSticky || draws_.threads() <= 2);
    if constexpr (Delete::Sticky::kSticky && !Delete::kPair) {
      first_ = second_ = &queue;
    }
    return count;
  }

  /// Searches after a draw that found nothing. It draws a few more times, then empties the insert
  /// buffer, and then checks every queue.
  GALOIS_ATTRIBUTE_NOINLINE std::size_t search(Task* out, std::size_t max) {
    for (unsigned draw = 1; draw < MaxDraws; ++draw) {
      if (const std::size_t count = takeOfTwo(out, max)) {
        return count;
      }
    }
    this->flush();
    return this->takeAny(0, draws_.allQueues(), [this, out, max](Queue& queue, Hold& held) {
      return takeFrom(queue, held, out, max);
    });
  }

  /// Locks both queues and takes from the better one. If one of them is locked, unlocks the other
  /// and draws again [SMQ, listing 1].
  GALOIS_ATTRIBUTE_NOINLINE std::size_t takeUnderBothLocks(Task* out, std::size_t max) {
    for (typename Delivery::Backoff backoff;; backoff()) {
      if (Hold first = draws_.hold(*first_)) {
        if (first_ == second_) { // the thread stays with a queue
          return takeFrom(*first_, first, out, max);
        }
        // Strong: if the second of two attempts always failed spuriously, this would never end.
        if (Hold second = draws_.holdStrong(*second_)) {
          return first.urgency() < second.urgency() ? takeFrom(*first_, first, out, max)
                                                    : takeFrom(*second_, second, out, max);
        }
      }
      std::tie(first_, second_) = draws_.twoAgain();
      sticky_.drawn();
    }
  }

  Queue* first_ = nullptr; ///< the queues that were drawn; nullptr: draw again
  Queue* second_ = nullptr;
  typename Delete::Sticky sticky_;
};

} // namespace galois::worklists
