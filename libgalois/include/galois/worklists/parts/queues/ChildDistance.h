/**
 * How far ahead of the running task its children lie, on average: what a BucketQueue chooses its
 * bucket width by.
 *
 * Buckets go by their numbers, and distances are in buckets. The common push costs one addition
 * here: the parents of all children since the last call of measure() lie in one bucket, which is
 * known then.
 */
#ifndef GALOIS_WORKLISTS_PARTS_QUEUES_CHILDDISTANCE_H
#define GALOIS_WORKLISTS_PARTS_QUEUES_CHILDDISTANCE_H

#include <algorithm>
#include <cstdint>

namespace galois::worklists {

/// A plain class, owned by a queue, whose count of pushes it follows.
class ChildDistance {
public:
  /// A task is pushed into bucket `number`.
  void pushed(std::uint64_t number) noexcept { numbers_ += number; }

  /// Adds what was pushed since the last call to the sample.
  /// @param pushes  tasks that were ever pushed
  /// @param near    a number near those of the tasks pushed since then, by some 2^30 buckets
  /// @param parent  bucket of the tasks that ran since then
  void measure(std::uint64_t pushes, std::uint64_t near, std::uint64_t parent) noexcept {
    const std::uint64_t count = pushes - mark_;
    // The sum of numbers wraps around; that of what lies between them and `near` is small.
    sum_ +=
        static_cast<double>(static_cast<std::int64_t>(numbers_ - count * near)) +
        static_cast<double>(count) * static_cast<double>(static_cast<std::int64_t>(near - parent));
    count_ += count;
    skip(pushes);
  }

  /// Leaves what was pushed since the last measure() out of account.
  void skip(std::uint64_t pushes) noexcept {
    mark_ = pushes;
    numbers_ = 0;
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

  std::uint64_t numbers_ = 0; ///< sum of those pushed since mark_, modulo 2^64
  std::uint64_t mark_ = 0;    ///< pushes that the sample knows of
  double sum_ = 0;
  std::uint64_t count_ = 0;
};

} // namespace galois::worklists

#endif
