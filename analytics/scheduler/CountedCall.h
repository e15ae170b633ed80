/**
 * The tasks that a call has executed so far, for the thread that waits for it.
 *
 * Invariant: soFar() reads the counters only after the call has set them to 0, and it returns the
 * greatest sum that it has read. So it never shows what earlier calls have counted, and the number
 * never falls. Once the call has ended, soFar() no longer reads the counters, which the next call
 * uses. Only if that one begins while soFar() reads may its tasks be shown, too.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "galois/runtime/report/TaskProgress.h"
#include "galois/substrate/Atomics.h"

namespace galois::analytics {

/// Counts the tasks of one call. One thread runs it, another one watches it.
/// @tparam Counters  has begin(), end() and tasks() as TaskProgress
template <class Counters = runtime::TaskProgress, class Atomics = substrate::RealAtomics>
class CountedCall {
public:
  explicit CountedCall(Counters counters = {}) : counters_(std::move(counters)) {}

  /// Runs `work`, and counts meanwhile. Throws what `work` throws. On the thread that runs the call,
  /// once.
  template <typename Work>
  void run(const Work& work) {
    const Counting counting(*this);
    work();
  }

  /// Returns how many tasks have been counted, 0 before the call begins. On the thread that waits.
  std::uint64_t soFar() {
    // (2) acquire: synchronizes with (1), so the counters have been set to 0.
    if (running_.load(substrate::order::acquire)) {
      most_ = std::max(most_, counters_.tasks());
    }
    return most_;
  }

private:
  struct Counting {
    explicit Counting(CountedCall& counted) : call(counted) {
      call.counters_.begin();
      // (1) release: synchronizes with (2).
      call.running_.store(true, substrate::order::release);
    }
    ~Counting() {
      call.running_.store(false, substrate::order::relaxed);
      call.counters_.end();
    }
    Counting(const Counting&) = delete;
    Counting& operator=(const Counting&) = delete;

    CountedCall& call;
  };

  [[no_unique_address]] Counters counters_;
  typename Atomics::template Atomic<bool> running_{false};
  std::uint64_t most_ = 0;
};

} // namespace galois::analytics
