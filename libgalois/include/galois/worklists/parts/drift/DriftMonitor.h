/**
 * Measures the priority drift between running threads, and keeps the TDF that follows from it
 * [HD-CPS, section III-C and algorithm 3].
 *
 * In the paper each core, after an interval of tasks, sends the priority of its latest task to a
 * dedicated core, which waits for all of them and decides. Here each thread shows the priority of
 * its latest task all the time, in a line of its own, and ends its intervals with one increment.
 * Whoever ends one when as many have been ended as there are threads looks at what all show, at
 * once, and decides. So nobody waits for a slow or idle thread, what is compared belongs to one
 * instant, as equation (1) has it, and only threads that have a task count. The others go on with
 * the old TDF until they read the new one.
 *
 * What is measured is a sample and the TDF a hint, so all shared words are relaxed; the lock guards
 * the decisions and their history.
 */
#ifndef GALOIS_WORKLISTS_PARTS_DRIFT_DRIFTMONITOR_H
#define GALOIS_WORKLISTS_PARTS_DRIFT_DRIFTMONITOR_H

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"
#include "galois/worklists/parts/drift/DriftController.h"
#include "galois/worklists/parts/drift/ThinnedHistory.h"

namespace galois::worklists {

/// What a thread shows of its work. Written by that thread, read by any.
/// @tparam Index    integer type of priorities
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename Index, typename Atomics = substrate::DefaultAtomics>
class alignas(substrate::kCacheLineSize) ShownWork {
public:
  /// The thread works on a task of this priority.
  void working(Index priority) noexcept {
    priority_.store(priority, order::relaxed);
    if (!working_.load(order::relaxed)) {
      working_.store(true, order::relaxed);
    }
  }

  /// The thread has no task.
  void idle() noexcept {
    if (working_.load(order::relaxed)) {
      working_.store(false, order::relaxed);
    }
  }

  /// Whether the thread has a task, and the priority of its latest one. A thread that changes in
  /// between shows what it showed before, or a part of it: good enough for a sample.
  bool see(Index& priority) const noexcept {
    priority = priority_.load(order::relaxed);
    return working_.load(order::relaxed);
  }

private:
  typename Atomics::template Atomic<Index> priority_{0};
  typename Atomics::template Atomic<bool> working_{false};
};

/// Thread-safe, except for report(). Parameters as ShownWork's.
template <typename Index, typename Atomics = substrate::DefaultAtomics>
class DriftMonitor {
public:
  /// Decisions that report() tells of at most. Of more, it tells of evenly spaced ones and the
  /// last, so that a loop of any length takes the same memory.
  static constexpr std::size_t kMostReported = (std::size_t{1} << 15) + 1;

  /// @param feedback  false: the drift is measured, and the TDF stays as it is
  DriftMonitor(DriftParams params, bool feedback)
      : tdf_(params.tdf), feedback_(feedback), controller_(params), begin_(substrate::nowNs()) {}
  DriftMonitor(const DriftMonitor&) = delete;
  DriftMonitor& operator=(const DriftMonitor&) = delete;

  /// The share of tasks to send to other threads now, percent, 1 to 100. One load of a line that is
  /// written once an interval.
  std::uint32_t tdf() const noexcept { return tdf_.load(order::relaxed); }

  /// A thread's interval is over. O(1), or O(threads) for the thread that decides.
  /// @param threads  that run now, 1 or more
  /// @param shownOf  thread id -> const ShownWork<Index, Atomics>&
  /// @throws std::bad_alloc
  template <typename ShownOf>
  void endInterval(unsigned threads, ShownOf&& shownOf) {
    const std::uint64_t ended = ended_.fetch_add(1, order::relaxed) + 1;
    // If somebody is deciding still, the intervals are too short for one more decision.
    if (ended % threads == 0 && lock_.try_lock()) {
      const std::lock_guard<Lock> guard(lock_, std::adopt_lock);
      decide(threads, shownOf);
    }
  }

  /// Gives the drift, in units of priority, and with feedback the TDF, in percent, to
  /// `sink(name, when, value)`. While no thread runs.
  template <typename Sink>
  void report(Sink& sink) const {
    if (feedback_) {
      sink("tdf", begin_, static_cast<double>(first_));
    }
    decisions_.forEach([&](const Decision& decision) {
      sink("drift", decision.when, decision.drift);
      if (feedback_) {
        sink("tdf", decision.when, static_cast<double>(decision.tdf));
      }
    });
  }

private:
  using Lock = substrate::BasicSimpleLock<Atomics>;

  struct Decision {
    std::uint64_t when;
    double drift;
    std::uint32_t tdf;
  };

  template <typename ShownOf>
  void decide(unsigned threads, ShownOf& shownOf) {
    priorities_.clear();
    for (unsigned thread = 0; thread < threads; ++thread) {
      Index priority;
      if (shownOf(thread).see(priority)) {
        priorities_.push_back(priority);
      }
    }
    const double drift = priorityDrift(priorities_.data(), priorities_.size());
    if (feedback_) {
      tdf_.store(controller_.update(drift), order::relaxed);
    }
    decisions_.add({substrate::nowNs(), drift, controller_.tdf()});
  }

  // Read with every enqueue.
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<std::uint32_t> tdf_;
  const bool feedback_;

  // Written once an interval.
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<std::uint64_t> ended_{0};
  Lock lock_; ///< guards what follows
  DriftController controller_;
  std::vector<Index> priorities_; ///< kept for its memory
  ThinnedHistory<Decision, kMostReported - 1> decisions_;
  const std::uint64_t begin_;
  const std::uint32_t first_ = controller_.tdf();
};

} // namespace galois::worklists

#endif
