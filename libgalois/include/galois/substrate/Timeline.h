/**
 * Records what every thread or simulated core did over time and writes it in Chrome's trace format,
 * which chrome://tracing and ui.perfetto.dev display.
 *
 * A thread is always in one phase. A phase that lasts long enough is recorded as a span. Shorter
 * phases, such as tasks and pops that take nanoseconds, are merged until together they last long
 * enough. Their span is named after the phase that took most of the time. Adjacent spans with the
 * same name are merged. In addition, the total time of each phase is recorded exactly.
 *
 * The memory per thread is bounded: a track keeps at most kMostSpans spans and counts those that it
 * drops.
 */
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

enum class Phase : std::uint8_t { kParked, kWork, kSearch, kWait };

/// The phases of one thread, in ticks of some clock. Not thread-safe. It occupies cache lines of
/// its own.
class alignas(kCacheLineSize) TimelineTrack {
public:
  static constexpr std::size_t kPhases = 4;
  struct Span {
    std::uint64_t begin, end;
    Phase phase;
  };

  /// @param shortest  minimum length of a span, in ticks
  /// @param most      maximum number of spans that are kept
  TimelineTrack(std::uint64_t shortest, std::size_t most) : shortest_(shortest), most_(most) {}

  /// Allocates the memory for all spans, so that mark() allocates nothing and does not throw.
  void reserve() { spans_.reserve(most_); }

  /// Records that the thread is in `phase` from time `at` on. O(1) amortised.
  /// @throws std::bad_alloc if memory was not reserved and there is none
  void mark(Phase phase, std::uint64_t at) {
    if (phase != phase_) {
      change(phase, at);
    }
  }

  /// Returns all spans up to the last change of phase, in order, except those in which the thread
  /// was parked.
  std::vector<Span> spans() const;
  /// Returns the ticks spent in `phase`, up to the last change of phase.
  std::uint64_t spent(Phase phase) const { return spent_[static_cast<std::size_t>(phase)]; }
  /// Returns the number of spans that were dropped.
  std::uint64_t dropped() const { return dropped_; }

private:
  void change(Phase phase, std::uint64_t at);
  void flush();
  void put(const Span& span);
  void keep(const Span& span);
  Phase mostMixed() const;

  const std::uint64_t shortest_;
  const std::size_t most_;
  std::vector<Span> spans_;
  /// [open_.begin, open_.end) is a span that may still grow, and [open_.end, since_) are short
  /// phases. The thread has been in phase_ since since_.
  Span open_{0, 0, Phase::kParked};
  std::uint64_t since_ = 0;
  Phase phase_ = Phase::kParked;
  std::array<std::uint64_t, kPhases> mixed_{}; ///< ticks of these short phases, by phase
  std::array<std::uint64_t, kPhases> spent_{};
  std::uint64_t dropped_ = 0;
};

/// One track per thread or core, and the loops that they ran.
class Timeline {
public:
  /// Spans per thread. They take 6 MiB, and last for a quarter of a second if all are of minimum
  /// length.
  static constexpr std::size_t kMostSpans = std::size_t{1} << 18;

  /// @param groupOf   for each track, the socket under which it is displayed
  /// @param shortest  minimum length of a span, in ticks
  Timeline(const std::vector<unsigned>& groupOf, std::uint64_t shortest,
           std::size_t most = kMostSpans);

  TimelineTrack& track(std::size_t index) { return *tracks_[index]; }
  std::size_t tracks() const { return tracks_.size(); }

  /// Records that a loop of this name begins, or that the last loop ends. Only the thread that
  /// starts the loops may call these.
  void beginLoop(const char* name, std::uint64_t at) { loops_.push_back({name, at, at}); }
  void endLoop(std::uint64_t at) { loops_.back().end = at; }
  bool anyLoop() const { return !loops_.empty(); }

  /// Returns the whole trace as JSON text. Its time starts at the first loop, or at 0 if there is
  /// none.
  /// @param kind                 what a track stands for, for instance "thread"
  /// @param note                 where the trace comes from
  /// @param ticksPerMicrosecond  the rate of the clock
  std::string text(const std::string& kind, const std::string& note,
                   double ticksPerMicrosecond) const;

private:
  struct Loop {
    std::string name;
    std::uint64_t begin, end;
  };

  std::vector<std::unique_ptr<TimelineTrack>> tracks_;
  std::vector<unsigned> groupOf_;
  std::vector<Loop> loops_;
};

} // namespace galois::substrate
