/**
 * Where the cycles of a for_each go, in builds with GALOIS_PROFILE (the preset `profile`) [PMOD,
 * table 1]. In other builds NoMeter stands for it, and all that is done to that is nothing.
 *
 * A meter is a stop watch with laps: each lap's cycles go to one of the kinds below. What a lap
 * itself takes is known from an empty loop, and taken off. Cycles are ticks of substrate/Clock.h.
 *
 * Good work is what the last task of each node that was not found stale took, everything else spent
 * inside operators is useless work. So each node has a word here, in pages that are made when one
 * of their nodes first comes up.
 *
 * A meter may also write down what the thread was in when, for a time line (substrate/Timeline.h).
 */
#ifndef GALOIS_RUNTIME_CYCLEMETER_H
#define GALOIS_RUNTIME_CYCLEMETER_H

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

/// Whether this build accounts for cycles.
#ifdef GALOIS_PROFILE
inline constexpr bool kProfile = true;
#else
inline constexpr bool kProfile = false;
#endif

/// What a thread may be doing.
enum class Spent : std::uint8_t {
  kOperator,      ///< inside an operator, pushes apart
  kEnqueue,       ///< handing tasks to the policy
  kDequeue,       ///< a look for tasks that found some
  kFailedDequeue, ///< a look for tasks that found none
  kOther,         ///< first tasks, waiting, termination detection
  kMeter          ///< accounting
};

/// One thread's laps.
class CycleMeter {
public:
  static constexpr std::size_t kKinds = 6;

  /// What one lap takes by itself, the least mean of some empty loops. Measured once.
  static double lapCost() noexcept;

  /// Begins the first lap. What laps are spent with goes to `track`, too, if there is one; that has
  /// reserved its memory, and outlives the last lap.
  void start(substrate::TimelineTrack* track = nullptr) noexcept {
    track_ = track;
    last_ = substrate::nowTicks();
  }

  /// Ends a lap that was spent so. A time line shows it as `phase`, or accounting as what was
  /// before it.
  void lap(Spent kind) noexcept { lap(kind, phaseOf(kind)); }
  void lap(Spent kind, substrate::Phase phase) noexcept {
    if (track_ != nullptr && kind != Spent::kMeter) [[unlikely]] {
      track_->mark(phase, last_);
    }
    const std::uint64_t time = substrate::nowTicks();
    const auto index = static_cast<std::size_t>(kind);
    cycles_[index] += time - last_;
    ++laps_[index];
    last_ = time;
  }

  /// After the last lap.
  void stop() noexcept {
    if (track_ != nullptr) {
      track_->mark(substrate::Phase::kParked, last_);
    }
  }

  /// `tasks` have been pushed, or popped.
  void enqueued(std::uint64_t tasks) noexcept { enqueued_ += tasks; }
  void dequeued(std::uint64_t tasks) noexcept { dequeued_ += tasks; }

  /// Cycles and laps inside operators so far: the difference of two is a task's.
  std::uint64_t operatorCycles() const noexcept { return cycles_[0]; }
  std::uint64_t operatorLaps() const noexcept { return laps_[0]; }

  /// Adds another thread's laps to these.
  void add(const CycleMeter& other) noexcept {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      cycles_[kind] += other.cycles_[kind];
      laps_[kind] += other.laps_[kind];
    }
    enqueued_ += other.enqueued_;
    dequeued_ += other.dequeued_;
  }

  /// The account, the cost of laps taken off every kind.
  /// @param good  cycles of good work
  LoopReport::Breakdown breakdown(double good) const;

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

/// Stands for a meter in builds without one.
struct NoMeter {
  void lap(Spent) noexcept {}
  void stop() noexcept {}
  void enqueued(std::uint64_t) noexcept {}
  void dequeued(std::uint64_t) noexcept {}
};

/// For each node, the cycles of the last task that counted. Thread-safe, except for total().
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

  /// The last task of `node` took this. Throws std::bad_alloc.
  void set(std::uint32_t node, std::uint64_t cycles) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    // relaxed: which of two tasks that end at the same time is the last one, nobody can say.
    words(node / kPageSize)[node % kPageSize].store(
        static_cast<std::uint32_t>(std::min(cycles, kMost)), order::relaxed);
  }

  /// Over all nodes. While no thread runs.
  double total() const;

private:
  static constexpr std::size_t kPageSize = std::size_t{1} << 16;
  static constexpr std::size_t kPages = std::size_t{1} << 16;
  // Real ones on a simulated machine, too: accounting takes no virtual time.
  using Words = std::array<substrate::RealAtomics::Atomic<std::uint32_t>, kPageSize>;

  Words& words(std::size_t page) {
    Words* const made = pages_[page].get();
    return made != nullptr ? *made : make(page);
  }
  Words& make(std::size_t page);

  std::vector<substrate::Published<Words>> pages_;
  substrate::BasicSimpleLock<substrate::RealAtomics> making_; ///< held while a page is made
};

} // namespace galois::runtime

#endif
