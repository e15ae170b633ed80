/**
 * Why the threads of a search should leave it early, and the moments at which they look.
 *
 * All accesses are relaxed: the word carries no data with it, and the end of the parallel region
 * orders everything else.
 */
#pragma once

#include <cstdint>

#include "galois/search/Progress.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::search {

/// The request to stop. The first reason counts. Thread-safe.
class alignas(substrate::kCacheLineSize) Stop {
public:
  /// Why a search ends early.
  enum Reason : int {
    kNone,        ///< it goes on
    kFound,       ///< a decision has its node
    kInterrupted, ///< the time limit has passed, or the computation was cancelled
    kFailed       ///< a generator has thrown
  };

  /// @param seconds   time limit from now on; infinity or a very large number for none
  /// @param progress  where threads tell what they have done when they poll; may be null
  explicit Stop(double seconds, Progress* progress = nullptr) : progress_(progress) {
    constexpr double kNever = 1e9; // some thirty years
    if (seconds < kNever) {
      deadlineNs_ = substrate::nowNs() + static_cast<std::uint64_t>(seconds * 1e9);
    }
  }

  /// Asks all threads to stop, unless they have been asked already.
  void request(Reason reason) noexcept {
    int none = kNone;
    reason_.compare_exchange_strong(none, reason, substrate::order::relaxed,
                                    substrate::order::relaxed);
  }

  /// Returns whether the threads should stop. It also looks at the clock and for a cancellation;
  /// call it once per some hundred nodes.
  bool poll() noexcept {
    if (reason() == kNone && interrupts_ && isDue()) {
      request(kInterrupted);
    }
    return reason() != kNone;
  }

  /// Returns where to tell what was done since the last poll, or null.
  Progress* progress() const noexcept { return progress_; }

  /// Returns whether the time limit has passed, or the computation was cancelled.
  bool isDue() const noexcept {
    return substrate::Cancellation::requested() ||
           (deadlineNs_ != 0 && substrate::nowNs() >= deadlineNs_);
  }

  /// From now on poll() no longer asks the threads to stop when isDue(), since the caller sees to
  /// that. Call it before the threads begin.
  void leaveInterruptions() noexcept { interrupts_ = false; }

  /// Returns the first reason, kNone if the search was not stopped.
  Reason reason() const noexcept {
    return static_cast<Reason>(reason_.load(substrate::order::relaxed));
  }

private:
  substrate::Atomic<int> reason_{kNone};
  std::uint64_t deadlineNs_ = 0;
  bool interrupts_ = true;
  Progress* const progress_;
};

} // namespace galois::search
