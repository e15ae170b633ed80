/**
 * How far ahead of the running task its children lie, on average: what a BucketQueue chooses its
 * bucket width by.
 *
 * Distances are in buckets, and positions count from where the queue's window begins. The common
 * push costs one addition here: the parents of all children since the last call of measure() lie in
 * one bucket, which is known then.
 */
#ifndef GALOIS_WORKLISTS_PARTS_CHILDDISTANCE_H
#define GALOIS_WORKLISTS_PARTS_CHILDDISTANCE_H

#include <algorithm>
#include <cstdint>

namespace galois::worklists {

/// A plain class, owned by a queue, whose count of pushes it follows.
class ChildDistance {
public:
  /// A task is pushed into the bucket at `position`.
  void pushed(std::uint64_t position) noexcept { positions_ += position; }

  /// Adds what was pushed since the last call to the sample.
  /// @param pushes  tasks that were ever pushed
  /// @param parent  position of the tasks that ran since then; it may be negative
  void measure(std::uint64_t pushes, std::int64_t parent) noexcept {
    const auto count = static_cast<double>(pushes - mark_);
    sum_ += static_cast<double>(positions_) - count * static_cast<double>(parent);
    count_ += pushes - mark_;
    skip(pushes);
  }

  /// Leaves what was pushed since the last measure() out of account.
  void skip(std::uint64_t pushes) noexcept {
    mark_ = pushes;
    positions_ = 0;
  }

  /// Adds one child to the sample, which may lie anywhere; to be left out by skip() when it is
  /// pushed.
  void add(double distance) noexcept {
    sum_ += std::min(distance, kClip); // so that one odd task does not decide
    ++count_;
  }

  /// The mean of the sample. @param otherwise  what to say of an empty one
  double mean(double otherwise) const noexcept {
    return count_ ? sum_ / static_cast<double>(count_) : otherwise;
  }

  /// Begins another sample.
  void reset() noexcept {
    sum_ = 0;
    count_ = 0;
  }

private:
  static constexpr double kClip = 1e9;

  std::uint64_t positions_ = 0; ///< sum of those pushed since mark_
  std::uint64_t mark_ = 0;      ///< pushes that the sample knows of
  double sum_ = 0;
  std::uint64_t count_ = 0;
};

} // namespace galois::worklists

#endif
