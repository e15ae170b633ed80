/**
 * How far a running search has come, for another thread that wants to show it.
 *
 * Threads write once per some hundred nodes or tasks, when they look at the clock, so the numbers are
 * a little old. All accesses are relaxed: that is right for a display. They take no time on a
 * simulated machine.
 */
#pragma once

#include <cstdint>
#include <limits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::search {

/// The progress of one search: `Limits::progress`. All functions but reset() are thread-safe and O(1).
class Progress {
public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Forgets everything. Call it between searches.
  void reset() noexcept {
    nodes_.store(0, substrate::order::relaxed);
    best_.store(kUnknown, substrate::order::relaxed);
    bound_.store(kUnknown, substrate::order::relaxed);
  }

  /// Returns the number of visited nodes.
  std::uint64_t nodes() const noexcept { return nodes_.load(substrate::order::relaxed); }
  /// Returns the best value; NaN if there is none yet, and in an enumeration.
  double best() const noexcept { return best_.load(substrate::order::relaxed); }
  /// Returns the bound of a task that a thread has begun not long ago; NaN unless the search is best
  /// first. In the order of bounds, on one thread, no node that is left has a better one. Under
  /// other worklists and on several threads, some may.
  double bound() const noexcept { return bound_.load(substrate::order::relaxed); }

  // For searches.

  /// Counts nodes.
  void count(std::uint64_t nodes) noexcept { nodes_.fetch_add(nodes, substrate::order::relaxed); }
  void noteBest(double value) noexcept { best_.store(value, substrate::order::relaxed); }
  void noteBound(double bound) noexcept { bound_.store(bound, substrate::order::relaxed); }

private:
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  alignas(substrate::kCacheLineSize) substrate::RealAtomics::Atomic<std::uint64_t> nodes_{0};
  substrate::RealAtomics::Atomic<double> best_{kUnknown};
  substrate::RealAtomics::Atomic<double> bound_{kUnknown};
};

} // namespace galois::search
