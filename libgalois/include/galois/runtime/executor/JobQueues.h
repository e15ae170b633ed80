/**
 * The jobs that wait in an executor, in the order of their priorities: several heaps behind locks,
 * two for each thread, as in a Multi-Queue [SMQ, section 2.1]. Any thread may use them, whatever
 * its thread id. A job is added to a random heap, and taken from the best of some. One heap, for one
 * thread, gives the exact order, and first come first served for equal priorities.
 *
 * Invariant: a job is counted as added before it is in a heap, and as taken when it is in none any
 * more. So where the two numbers are equal, none waits.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"
#include "galois/worklists/parts/queues/DAryHeap.h"

namespace galois::runtime {

class Job; // Job.h

/// A job in a queue.
struct WaitingJob {
  std::int64_t priority; ///< smaller is more urgent
  std::uint64_t number;  ///< jobs that were added earlier have smaller ones
  Job* job;              ///< the queue's reference
};

/// The order of jobs.
struct MoreUrgent {
  bool operator()(const WaitingJob& a, const WaitingJob& b) const noexcept {
    return a.priority != b.priority ? a.priority < b.priority : a.number < b.number;
  }
};

/// One heap, with the interface that LockedQueue.h requires.
class JobHeap {
public:
  void push(const WaitingJob& job) { heap_.push(job); }
  std::size_t popMany(WaitingJob* out, std::size_t max) noexcept { return heap_.popMany(out, max); }
  std::uint64_t urgency() const noexcept {
    return heap_.empty() ? worklists::kNoUrgency : worklists::urgencyOf(heap_.top().priority);
  }
  std::uint64_t urgencyAfterPush(std::uint64_t before, const WaitingJob& job) const noexcept {
    return std::min(before, worklists::urgencyOf(job.priority));
  }

private:
  worklists::DAryHeap<WaitingJob, MoreUrgent> heap_;
};

/// The queues, over an atomics policy. All functions are thread-safe.
template <typename Atomics = substrate::RealAtomics>
class JobQueues {
public:
  /// @param queues  number of heaps, 1 or more @throws std::bad_alloc
  explicit JobQueues(unsigned queues) : added_(0), taken_(0) {
    for (unsigned i = 0; i < queues; ++i) {
      queues_.emplace_back();
    }
  }
  JobQueues(const JobQueues&) = delete;
  JobQueues& operator=(const JobQueues&) = delete;

  /// Adds a job. @throws std::bad_alloc; the job is then not added
  void add(std::int64_t priority, Job* job) {
    // (1) seq_cst: in one order with (2) and with the words of ParkedWorkers, see seemsAsleep() there.
    const std::uint64_t number = added_.fetch_add(1, substrate::order::seq_cst);
    // A thread that submits has no generator of its own, so a hash of the number draws the heap.
    for (std::uint64_t mix = number;;) {
      if (auto queue = queues_[substrate::detail::splitMix64(mix) % count()].tryLock()) {
        try {
          queue.push(WaitingJob{priority, number, job});
        } catch (...) {
          noteTaken(1);
          throw;
        }
        return;
      }
      Atomics::pause();
    }
  }

  /// Takes one of the most urgent jobs. @param random  the calling thread's generator, with `below(n)`
  /// @return nothing if it found none, which says little while someWait()
  template <typename Random>
  std::optional<WaitingJob> take(Random& random) noexcept {
    const unsigned first = random.below(count());
    for (const unsigned looks : {std::min(kLooks, count()), count()}) {
      if (Queue* const best = bestOf(first, looks)) {
        WaitingJob job;
        if (auto queue = best->tryLock(); queue && queue.popMany(&job, 1) == 1) {
          noteTaken(1);
          return job;
        }
      }
    }
    return std::nullopt;
  }

  /// Takes all jobs that are there, and calls drop(job) for each, without a lock held.
  template <typename Drop>
  void takeAll(const Drop& drop) {
    for (Queue& queue : queues_) {
      WaitingJob some[kAtOnce];
      for (std::size_t found = 1; found > 0;) {
        if (auto held = queue.tryLock()) {
          found = held.popMany(some, kAtOnce);
        } else {
          Atomics::pause();
          continue;
        }
        noteTaken(found);
        std::for_each_n(some, found, drop);
      }
    }
  }

  /// Returns whether jobs wait or are about to. It is false only if none did at an instant of the call.
  bool someWait() const noexcept {
    // relaxed: a number that is too small only makes the caller look again. None is too large, since a
    // job is counted as added before.
    const std::uint64_t taken = taken_.load(substrate::order::relaxed);
    // (2) seq_cst: see (1).
    return added_.load(substrate::order::seq_cst) != taken;
  }

private:
  using Queue = worklists::LockedQueue<JobHeap, Atomics>;
  static constexpr unsigned kLooks = 8; ///< heaps that are compared before all are
  static constexpr std::size_t kAtOnce = 32;

  unsigned count() const noexcept { return static_cast<unsigned>(queues_.size()); }

  void noteTaken(std::uint64_t jobs) noexcept { taken_.fetch_add(jobs, substrate::order::relaxed); }

  /// Returns the heap with the most urgent job of those from `first` on; nullptr if they seem empty.
  Queue* bestOf(unsigned first, unsigned looks) noexcept {
    Queue* best = nullptr;
    std::uint64_t least = worklists::kNoUrgency;
    for (unsigned i = 0; i < looks; ++i) {
      Queue& queue = queues_[(first + i) % count()];
      if (const std::uint64_t urgency = queue.urgency(); urgency < least) {
        least = urgency;
        best = &queue;
      }
    }
    return best;
  }

  std::deque<Queue> queues_; ///< which can be neither copied nor moved
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<std::uint64_t> added_;
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<std::uint64_t> taken_;
};

} // namespace galois::runtime
