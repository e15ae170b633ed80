/**
 * The rule that chooses the bucket width of a BucketQueue from measurements in the queue.
 *
 * If buckets are too narrow, each holds one task, and every pop searches for another bucket. If
 * they are too wide, less urgent tasks run before more urgent ones. The rule compares the width
 * with the mean distance from a running task to its children, the tasks that it pushes. It keeps
 * the width at which that distance is about `aim` buckets. Narrower buckets hold too few tasks to
 * share: on road networks, many threads take up to 1.7 times as long with a quarter of the width.
 * Wider buckets cause more wasted work. If all priorities are scaled, the width scales with them.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace galois::worklists {

/// The width rule and its state. Owned by one queue; not thread-safe. All functions are O(1).
class BucketWidth {
public:
  /// Largest number of pushes between two decisions.
  static constexpr std::uint64_t kLastPeriod = std::uint64_t{1} << 16;

  /// What a queue has measured since the last decision.
  struct Measurements {
    unsigned shift;        ///< log2 of the current width
    double ahead;          ///< mean distance from a task to its children, in buckets
    std::size_t tasks;     ///< number of tasks in the queue
    std::uint32_t buckets; ///< number of buckets of the ring
    std::uint64_t evicted; ///< tasks moved from the ring to the heap since the last decision
    std::uint64_t pushed;  ///< tasks pushed since then
    std::uint64_t popped;  ///< tasks popped since then
  };

  /// @param aim  desired distance from a task to its children, in buckets: above 1/2
  explicit BucketWidth(double aim) noexcept : aim_(aim) {}

  double aim() const noexcept { return aim_; }

  /// Decides the bucket width.
  ///  - Buckets become wider if many tasks drop out of the window. They also become wider if they
  ///    are nearly empty although children are far ahead and the queue does not grow.
  ///  - Buckets become narrower if they hold many tasks, because less urgent tasks would then run
  ///    before more urgent ones. They become narrower by one step if a bucket receives nearly all
  ///    children of its own tasks.
  /// @return log2 of the new width
  unsigned decide(const Measurements& seen) {
    if (16 * seen.evicted > seen.pushed) {
      // Priorities jump by more than a window: the ring is too short. This comes before all else.
      minShift_ = std::min(seen.shift + 1, 63u);
      minShiftPeriod_ = std::min(2 * minShiftPeriod_, kLastPeriod);
      minShiftLeft_ = minShiftPeriod_;
      return minShift_;
    }
    if (minShiftLeft_ > 0 && --minShiftLeft_ == 0) {
      minShift_ = 0;
    }
    unsigned shift = seen.shift;
    // A distance below half a bucket is dominated by chance. Stolen tasks can make it negative.
    double ahead = std::max(seen.ahead, 0.5);
    // Tasks per bucket if they were spread evenly from the parent to twice the mean distance.
    double perBucket = static_cast<double>(seen.tasks) / (2 * ahead);
    // Children are up to twice the mean distance ahead. If the mean exceeds this, some are beyond
    // the ring and go to the heap.
    const double reach = static_cast<double>(seen.buckets - 1) / 2;
    auto narrow = [&] {
      --shift;
      ahead *= 2;
      perBucket /= 2;
    };
    // The buckets of a growing queue are full soon. If they were widened before, its first tasks,
    // which have the most children, would run out of order. So they are only as wide as the ring
    // needs.
    const bool sparse = perBucket < kFewTasks && 2 * seen.popped > seen.pushed;
    if ((ahead > kTooFar * aim_ && sparse) || ahead > reach) {
      const double near = sparse ? 1.5 * aim_ : reach;
      for (; ahead > near && (perBucket < kFewTasks || ahead > reach) && shift < 63; ++shift) {
        ahead /= 2;
        perBucket *= 2;
      }
    } else if (perBucket > kManyTasks) {
      while (perBucket > kManyTasks / 4 && ahead * 2 < reach * 0.75 && shift > minShift_) {
        narrow();
      }
    } else if (seen.ahead >= 0 && seen.ahead < kTooNear && seen.tasks > kFewTasks / 2 &&
               shift > minShift_) {
      narrow(); // only one step, because too narrow is worse than too wide for a while
    }
    return shift;
  }

private:
  static constexpr double kTooFar = 3;         ///< distance to the children, in aims
  static constexpr double kTooNear = 1.0 / 16; ///< distance to the children, in buckets
  static constexpr double kFewTasks = 64, kManyTasks = 1024; ///< tasks per bucket

  double aim_;
  unsigned minShift_ = 0; ///< smallest shift, because smaller ones made the window too short
  std::uint64_t minShiftPeriod_ = 4; ///< number of decisions for which minShift_ holds
  std::uint64_t minShiftLeft_ = 0;   ///< how many of them are left
};

} // namespace galois::worklists
