/**
 * How one thread reaches the queues of a Multi-Queue: it draws them, remembers where they are, and
 * holds them one operation long.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MULTIQUEUE_QUEUEDRAWS_H
#define GALOIS_WORKLISTS_PARTS_MULTIQUEUE_QUEUEDRAWS_H

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

/// Owned by one thread.
/// @tparam Queue       a LockedQueue
/// @tparam Common      what queues are made of
/// @tparam Concurrent  false: there is one thread, whatever the number of active ones
/// @tparam Sampler     see parts/stealing/QueueSampler.h
/// @tparam Atomics     see galois/substrate/Atomics.h
template <typename Queue, typename Common, bool Concurrent, typename Sampler,
          typename Atomics = substrate::DefaultAtomics>
class QueueDraws {
public:
  using Hold = typename Queue::Hold;

  /// @param stream  random stream, another one for each thread
  QueueDraws(QueueTable<Queue, Atomics>& table, Common& common, std::uint32_t numaWeight,
             std::uint64_t stream)
      : table_(&table), common_(&common), random_(substrate::getSeed(), stream),
        sampler_(numaWeight) {}

  /// Takes note of the number of active threads. Before the thread's first operation in a loop.
  /// @return whether it has changed
  bool follow() {
    const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
    if (threads == threads_) {
      return false;
    }
    join(threads, Concurrent ? substrate::ThreadPool::getTID() : 0);
    return true;
  }

  /// What follow() does when the number has changed: the caller is thread `tid` of `threads`.
  GALOIS_ATTRIBUTE_NOINLINE void join(unsigned threads, unsigned tid) {
    const std::uint32_t each = table_->perThread();
    known_.resize(std::max<std::size_t>(known_.size(), std::size_t{threads} * each));
    tid_ = tid;
    threads_ = threads;
    queues_ = threads * each;
    table_->at(tid_ * each, *common_); // by its owner, so that it is near
  }

  /// Active threads, as follow() saw them.
  unsigned threads() const noexcept { return threads_; }
  /// Queues of the active threads: numbers 0 to queues() - 1.
  std::uint32_t queues() const noexcept { return queues_; }
  /// Bound of all queues, those of threads that are not active any more included.
  std::uint32_t allQueues() const noexcept { return std::max(queues_, table_->made()); }
  /// Nobody else is there.
  bool alone() const noexcept { return !Concurrent || threads_ == 1; }

  substrate::Random& random() noexcept { return random_; }

  /// A queue of an active thread. @throws std::bad_alloc
  Queue& queue(std::uint32_t number) {
    Queue*& known = known_[number];
    if (!known) {
      known = &table_->at(number, *common_);
    }
    return *known;
  }

  /// The thread's own first queue.
  Queue& own() { return queue(tid_ * table_->perThread()); }

  /// Any queue, if it exists and seems to hold tasks; nullptr otherwise.
  Queue* findFull(std::uint32_t number) const {
    Queue* const queue = table_->find(number);
    return queue && queue->urgency() != kNoUrgency ? queue : nullptr;
  }

  /// The queue, unless another thread holds it. May fail for no reason.
  Hold hold(Queue& queue) {
    if (alone()) {
      return queue.withoutLock();
    }
    Hold hold = queue.tryLock();
    lockFailures_ += !hold;
    return hold;
  }

  /// The queue, unless another thread holds it: see LockedQueue::tryLockStrong().
  Hold holdStrong(Queue& queue) {
    if (alone()) {
      return queue.withoutLock();
    }
    Hold hold = queue.tryLockStrong();
    lockFailures_ += !hold;
    return hold;
  }

  /// A queue, as the sampler draws.
  Queue& one() { return queue(alone() ? scaled(random_() >> 32, queues_) : draw()); }

  /// Two queues, different ones if there are two.
  std::pair<Queue*, Queue*> two() {
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

  template <typename Sink>
  void report(unsigned thread, Sink& sink) const {
    sink(thread, "lock_failures", lockFailures_);
    sampler_.report(thread, sink);
  }

private:
  GALOIS_ATTRIBUTE_NOINLINE std::uint32_t draw() {
    return sampler_.queue(tid_, threads_, table_->perThread(), random_);
  }

  GALOIS_ATTRIBUTE_NOINLINE std::uint32_t drawOther(std::uint32_t first) {
    return sampler_.otherQueue(first, tid_, threads_, table_->perThread(), random_);
  }

  /// 32 random bits as a number below `n`; that it is uneven by n / 2^32 shows nowhere.
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
  std::vector<Queue*> known_; ///< the queues that the thread has used, by number
  std::uint64_t lockFailures_ = 0;
};

} // namespace galois::worklists

#endif
