/**
 * Counts per place, with prefix sums in logarithmic time (Fenwick, "A new data structure for
 * cumulative frequency tables", Software: Practice and Experience 1994). The replay of traces
 * numbers the priorities in sorted order and counts tasks per number. The tree is then the
 * order-statistic tree that it needs, with one word per priority.
 */
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace galois::bench {

/// Counts for the places 0 to size-1, all 0 at first. Not thread-safe.
class FenwickTree {
public:
  explicit FenwickTree(std::size_t size) : sums_(size + 1) {}

  std::size_t size() const noexcept { return sums_.size() - 1; }

  /// Adds `change` to the count of `place` (< size()). O(log size).
  void add(std::size_t place, std::int64_t change) {
    assert(place < size());
    total_ += change;
    for (std::size_t i = place + 1; i < sums_.size(); i += i & (0 - i)) {
      sums_[i] += change;
    }
  }

  /// Sum of the counts of all places below `place` (<= size()). O(log size).
  std::int64_t below(std::size_t place) const {
    assert(place <= size());
    std::int64_t sum = 0;
    for (std::size_t i = place; i > 0; i -= i & (0 - i)) {
      sum += sums_[i];
    }
    return sum;
  }

  /// Sum of the counts of all places above `place` (< size()). O(log size).
  std::int64_t above(std::size_t place) const { return total_ - below(place + 1); }

  std::int64_t total() const noexcept { return total_; }

private:
  std::vector<std::int64_t>
      sums_; ///< Entry i is the sum of the counts of the (i & -i) places up to i - 1.
  std::int64_t total_ = 0;
};

} // namespace galois::bench
