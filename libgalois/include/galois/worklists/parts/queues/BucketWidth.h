/**
 * How wide the buckets of a BucketQueue should be, decided from what the queue sees.
 *
 * What decides whether buckets are too narrow (one task each, so that every pop looks for another
 * bucket) or too wide (late tasks before early ones) is how far ahead of the running task its
 * children lie. The width is kept where that is about `aim` buckets: narrower ones hold too little
 * to share (on road networks many threads take up to 1.7 times as long with a fourth of it), and
 * wider ones waste more work. Scaling all priorities scales the width with them.
 */
#ifndef GALOIS_WORKLISTS_PARTS_QUEUES_BUCKETWIDTH_H
#define GALOIS_WORKLISTS_PARTS_QUEUES_BUCKETWIDTH_H

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace galois::worklists {

/// A plain class, owned by a queue.
class BucketWidth {
public:
  static constexpr std::uint64_t kLastPeriod = std::uint64_t{1} << 16; ///< pushes between two looks

  /// What a queue shows when it asks.
  struct Look {
    unsigned shift;        ///< log2 of the width as it is
    double ahead;          ///< buckets from a task to its children, on average
    std::size_t tasks;     ///< in the queue
    std::uint32_t buckets; ///< of the ring
    std::uint64_t evicted; ///< tasks that dropped out of the ring since the last look
    std::uint64_t pushed;  ///< tasks pushed since then
    std::uint64_t popped;  ///< tasks popped since then
  };

  /// @param aim  buckets from a task to its children, at best: above 1/2
  explicit BucketWidth(double aim) noexcept : aim_(aim) {}

  double aim() const noexcept { return aim_; }

  /// Widens buckets if tasks keep dropping out of the window, or if they are nearly empty although
  /// children lie far ahead and the queue does not grow; narrows crowded ones, in which late tasks
  /// would come before early ones, and by a step those that hold nearly all children of their own
  /// tasks. @return log2 of the width as it should be
  unsigned decide(const Look& look) {
    if (16 * look.evicted > look.pushed) {
      // Priorities jump over more than a window: first of all, the ring is too short.
      floor_ = std::min(look.shift + 1, 63u);
      forget_ = std::min(2 * forget_, kLastPeriod);
      calm_ = forget_;
      return floor_;
    }
    if (calm_ > 0 && --calm_ == 0) {
      floor_ = 0;
    }
    unsigned shift = look.shift;
    // Below half a bucket chance decides what was seen, stolen tasks even make it negative.
    double ahead = std::max(look.ahead, 0.5);
    // Tasks a bucket, were they spread evenly from the parent to twice the mean distance.
    double crowd = static_cast<double>(look.tasks) / (2 * ahead);
    // Children lie up to twice the mean ahead: beyond that share of the ring they go to the heap.
    const double reach = static_cast<double>(look.buckets - 1) / 2;
    auto narrow = [&] {
      --shift;
      ahead *= 2;
      crowd /= 2;
    };
    // The buckets of a queue that grows are full soon. Widened until then, they would lose the
    // order of its first tasks, which have the most children.
    const bool thin = crowd < kThin && 2 * look.popped > look.pushed;
    if ((ahead > kTooFar * aim_ && thin) || ahead > reach) {
      for (; ahead > aim_ * 1.5 && (crowd < kThin || ahead > reach) && shift < 63; ++shift) {
        ahead /= 2;
        crowd *= 2;
      }
    } else if (crowd > kCrowd) {
      while (crowd > kCrowd / 4 && ahead * 2 < reach * 0.75 && shift > floor_) {
        narrow();
      }
    } else if (look.ahead >= 0 && look.ahead < kTooNear && look.tasks > kThin / 2 &&
               shift > floor_) {
      narrow(); // one step at a time: too narrow in one thread is worse than too wide for a while
    }
    return shift;
  }

private:
  static constexpr double kTooFar = 3;               ///< times the aim
  static constexpr double kTooNear = 1.0 / 16;       ///< buckets ahead of the parent
  static constexpr double kThin = 64, kCrowd = 1024; ///< tasks a bucket

  double aim_;
  unsigned floor_ = 0; ///< least width, since narrower ones were too narrow for the window
  std::uint64_t forget_ = 4, calm_ = 0; ///< looks for which that counts; those left of them
};

} // namespace galois::worklists

#endif
