/**
 * One queue of a Multi-Queue: a sequential priority queue behind a try-lock, with the priority of
 * its most urgent task in a word that everybody may read [SMQ, section 2.1].
 *
 * Comparing two queues takes no lock and writes nothing. The word tells an empty queue from every
 * priority: a 64-bit word has room beyond the priorities of up to 32 bits, and of 64-bit ones the
 * two greatest share a word. That costs a comparison between these two, never a task.
 *
 * Invariant. The queue is touched, and the word written, under the lock only. When the lock is free
 * the word says what the queue holds. So the word may be relaxed: whoever acts on it takes the lock
 * first, and a thread that put a task into the queue reads, by coherence, the word that it wrote
 * itself or one that a later holder wrote: it cannot take the queue for empty while its task is
 * there.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MULTIQUEUE_LOCKEDQUEUE_H
#define GALOIS_WORKLISTS_PARTS_MULTIQUEUE_LOCKEDQUEUE_H

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::worklists {

/// The urgency of an empty queue: less urgent than every task.
inline constexpr std::uint64_t kNoUrgency = ~std::uint64_t{0};

/// A priority as a word that compares as the priorities do, below kNoUrgency. Only the two greatest
/// priorities of 64-bit types share a word. O(1).
template <typename Index>
constexpr std::uint64_t urgencyOf(Index priority) noexcept {
  static_assert(std::is_integral_v<Index> && sizeof(Index) <= 8, "priorities are integers");
  using Unsigned = std::make_unsigned_t<Index>;
  auto word = static_cast<Unsigned>(priority);
  if constexpr (std::is_signed_v<Index>) {
    word = static_cast<Unsigned>(word ^ (Unsigned{1} << (8 * sizeof(Index) - 1)));
  }
  if constexpr (sizeof(Index) == 8) {
    return std::uint64_t{word} - (word == kNoUrgency ? 1 : 0);
  }
  return word;
}

/// @tparam Queue    sequential; has `push(task)`, `popMany(out, max)`, `urgency()` (kNoUrgency when
///                  empty, else a lower bound of its tasks') and `urgencyAfterPush(before, task)`
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename Queue, typename Atomics = substrate::DefaultAtomics>
class alignas(GALOIS_CACHE_LINE_SIZE) LockedQueue {
public:
  /// Makes Queue(args...), which must be empty.
  template <typename... Args>
  explicit LockedQueue(Args&&... args)
      : urgency_(kNoUrgency), queue_(std::forward<Args>(args)...) {}
  LockedQueue(const LockedQueue&) = delete;
  LockedQueue& operator=(const LockedQueue&) = delete;

  /// The urgency of the most urgent task when the lock was last free, kNoUrgency if there was none.
  /// Out of date when it returns. Any thread; O(1), writes nothing.
  std::uint64_t urgency() const noexcept {
    // relaxed: a hint for who does not hold the lock; see the invariant for why it suffices.
    return urgency_.load(order::relaxed);
  }

  /// The right to use the queue, from tryLock() until it is destroyed; or no right at all, if it is
  /// false. Publishes the urgency and frees the lock at its end.
  class Hold {
  public:
    Hold() noexcept = default;
    Hold(Hold&& other) noexcept
        : owner_(std::exchange(other.owner_, nullptr)), urgency_(other.urgency_),
          locked_(other.locked_) {}
    Hold& operator=(Hold&&) = delete;
    ~Hold() {
      if (owner_) {
        owner_->release(urgency_, locked_);
      }
    }
    explicit operator bool() const noexcept { return owner_ != nullptr; }

    /// Of the most urgent task; kNoUrgency if there is none.
    std::uint64_t urgency() const noexcept { return urgency_; }

    /// Adds a task. @throws what Queue::push throws; the queue is then as it was
    template <typename T>
    void push(const T& task) {
      owner_->queue_.push(task);
      urgency_ = owner_->queue_.urgencyAfterPush(urgency_, task);
    }

    /// Takes up to `max` (1 or more) of the most urgent tasks.
    /// @return number of tasks written to `out`; 0 only when the queue is empty
    template <typename T>
    std::size_t popMany(T* out, std::size_t max) {
      if (urgency_ == kNoUrgency) {
        return 0;
      }
      const std::size_t count = owner_->queue_.popMany(out, max);
      urgency_ = owner_->queue_.urgency();
      return count;
    }

    const Queue& queue() const noexcept { return owner_->queue_; }

  private:
    friend class LockedQueue;
    Hold(LockedQueue& owner, bool locked) noexcept
        : owner_(&owner), urgency_(owner.urgency()), locked_(locked) {}

    LockedQueue* owner_ = nullptr;
    std::uint64_t urgency_ = kNoUrgency;
    bool locked_ = false;
  };

  /// The queue, if nobody else holds it now. Looks before it writes, so that a queue in use costs
  /// a read. Never waits.
  Hold tryLock() { return lock_.try_lock() ? Hold(*this, true) : Hold(); }

  /// The same, but it fails only if another thread holds the queue, or held it and did not let go
  /// of it before this call (in the happens-before order). For a caller that takes a failure for a
  /// sign that somebody else is looking after the tasks in it.
  Hold tryLockStrong() { return lock_.try_lock_strong() ? Hold(*this, true) : Hold(); }

  /// The queue, for a caller that knows that no other thread uses it: takes no lock.
  Hold withoutLock() noexcept { return Hold(*this, false); }

private:
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void release(std::uint64_t urgency, bool locked) noexcept {
    if (urgency != urgency_.load(order::relaxed)) {
      urgency_.store(urgency, order::relaxed); // before the lock is free: see the invariant
    }
    if (locked) {
      lock_.unlock();
    }
  }

  // One cache line holds all of it and the queue's head.
  substrate::BasicSimpleLock<Atomics> lock_;
  typename Atomics::template Atomic<std::uint64_t> urgency_;
  Queue queue_;
};

} // namespace galois::worklists

#endif
