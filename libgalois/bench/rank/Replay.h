/**
 * Quality of order: how far a worklist's deliveries were from those of a perfect priority queue.
 *
 * Two numbers, the usual ones of relaxed priority queues:
 *  - the rank error of a pop: how many tasks were present that are more urgent than the one it got;
 *  - the delay of a task: how many less urgent tasks were delivered while it waited. A task that
 * was never delivered has its delay so far, so that starving tasks show. Each pair of a task and a
 * less urgent one that overtook it counts once in either, so the sums are equal; the first shows
 * who is hasty, the second who waits. A perfect queue has 0 in both.
 */
#ifndef GALOIS_BENCH_RANK_REPLAY_H
#define GALOIS_BENCH_RANK_REPLAY_H

#include <cstdint>
#include <vector>

#include "rank/Trace.h"

namespace galois::bench {

/// A summary of many numbers; zeros for none.
struct Distribution {
  double mean = 0;
  std::uint64_t p99 = 0; ///< the smallest value that 99 % do not exceed
  std::uint64_t max = 0;
  std::uint64_t sum = 0;
};

/// Summarizes the values, which are reordered. O(n).
Distribution summarize(std::vector<std::uint32_t>& values);

/// What a replay found.
struct RankReport {
  std::uint64_t pushes = 0;
  std::uint64_t pops = 0;
  /// Pops of a priority that nothing present had, because clocks disagree: 0 with tickets.
  std::uint64_t early = 0;
  Distribution rank;  ///< of all pops
  Distribution delay; ///< of all pushes
};

/**
 * Replays the events of all threads in the order of their stamps; equal stamps are ordered pushes
 * first, then by thread. Among present tasks of equal priority the one that waited longest counts
 * as delivered. An early pop is ranked like any other and cancels the push that comes late.
 *
 * O(E (log E + log P)) for E events and P different priorities, some 50 bytes an event.
 */
RankReport replay(const std::vector<Trace>& traces);

} // namespace galois::bench

#endif
