/**
 * The mean distance from a running task to its children, the tasks that it pushes. A BucketQueue
 * chooses its bucket width by it.
 *
 * Distances are differences of bucket numbers. A common push costs one addition here: the parents
 * of all children since the last call of measure() are in one bucket, which that call is given.
 */
#pragma once

#include <algorithm>
#include <cstdint>

namespace galois::worklists {

/// A sample of distances. Owned by one queue; not thread-safe. All functions are O(1).
class ChildDistance {
public:
  /// Records that a task was pushed into bucket `number`.
  void pushed(std::uint64_t number) noexcept { numbers_ += number; }

  /// Adds the tasks that were pushed since the last call to the sample.
  /// @param pushes  total number of pushes of the queue
  /// @param near    a bucket number within about 2^30 of those pushed to since the last call
  /// @param parent  bucket of the tasks that ran since then
  void measure(std::uint64_t pushes, std::uint64_t near, std::uint64_t parent) noexcept {
    const std::uint64_t count = pushes - mark_;
    // The sum of the numbers wraps around, but the sum of their differences from `near` is small.
    sum_ +=
        static_cast<double>(static_cast<std::int64_t>(numbers_ - count * near)) +
        static_cast<double>(count) * static_cast<double>(static_cast<std::int64_t>(near - parent));
    count_ += count;
    skip(pushes);
  }

  /// Excludes the tasks that were pushed since the last measure() from the sample.
  void skip(std::uint64_t pushes) noexcept {
    mark_ = pushes;
    numbers_ = 0;
  }

  /// Adds one child at any distance to the sample. The caller excludes its push by skip().
  void add(double distance) noexcept {
    sum_ += std::min(distance, kClip); // so that one odd task does not decide
    ++count_;
  }

  /// Returns the mean of the sample, in buckets. @param otherwise  the result for an empty sample
  double mean(double otherwise) const noexcept {
    return count_ ? sum_ / static_cast<double>(count_) : otherwise;
  }

  /// Begins a new sample.
  void reset() noexcept {
    sum_ = 0;
    count_ = 0;
  }

private:
  static constexpr double kClip = 1e9;

  std::uint64_t numbers_ = 0; ///< sum of the numbers pushed to since mark_, modulo 2^64
  std::uint64_t mark_ = 0;    ///< number of pushes at the last measure() or skip()
  double sum_ = 0;
  std::uint64_t count_ = 0;
};

} // namespace galois::worklists
