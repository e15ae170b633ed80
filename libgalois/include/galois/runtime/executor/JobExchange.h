/**
 * Where jobs go from those who submit them to the threads that run them, and where these sleep.
 *
 * Invariant: a thread sleeps only while its bit in `parked_` is set, and checks after it has set it
 * whether jobs wait or the end has come. add() counts a job before it looks for bits, and all three are
 * in the one order of seq_cst accesses. So either the thread sees the job, or its bit is seen and it is
 * woken. stop() sets its word before it takes the bits, which orders the two as ParkedWorkers.h says.
 */
#pragma once

#include <cstdint>
#include <optional>

#include "galois/runtime/executor/JobQueues.h"
#include "galois/runtime/forkjoin/ParkedWorkers.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"

namespace galois::runtime {

/// The exchange, over an atomics policy. All functions are thread-safe.
template <typename Atomics = substrate::RealAtomics>
class JobExchange {
public:
  /// @param threads  number of threads that run jobs, 1 or more @throws std::bad_alloc
  explicit JobExchange(unsigned threads)
      : queues_(threads == 1 ? 1 : 2 * threads), parked_(threads), stopping_(false) {}

  /// Adds a job, and wakes a thread if one sleeps. See JobQueues::add().
  void add(std::int64_t priority, Job* job) {
    queues_.add(priority, job);
    if (parked_.seemsAsleep()) {
      parked_.wakeOne();
    }
  }

  /// Returns a job for thread `self`, which sleeps until there is one; or nothing after stop(), when
  /// none waits that was added before.
  template <typename Random>
  std::optional<WaitingJob> await(unsigned self, Random& random) {
    for (substrate::BasicBackoff<Atomics> backoff;;) {
      if (const auto waiting = queues_.take(random)) {
        return waiting;
      }
      const bool atEnd = stopping(); // read first: jobs that were added before the end still wait
      if (queues_.someWait()) {
        backoff(); // for the thread that adds or takes the job
      } else if (atEnd) {
        return std::nullopt;
      } else {
        parked_.sleep(self, [this] { return queues_.someWait() || stopping(); });
        backoff.reset();
      }
    }
  }

  /// Lets the threads end when no job waits.
  void stop() {
    // (1) release: synchronizes with (2), so that a thread that is to end sees the jobs added before.
    stopping_.store(true, substrate::order::release);
    parked_.wakeAll();
  }

  /// See JobQueues.
  template <typename Drop>
  void takeAll(const Drop& drop) {
    queues_.takeAll(drop);
  }

  /// Returns whether thread `other` sleeps or is about to: a hint.
  bool sleeps(unsigned other) const noexcept { return parked_.sleeps(other); }

private:
  bool stopping() const noexcept {
    return stopping_.load(substrate::order::acquire); // (2) acquire: synchronizes with (1)
  }

  JobQueues<Atomics> queues_;
  ParkedWorkers<Atomics> parked_;
  typename Atomics::template Atomic<bool> stopping_;
};

} // namespace galois::runtime
