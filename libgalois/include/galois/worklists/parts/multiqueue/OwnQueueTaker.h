/**
 * How a thread of a Multi-Queue takes a task: from its own queue [PMOD, section 2.2: local dequeue].
 */
#pragma once

#include <cstddef>
#include <cstdint>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"

namespace galois::worklists {

/// Takes from the thread's own queue.
/// @tparam Delivery  a QueueDelivery
template <typename Delivery>
class OwnQueueTaker : public Delivery {
public:
  using typename Delivery::Task;

protected:
  using Delivery::counters_, Delivery::Delivery, Delivery::draws_;
  using typename Delivery::Hold, typename Delivery::Queue;

  static void prepareToTake() noexcept {}

  /// Takes up to `max` tasks of one queue. @return their number, 0 if it found none
  std::size_t take(Task* out, std::size_t max) {
    Queue& mine = draws_.own();
    if (const std::size_t count = takeFromOwn(mine, out, max)) {
      return count;
    }
    return await(mine, out, max);
  }

private:
  /// Takes from the own queue if it holds tasks and is free.
  std::size_t takeFromOwn(Queue& mine, Task* out, std::size_t max) {
    if (mine.urgency() != kNoUrgency) {
      Hold held = draws_.hold(mine);
      if (const std::size_t count = held ? takeFrom(held, out, max) : 0) {
        ownerWait_.reset();
        return count;
      }
    }
    return 0;
  }

  /// Takes from a queue that is held. Inlined in any case, as BetterOfTwo::takeFrom().
  GALOIS_ATTRIBUTE_ALWAYS_INLINE std::size_t takeFrom(Hold& held, Task* out, std::size_t max) {
    const std::size_t count = held.popMany(out, max);
    this->copyTop(held, true);
    return count;
  }

  /// Takes from any queue in [from, to).
  std::size_t takeFromAny(std::uint32_t from, std::uint32_t to, Task* out, std::size_t max) {
    return this->takeAny(from, to, [this, out, max](Queue& /*queue*/, Hold& held) {
      return takeFrom(held, out, max);
    });
  }

  /// Waits for tasks in the own queue, which is empty or in which another thread is inserting.
  /// Takes from the queues of other threads only if their owners have not taken the tasks for a
  /// while.
  GALOIS_ATTRIBUTE_NOINLINE std::size_t await(Queue& mine, Task* out, std::size_t max) {
    this->flush();
    for (;;) {
      if (draws_.allQueues() > draws_.queues()) { // some belong to threads that are not active
        if (const std::size_t count = takeFromAny(draws_.queues(), draws_.allQueues(), out, max)) {
          return count;
        }
      }
      if (this->shared_->params.ownOnly) {
        if (mine.urgency() == kNoUrgency) {
          return 0;
        }
        Hold held = draws_.holdStrong(mine); // if it is locked, who holds it is inserting a task
        return held ? takeFrom(held, out, max) : 0;
      }
      if (!seesTasks()) {
        return 0;
      }
      if (ownerWait_.spent()) {
        ++counters_.stealAttempts;
        const std::size_t count = takeFromAny(0, draws_.queues(), out, max);
        counters_.stealSuccesses += count > 0;
        counters_.tasksStolen += count;
        return count;
      }
      ownerWait_();
      if (const std::size_t count = takeFromOwn(mine, out, max)) {
        return count;
      }
    }
  }

  /// Returns whether a queue of an active thread seems to hold tasks.
  bool seesTasks() const {
    for (std::uint32_t number = 0; number < draws_.queues(); ++number) {
      if (draws_.findFull(number)) {
        return true;
      }
    }
    return false;
  }

  typename Delivery::Backoff ownerWait_; ///< limits how long the thread waits for other owners
};

} // namespace galois::worklists
