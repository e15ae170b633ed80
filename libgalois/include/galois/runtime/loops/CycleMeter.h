/**
 * Measures how many cycles a for_each spends on what, in builds with GALOIS_PROFILE (the preset
 * `profile`) [PMOD, table 1]. Other builds use NoMeter, whose functions do nothing.
 *
 * A meter divides the time of a thread into laps and adds the cycles of each lap to one of the
 * kinds below. The cost of a lap itself is measured in an empty loop and subtracted. Cycles are
 * ticks of substrate/Clock.h.
 *
 * As in [PMOD], good work is the cycles of the last task of each node that was not stale. All other
 * cycles inside operators are useless work. So each node has a word here, in pages that are
 * allocated when a task first refers to one of their nodes.
 *
 * A meter can also record the thread's phases on a timeline (substrate/Timeline.h).
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "galois/runtime/LoopReport.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/Published.h"
#include "galois/substrate/SimpleLock.h"
#include "galois/substrate/Timeline.h"

namespace galois::runtime {

/// Whether this build measures cycles.
#ifdef GALOIS_PROFILE
inline constexpr bool kProfile = true;
#else
inline constexpr bool kProfile = false;
#endif

/// The kinds of work of a thread.
enum class Spent : std::uint8_t {
  kOperator,      ///< inside an operator, except pushes
  kEnqueue,       ///< passing tasks to the policy
  kDequeue,       ///< pops that returned tasks
  kFailedDequeue, ///< pops that returned no task
  kOther,         ///< initial tasks, waiting, termination detection
  kMeter          ///< the measurement itself
};

/// The laps of one thread. Not thread-safe.
class CycleMeter {
public:
  static constexpr std::size_t kKinds = 6;

  /// Measures the cycles that a lap itself takes: the lowest mean over some empty loops.
  static double measureLap() noexcept;
  /// Returns what measureLap() has returned when it was called here for the first time.
  static double lapCost() noexcept;

  /// Begins the first lap. Laps are also recorded on `track` unless it is null. The track must have
  /// reserved its memory and outlive the last lap.
  void start(substrate::TimelineTrack* track = nullptr) noexcept {
    track_ = track;
    last_ = substrate::nowTicks();
  }

  /// Ends the current lap and adds its cycles to `kind`. The timeline shows the lap as `phase`; the
  /// measurement itself appears as part of the phase before it.
  void lap(Spent kind) noexcept { lap(kind, phaseOf(kind)); }
  void lap(Spent kind, substrate::Phase phase) noexcept {
    if (track_ != nullptr && kind != Spent::kMeter) [[unlikely]] {
      track_->mark(phase, last_);
    }
    const std::uint64_t time = substrate::nowTicks();
    add(kind, time - last_);
    last_ = time;
  }
  /// Adds a lap of `cycles` cycles.
  void add(Spent kind, std::uint64_t cycles) noexcept {
    const auto index = static_cast<std::size_t>(kind);
    cycles_[index] += cycles;
    ++laps_[index];
  }

  /// Ends the measurement, after the last lap.
  void stop() noexcept {
    if (track_ != nullptr) {
      track_->mark(substrate::Phase::kParked, last_);
    }
  }

  /// Records that `tasks` tasks have been pushed, or popped.
  void enqueued(std::uint64_t tasks) noexcept { enqueued_ += tasks; }
  void dequeued(std::uint64_t tasks) noexcept { dequeued_ += tasks; }

  /// Return the cycles and laps inside operators so far. The difference of two values belongs to
  /// the tasks in between.
  std::uint64_t operatorCycles() const noexcept { return cycles_[0]; }
  std::uint64_t operatorLaps() const noexcept { return laps_[0]; }

  /// Adds the laps of another thread to these.
  void add(const CycleMeter& other) noexcept {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      cycles_[kind] += other.cycles_[kind];
      laps_[kind] += other.laps_[kind];
    }
    enqueued_ += other.enqueued_;
    dequeued_ += other.dequeued_;
  }

  /// Returns the breakdown of all cycles. The cost of laps is subtracted from every kind.
  /// @param good  cycles of good work
  /// @param cost  cycles that a lap itself takes
  LoopReport::Breakdown breakdown(double good, double cost = lapCost()) const;

private:
  static constexpr substrate::Phase phaseOf(Spent kind) noexcept {
    switch (kind) {
    case Spent::kDequeue:
    case Spent::kFailedDequeue:
      return substrate::Phase::kSearch;
    case Spent::kOther:
      return substrate::Phase::kWait;
    default:
      return substrate::Phase::kWork;
    }
  }

  std::uint64_t last_ = 0;
  std::array<std::uint64_t, kKinds> cycles_{};
  std::array<std::uint64_t, kKinds> laps_{};
  std::uint64_t enqueued_ = 0, dequeued_ = 0;
  substrate::TimelineTrack* track_ = nullptr;
};

/// Replaces CycleMeter in builds without GALOIS_PROFILE.
struct NoMeter {
  void add(const NoMeter&) noexcept {}
  void lap(Spent) noexcept {}
  void stop() noexcept {}
  void enqueued(std::uint64_t) noexcept {}
  void dequeued(std::uint64_t) noexcept {}
};

/// Stores, for each node, the cycles of its last task that was not stale. Thread-safe, except for
/// total().
class NodeCycles {
public:
  NodeCycles() : pages_(kPages) {}
  NodeCycles(const NodeCycles&) = delete;
  NodeCycles& operator=(const NodeCycles&) = delete;
  ~NodeCycles() {
    for (const auto& page : pages_) {
      delete page.get();
    }
  }

  /// Records that the last task of `node` took this many cycles.
  /// @throws std::bad_alloc if there is no memory for a page
  void set(std::uint32_t node, std::uint64_t cycles) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    // relaxed: if two tasks end at the same time, either of them may be the last one.
    words(node / kPageSize)[node % kPageSize].store(
        static_cast<std::uint32_t>(std::min(cycles, kMost)), order::relaxed);
  }

  /// Returns the sum over all nodes. Must not be called while a loop runs.
  double total() const;

private:
  static constexpr std::size_t kPageSize = std::size_t{1} << 16;
  static constexpr std::size_t kPages = std::size_t{1} << 16;
  // Real atomics on the simulated machine, too: the measurement takes no virtual time.
  using Words = std::array<substrate::RealAtomics::Atomic<std::uint32_t>, kPageSize>;

  Words& words(std::size_t page) {
    Words* const made = pages_[page].get();
    return made != nullptr ? *made : make(page);
  }
  Words& make(std::size_t page);

  std::vector<substrate::Published<Words>> pages_;
  substrate::BasicSimpleLock<substrate::RealAtomics> making_; ///< held while a page is allocated
};

} // namespace galois::runtime
