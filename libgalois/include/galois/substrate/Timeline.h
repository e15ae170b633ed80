/**
 * What every thread, or every simulated core, did when, for people to look at: Chrome's trace
 * format, which chrome://tracing and ui.perfetto.dev show.
 *
 * A thread is always in one phase. A phase that lasts long enough is a span. Shorter ones, as of
 * tasks and pops that take nanoseconds, are put together until they have lasted as long, and are
 * a span named after the phase that took most of it; neighbours of one name are one span. What
 * each phase took in all is counted exactly besides.
 *
 * The memory of a thread is bounded: it keeps kMostSpans, and counts what comes after them.
 */
#ifndef GALOIS_SUBSTRATE_TIMELINE_H
#define GALOIS_SUBSTRATE_TIMELINE_H

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

/// One thread's phases, in ticks of some clock. Not thread-safe; lies on cache lines of its own.
class alignas(kCacheLineSize) TimelineTrack {
public:
  static constexpr std::size_t kPhases = 4;
  struct Span {
    std::uint64_t begin, end;
    Phase phase;
  };

  /// @param shortest  span, in ticks
  /// @param most      spans that are kept
  TimelineTrack(std::uint64_t shortest, std::size_t most) : shortest_(shortest), most_(most) {}

  /// Takes the memory for all spans now, so that mark() takes none and does not throw.
  void reserve() { spans_.reserve(most_); }

  /// The thread is in `phase` from `at` on. O(1) amortised. Throws std::bad_alloc.
  void mark(Phase phase, std::uint64_t at) {
    if (phase != phase_) change(phase, at);
  }

  /// All up to the last change of phase, in order, without those in which the thread was parked.
  std::vector<Span> spans() const;
  /// Ticks in `phase` up to the last change.
  std::uint64_t spent(Phase phase) const { return spent_[static_cast<std::size_t>(phase)]; }
  /// Spans that found no room.
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
  /// [open_.begin, open_.end) is a span that may go on, [open_.end, since_) are short phases, and
  /// since then the thread is in phase_.
  Span open_{0, 0, Phase::kParked};
  std::uint64_t since_ = 0;
  Phase phase_ = Phase::kParked;
  std::array<std::uint64_t, kPhases> mixed_{}; ///< the short ones, by phase
  std::array<std::uint64_t, kPhases> spent_{};
  std::uint64_t dropped_ = 0;
};

/// A track for each thread or core, and the loops that they ran.
class Timeline {
public:
  /// Of a thread: 6 MiB, and a quarter of a second if each were as short as can be.
  static constexpr std::size_t kMostSpans = std::size_t{1} << 18;

  /// @param groupOf   for each track, the socket it is shown under
  /// @param shortest  span, in ticks
  Timeline(const std::vector<unsigned>& groupOf, std::uint64_t shortest,
           std::size_t most = kMostSpans);

  TimelineTrack& track(std::size_t index) { return *tracks_[index]; }
  std::size_t tracks() const { return tracks_.size(); }

  /// A loop of this name has begun, or the last one has ended. On the thread that starts loops.
  void beginLoop(const char* name, std::uint64_t at) { loops_.push_back({name, at, at}); }
  void endLoop(std::uint64_t at) { loops_.back().end = at; }
  bool anyLoop() const { return !loops_.empty(); }

  /// The whole trace as JSON text. Its time begins with the first loop, or at 0 where there is
  /// none.
  /// @param kind                 of tracks, "thread"
  /// @param note                 where it comes from
  /// @param ticksPerMicrosecond  of the clock
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

#endif
