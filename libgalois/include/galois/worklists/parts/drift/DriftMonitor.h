/**
 * Measures the priority drift between running threads, and sets the TDF accordingly [HD-CPS,
 * section III-C and algorithm 3].
 *
 * In the paper, each core sends the priority of its latest task to a dedicated core after an
 * interval of tasks. That core waits for all of them and decides. Here each thread always shows
 * the priority of its latest task, in a cache line of its own, and ends its intervals by
 * incrementing a shared counter. When the counter reaches a multiple of the number of threads, the
 * thread that incremented it reads the priorities of all threads and decides. So no thread waits
 * for a slow or idle one, the priorities are of about the same time, as equation (1) requires, and
 * only threads that have a task count. The other threads use the old TDF until they read the new
 * one.
 *
 * The measurement is a sample and the TDF is a hint, so all accesses of shared words are relaxed.
 * The lock guards the decisions and their history.
 */
#pragma once

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

/// What a thread shows about its current task. Written by that thread, read by any.
/// @tparam Index    integer type of priorities
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename Index, typename Atomics = substrate::DefaultAtomics>
class alignas(substrate::kCacheLineSize) ShownWork {
public:
  /// Shows that the thread runs a task of this priority.
  void working(Index priority) noexcept {
    priority_.store(priority, order::relaxed);
    if (!working_.load(order::relaxed)) {
      working_.store(true, order::relaxed);
    }
  }

  /// Shows that the thread has no task.
  void idle() noexcept {
    if (working_.load(order::relaxed)) {
      working_.store(false, order::relaxed);
    }
  }

  /// Returns whether the thread has a task, and sets `priority` to that of its latest one. If the
  /// thread changes them meanwhile, one of the two may be older. That is good enough for a sample.
  bool see(Index& priority) const noexcept {
    priority = priority_.load(order::relaxed);
    return working_.load(order::relaxed);
  }

private:
  typename Atomics::template Atomic<Index> priority_{0};
  typename Atomics::template Atomic<bool> working_{false};
};

/// Measures the drift and holds the TDF. Thread-safe, except for report(). The template parameters
/// are those of ShownWork.
template <typename Index, typename Atomics = substrate::DefaultAtomics>
class DriftMonitor {
public:
  /// Largest number of decisions that report() passes on. If there are more, it passes on evenly
  /// spaced ones and the last, so that the memory is bounded for loops of any length.
  static constexpr std::size_t kMostReported = (std::size_t{1} << 15) + 1;

  /// @param feedback  whether the TDF follows the drift; if false, the drift is only measured
  /// @param most      the TDF stays at this or below, percent
  DriftMonitor(const DriftParams& params, bool feedback,
               std::uint32_t most = DriftController::kMostTdf)
      : tdf_(params.first()), feedback_(feedback), controller_(params, most), delayed_(params),
        begin_(substrate::nowNs()) {}
  DriftMonitor(const DriftMonitor&) = delete;
  DriftMonitor& operator=(const DriftMonitor&) = delete;

  /// Returns the current share of tasks to send to other threads, in percent, 1 to 100. One load of
  /// a cache line that is written once per interval.
  std::uint32_t tdf() const noexcept { return tdf_.load(order::relaxed); }

  /// Ends an interval of the calling thread. O(1), or O(threads) for the thread that decides.
  /// @param threads  number of threads that run now, 1 or more
  /// @param shownOf  returns the `const ShownWork<Index, Atomics>&` of a thread id
  /// @throws std::bad_alloc
  template <typename ShownOf>
  void endInterval(unsigned threads, ShownOf&& shownOf) {
    const std::uint64_t ended = ended_.fetch_add(1, order::relaxed) + 1;
    // If another thread is still deciding, the intervals are too short for one more decision.
    if (ended % threads == 0 && lock_.try_lock()) {
      const std::lock_guard<Lock> guard(lock_, std::adopt_lock);
      decide(threads, shownOf);
    }
  }

  /// Ends an interval of thread `thread` as [HD-CPS, algorithms 2 and 3] print it: sends the priority
  /// of its latest task. When every thread has sent one, the TDF is decided from the distances to
  /// the priority that thread 0 has sent. Of several priorities of one thread the latest counts.
  /// O(1), or O(threads) for the thread that sends last. Not to be mixed with endInterval().
  /// @param thread  number of the calling thread, below `threads`
  /// @throws std::bad_alloc; nothing was then sent, or the decision is missing from report()
  void sendPriority(unsigned thread, unsigned threads, Index priority) {
    const std::lock_guard<Lock> guard(lock_);
    if (sent_.size() != threads) {
      priorities_.reserve(threads); // first, so that an exception leaves all as it was
      sent_.reserve(threads);
      sent_.assign(threads, 0);
      priorities_.assign(threads, Index{});
      missing_ = threads;
    }
    priorities_[thread] = priority;
    missing_ -= sent_[thread] ? 0 : 1;
    sent_[thread] = 1;
    if (missing_ == 0) {
      sent_.assign(threads, 0);
      missing_ = threads;
      conclude(driftFromFirst(priorities_.data(), threads));
    }
  }

  /// Decides the TDF from the distances of the tasks that the threads show, with or without a task
  /// now, from that of thread 0. Only thread 0 calls it, at the ends of its intervals. Not to be mixed
  /// with the two functions above. O(threads). The parameters are those of endInterval().
  /// @throws std::bad_alloc
  template <typename ShownOf>
  void decideFromFirst(unsigned threads, ShownOf&& shownOf) {
    const std::lock_guard<Lock> guard(lock_);
    priorities_.resize(threads);
    for (unsigned thread = 0; thread < threads; ++thread) {
      static_cast<void>(shownOf(thread).see(priorities_[thread]));
    }
    conclude(driftFromFirst(priorities_.data(), threads));
  }

  /// Passes the drift, in units of priority, and with feedback the TDF, in percent, to
  /// `sink(name, when, value)`. Call it while no thread runs.
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
    conclude(priorityDrift(priorities_.data(), priorities_.size()));
  }

  /// Decides the TDF from a drift.
  void conclude(double drift) {
    if (feedback_) {
      tdf_.store(delayed_.next(controller_.update(drift)), order::relaxed);
    }
    decisions_.add({substrate::nowNs(), drift, controller_.tdf()});
  }

  // Read once per enqueue.
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<std::uint32_t> tdf_;
  const bool feedback_;

  // Written once per interval.
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<std::uint64_t> ended_{0};
  Lock lock_; ///< guards the next six members
  DriftController controller_;
  DelayedTdf delayed_;
  /// Those of the threads at a decision, or with sendPriority() those that were sent.
  std::vector<Index> priorities_;
  std::vector<char> sent_;    ///< with sendPriority(): 1 for the threads that have sent theirs
  std::uint32_t missing_ = 0; ///< the number of others
  ThinnedHistory<Decision, kMostReported - 1> decisions_;
  const std::uint64_t begin_;
  const std::uint32_t first_ = controller_.tdf();
};

} // namespace galois::worklists
