/**
 * How one thread accesses the queues of a Multi-Queue. It draws queues, remembers their addresses,
 * and locks a queue for the duration of one operation.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"
#include "galois/worklists/parts/multiqueue/QueueTable.h"

namespace galois::worklists {

/// Draws and locks queues for one thread. Owned by that thread.
/// @tparam Queue       a LockedQueue, or a queue without a lock, see SkipListQueues.h
/// @tparam Common      what the queues share, the argument of their constructor
/// @tparam Concurrent  false: only one thread uses the queues, whatever the number of active ones
/// @tparam Sampler     see parts/stealing/QueueSampler.h
/// @tparam Atomics     see galois/substrate/Atomics.h
template <typename Queue, typename Common, bool Concurrent, typename Sampler,
          typename Atomics = substrate::DefaultAtomics>
class QueueDraws {
public:
  using Hold = typename Queue::Hold;

  /// @param stream  number of the random stream, different for each thread
  QueueDraws(QueueTable<Queue, Atomics>& table, Common& common, std::uint32_t numaWeight,
             std::uint64_t stream)
      : table_(&table), common_(&common), random_(substrate::getSeed(), stream),
        sampler_(numaWeight) {}

  /// Reads the number of active threads. Call it before the thread's first operation in a loop.
  /// @throws std::bad_alloc; the next call then tries again
  void follow() {
    const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
    if (threads != threads_) {
      join(threads, Concurrent ? substrate::ThreadPool::getTID() : 0);
    }
  }

  /// Prepares for the caller being thread `tid` of `threads`. follow() calls it if the number has
  /// changed. @throws std::bad_alloc; threads() is then as before
  GALOIS_ATTRIBUTE_NOINLINE void join(unsigned threads, unsigned tid) {
    const std::uint32_t each = table_->perThread();
    known_.resize(std::max<std::size_t>(known_.size(), std::size_t{threads} * each));
    table_->at(tid * each, *common_); // created by its owner, so that it is on the owner's node
    tid_ = tid;
    threads_ = threads;
    queues_ = threads * each;
  }

  /// Returns the number of active threads at the last follow() or join().
  unsigned threads() const noexcept { return threads_; }
  /// Returns the number of queues of the active threads. Their numbers are 0 to queues() - 1.
  std::uint32_t queues() const noexcept { return queues_; }
  /// Returns an upper bound of all queue numbers, including those of threads that are no longer
  /// active.
  std::uint32_t allQueues() const noexcept { return std::max(queues_, table_->made()); }
  /// Returns whether this is the only thread.
  bool alone() const noexcept { return !Concurrent || threads_ == 1; }

  substrate::Random& random() noexcept { return random_; }

  /// Returns a queue of an active thread. @throws std::bad_alloc
  Queue& queue(std::uint32_t number) {
    Queue*& known = known_[number];
    if (!known) {
      known = &table_->at(number, *common_);
    }
    return *known;
  }

  /// Returns the first queue of this thread. @throws std::bad_alloc
  Queue& own() { return queue(tid_ * table_->perThread()); }

  /// Returns the queue of that number if it exists and seems to hold tasks, nullptr otherwise.
  Queue* findFull(std::uint32_t number) const {
    Queue* const queue = table_->find(number);
    return queue && queue->urgency() != kNoUrgency ? queue : nullptr;
  }

  /// Locks the queue to take tasks, unless another thread holds it. May fail spuriously.
  /// @return a Hold that converts to false if it failed
  GALOIS_ATTRIBUTE_ALWAYS_INLINE Hold hold(Queue& queue) {
    return holdAndCount(queue, acquisitionsToTake_);
  }

  /// The same to insert tasks.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE Hold holdToInsert(Queue& queue) {
    return holdAndCount(queue, acquisitionsToInsert_);
  }

  /// Locks the queue unless another thread holds it, see LockedQueue::tryLockStrong().
  Hold holdStrong(Queue& queue) {
    if constexpr (Queue::kLocked) {
      if (!alone()) {
        return counted(queue.tryLockStrong(), acquisitionsToTake_);
      }
    }
    return queue.withoutLock();
  }

  /// Draws a queue. @throws std::bad_alloc
  Queue& one() { return queue(alone() ? scaled(random_() >> 32, queues_) : draw()); }

  /// Draws two queues, which are different if there are at least two. @throws std::bad_alloc
  std::pair<Queue*, Queue*> two() { return drawTwo(); }

  /// The same where it is rare. It is a function of its own so that its call does not decide whether
  /// the compiler inlines the other one. @throws std::bad_alloc
  GALOIS_ATTRIBUTE_NOINLINE std::pair<Queue*, Queue*> twoAgain() { return drawTwo(); }

  /// Passes each counter to `sink(thread, name, value)`.
  template <typename Sink>
  void report(unsigned thread, Sink& sink) const {
    sink(thread, "lock_acquisitions", acquisitionsToTake_ + acquisitionsToInsert_);
    sink(thread, "insert_lock_acquisitions", acquisitionsToInsert_);
    sink(thread, "lock_failures", lockFailures_);
    sampler_.report(thread, sink);
  }

private:
  GALOIS_ATTRIBUTE_ALWAYS_INLINE std::pair<Queue*, Queue*> drawTwo() {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    if (!alone()) {
      first = draw();
      second = drawOther(first);
    } else if (queues_ > 1) {
      const std::uint64_t bits = random_();
      first = scaled(bits >> 32, queues_);
      second = scaled(bits & 0xffffffff, queues_ - 1);
      second += second >= first ? 1 : 0;
    }
    return {&queue(first), &queue(second)};
  }

  GALOIS_ATTRIBUTE_ALWAYS_INLINE Hold holdAndCount(Queue& queue, std::uint64_t& acquisitions) {
    if constexpr (Queue::kLocked) {
      if (!alone()) {
        return counted(queue.tryLock(), acquisitions);
      }
    }
    return queue.withoutLock();
  }

  /// Counts the outcome of an attempt to lock. The caller tests the same condition next, so both
  /// cost one branch.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE Hold counted(Hold hold, std::uint64_t& acquisitions) {
    if (hold) {
      ++acquisitions;
    } else {
      ++lockFailures_;
    }
    return hold;
  }

  GALOIS_ATTRIBUTE_NOINLINE std::uint32_t draw() {
    return sampler_.queue(tid_, threads_, table_->perThread(), random_);
  }

  GALOIS_ATTRIBUTE_NOINLINE std::uint32_t drawOther(std::uint32_t first) {
    return sampler_.otherQueue(first, tid_, threads_, table_->perThread(), random_);
  }

  /// Maps 32 random bits to a number below `n`. The bias of at most n / 2^32 does not matter here.
  static std::uint32_t scaled(std::uint64_t bits, std::uint32_t n) noexcept {
    return static_cast<std::uint32_t>(bits * n >> 32);
  }

  QueueTable<Queue, Atomics>* table_;
  Common* common_;
  substrate::Random random_;
  Sampler sampler_;
  unsigned tid_ = 0;
  unsigned threads_ = 0;
  std::uint32_t queues_ = 0;
  std::vector<Queue*> known_; ///< by number: the queues that the thread has used, else nullptr
  std::uint64_t acquisitionsToTake_ = 0;
  std::uint64_t acquisitionsToInsert_ = 0;
  std::uint64_t lockFailures_ = 0;
};

} // namespace galois::worklists
