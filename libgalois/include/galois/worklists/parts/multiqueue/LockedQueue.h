/**
 * One queue of a Multi-Queue: a sequential priority queue behind a try-lock. The priority of its
 * most urgent task is in a word, the urgency, that every thread may read [SMQ, section 2.1].
 *
 * Comparing two queues takes no lock and writes nothing. The value of the word for an empty queue
 * differs from that of every priority. A 64-bit word has room for it beside priorities of up to 32
 * bits; of 64-bit priorities the two greatest share one value. The queues then compare as equal for
 * these two, but no task is lost.
 *
 * Invariant. The queue is accessed, and the word written, only under the lock. While the lock is
 * free, the word is the urgency of the queue. So relaxed accesses of the word suffice: a thread
 * takes the lock before it acts on the word. And a thread that put a task into the queue reads, by
 * coherence, the word that it wrote itself or one that a later holder wrote. So it cannot see the
 * queue as empty while its task is there.
 */
#pragma once

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

/// Returns a priority as a word below kNoUrgency. The words compare as the priorities do. Only the
/// two greatest priorities of 64-bit types have the same word. O(1).
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

/// A sequential queue behind a try-lock.
/// @tparam Queue    a sequential queue with `push(task)`, `popMany(out, max)`, `urgency()` and
///                  `urgencyAfterPush(before, task)`. The urgency is kNoUrgency if the queue is
///                  empty, else a lower bound of the urgencies of its tasks.
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename Queue, typename Atomics = substrate::DefaultAtomics>
class alignas(substrate::kCacheLineSize) LockedQueue {
public:
  static constexpr bool kLocked = true; ///< whether threads have to take a lock

  /// Constructs Queue(args...), which must be empty.
  template <typename... Args>
  explicit LockedQueue(Args&&... args)
      : urgency_(kNoUrgency), queue_(std::forward<Args>(args)...) {}
  LockedQueue(const LockedQueue&) = delete;
  LockedQueue& operator=(const LockedQueue&) = delete;

  /// Returns the urgency of the most urgent task when the lock was last free, kNoUrgency if there
  /// was none. It may be out of date when it returns. For any thread; O(1), writes nothing.
  std::uint64_t urgency() const noexcept {
    // relaxed: a hint for threads that do not hold the lock; the invariant says why it suffices.
    return urgency_.load(order::relaxed);
  }

  /// A held lock, through which its owner uses the queue; or nothing, if it converts to false. The
  /// destructor shows the urgency and unlocks.
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

    /// Returns the urgency of the most urgent task, kNoUrgency if there is none.
    std::uint64_t urgency() const noexcept { return urgency_; }

    /// Adds a task. @throws what Queue::push throws; the queue is then unchanged
    template <typename T>
    void push(const T& task) {
      owner_->queue_.push(task);
      urgency_ = owner_->queue_.urgencyAfterPush(urgency_, task);
    }

    /// Takes up to `max` (1 or more) of the most urgent tasks.
    /// @return the number of tasks written to `out`; 0 only if the queue is empty
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

  /// Locks the queue if no other thread holds it. Reads the lock before it writes, so that a locked
  /// queue costs only a read. Never waits.
  Hold tryLock() { return lock_.try_lock() ? Hold(*this, true) : Hold(); }

  /// Locks the queue, as tryLock(), but does not fail spuriously. It fails only if another thread
  /// holds the queue, or held it and its unlock does not happen before this call. For a caller that
  /// concludes from a failure that another thread is responsible for the tasks in the queue.
  Hold tryLockStrong() { return lock_.try_lock_strong() ? Hold(*this, true) : Hold(); }

  /// Gives access to the queue without the lock. No other thread may use the queue.
  Hold withoutLock() noexcept { return Hold(*this, false); }

private:
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void release(std::uint64_t urgency, bool locked) noexcept {
    if (urgency != urgency_.load(order::relaxed)) {
      urgency_.store(urgency, order::relaxed); // before the unlock, see the invariant
    }
    if (locked) {
      lock_.unlock();
    }
  }

  // One cache line holds the lock, the urgency and the first fields of the queue.
  substrate::BasicSimpleLock<Atomics> lock_;
  typename Atomics::template Atomic<std::uint64_t> urgency_;
  Queue queue_;
};

} // namespace galois::worklists
