/**
 * The quality of order: how far a worklist's deliveries were from those of a strict priority queue.
 *
 * Two numbers describe it, as is usual for relaxed priority queues:
 * - the rank error of a pop: how many present tasks were more urgent than the delivered one;
 * - the delay of a task: how many less urgent tasks were delivered while it waited. A task that was
 *   never delivered counts with its delay so far, so that starving tasks show.
 *
 * Each pair of a task and a less urgent task that overtook it counts once in either number, so
 * their sums are equal. Rank errors show which pops were too early, delays show which tasks waited.
 * A strict queue has 0 in both.
 */
#pragma once

#include <cstdint>
#include <vector>

#include "rank/Trace.h"

namespace galois::bench {

/// A summary of many numbers; all fields are 0 if there are none.
struct Distribution {
  double mean = 0;
  std::uint64_t p99 = 0; ///< the smallest value that 99 % of the values do not exceed
  std::uint64_t max = 0;
  std::uint64_t sum = 0;
};

/// Summarizes the values and reorders them. O(n).
Distribution summarize(std::vector<std::uint32_t>& values);

/// The result of a replay.
struct RankReport {
  std::uint64_t pushes = 0;
  std::uint64_t pops = 0;
  /// Pops of a priority that no present task had, because clocks disagree. It is 0 with tickets.
  std::uint64_t early = 0;
  Distribution rank;  ///< of all pops
  Distribution delay; ///< of all pushes
};

/**
 * Replays the events of all threads in the order of their stamps. Equal stamps are ordered pushes
 * first, then by thread. Among present tasks of equal priority, the one that waited longest counts
 * as delivered. An early pop is ranked like any other and cancels the push that comes late.
 *
 * Takes O(E (log E + log P)) time for E events and P different priorities, and about 50 bytes per
 * event.
 */
RankReport replay(const std::vector<Trace>& traces);

} // namespace galois::bench
