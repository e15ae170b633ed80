/**
 * What every core did when, for people to look at: Chrome's trace format, which chrome://tracing
 * and ui.perfetto.dev show.
 *
 * A core is always in one phase. Phases shorter than kShortest belong to the one before them, so
 * that a lock that was taken for a moment, or a pop that found something at once, is no span.
 */
#ifndef GALOIS_VIRTUAL_TIMELINE_H
#define GALOIS_VIRTUAL_TIMELINE_H

#include <cstdint>
#include <string>
#include <vector>

#include "Costs.h"

namespace galois::substrate::virt {

enum class Phase : std::uint8_t { kParked, kWork, kSearch, kWait };

/// Not thread-safe.
class Timeline {
public:
  static constexpr Time kShortest = 1000000; ///< a microsecond

  /// @param socketOf  of each core
  explicit Timeline(const std::vector<unsigned>& socketOf)
      : cores_(socketOf.size()), socketOf_(socketOf) {}

  /// The core is in `phase` from `at` on. Times of one core do not fall. O(1) amortised.
  void mark(unsigned core, Phase phase, Time at) {
    Track& track = cores_[core];
    if (track.phase == phase) return;
    if (at - track.since >= kShortest) settle(core, track);
    track.phase = phase;
    track.since = at;
  }

  /// The whole trace as JSON text; `note` says where it comes from.
  std::string text(const std::string& note) const;

private:
  struct Span {
    Time begin, end;
    unsigned core;
    Phase phase;
  };
  /// [opened, since) is `open`; since then the core is in `phase`, perhaps for a moment only.
  struct Track {
    Time opened = 0, since = 0;
    Phase open = Phase::kParked, phase = Phase::kParked;
  };

  void settle(unsigned core, Track& track);

  std::vector<Track> cores_;
  std::vector<unsigned> socketOf_;
  std::vector<Span> spans_;
};

} // namespace galois::substrate::virt

#endif
