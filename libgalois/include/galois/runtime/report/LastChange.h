/**
 * By how much the last round of an iterative algorithm has changed its answer, for another thread
 * that wants to show it beside the number of tasks (TaskProgress.h). All accesses are relaxed: a
 * value that is a little old is right for a display.
 */
#pragma once

#include <limits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::runtime {

/// The change of the running computation. All functions are thread-safe and O(1).
class LastChange {
public:
  /// Notes the change of a round.
  static void note(double change) noexcept { value.store(change, substrate::order::relaxed); }

  /// Says that there is none, for a computation without rounds.
  static void reset() noexcept { note(std::numeric_limits<double>::quiet_NaN()); }

  /// Returns what was noted last; NaN if nothing was.
  static double get() noexcept { return value.load(substrate::order::relaxed); }

private:
  // It takes no time on a simulated machine. A source defines it, so that there is one in a process
  // whose libraries are shared, also if libgalois itself notes no change.
  GALOIS_ATTRIBUTE_SHARED static substrate::RealAtomics::Atomic<double> value;
};

} // namespace galois::runtime
