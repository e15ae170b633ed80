/** The pending prefetches of a core: its line-fill buffers. */
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "Costs.h"

namespace galois::substrate::virt {

/// The line-fill buffers of one core. Not thread-safe. Calls take O(buffers) while a line is on its
/// way, else O(1).
class Prefetches {
public:
  static constexpr unsigned kMostBuffers = 64;

  /// Returns the remaining time until a line that the core has requested arrives.
  /// @param line  identifies it
  Time rest(const void* line, Time now) const noexcept {
    if (lastArrival_ <= now) {
      return 0;
    }
    for (const Line& each : lines_) {
      if (each.line == line && each.arrives > now) {
        return each.arrives - now;
      }
    }
    return 0;
  }

  /// Returns the time, at least `now`, from which one of the core's buffers is free.
  /// @param buffers  1 to kMostBuffers, the same in all calls
  Time freeFrom(Time now, unsigned buffers) const noexcept {
    return std::max(now,
                    std::min_element(lines_.begin(), lines_.begin() + buffers, sooner)->arrives);
  }

  /// Puts a line into the buffer that becomes free first.
  void add(const void* line, Time arrives, unsigned buffers) noexcept {
    *std::min_element(lines_.begin(), lines_.begin() + buffers, sooner) = {line, arrives};
    lastArrival_ = std::max(lastArrival_, arrives);
  }

private:
  struct Line {
    const void* line = nullptr;
    Time arrives = 0;
  };
  static bool sooner(const Line& a, const Line& b) noexcept { return a.arrives < b.arrives; }

  Time lastArrival_ = 0; // first, beside what the core needs at each access
  std::array<Line, kMostBuffers> lines_{};
};

} // namespace galois::substrate::virt
