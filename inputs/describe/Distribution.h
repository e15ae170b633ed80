/**
 * The distribution of many values in a few numbers. Values are counted in slots that are so narrow
 * relative to the values that quantiles are accurate to a part in two thousand. Integers below 4096
 * are counted exactly. There is no sorting, only two passes over the values, on all threads.
 */
#pragma once

#include "inputs/describe/Blocks.h"

#include "galois/substrate/PerThreadStorage.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace galois::inputs {

/// The values from `low` up to, but excluding, `high`. In a bin of one value both are that value.
struct Bin {
  double low = 0;          ///< the lower limit
  double high = 0;         ///< the upper limit
  std::uint64_t count = 0; ///< number of values in between
};

/// Counts of finite values. A plain value; make it with distributionOf().
class Distribution {
public:
  /// Returns the number of values.
  std::uint64_t count() const { return count_; }
  /// min(), max() and mean() are exact except for rounding, and 0 when there is no value. @{
  double min() const { return min_; }
  double max() const { return max_; }
  double mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }
  /// @}
  /// Returns whether all values are integers.
  bool whole() const { return whole_; }

  /// Returns the least value such that at least a share of q (0 to 1) of all values is not above
  /// it. The result is too small by at most 0.05 %. It is 0 when there is no value.
  double quantile(double q) const;

  /// Returns non-empty bins that cover all values, in ascending order. If there are too many
  /// different values for one bin each, all bins have the same width relative to their values.
  /// @param most  greatest number of bins, above 2
  std::vector<Bin> bins(size_t most) const;

private:
  template <typename ValueOf>
  friend Distribution distributionOf(std::uint64_t count, ValueOf&& valueOf);

  /// Returns the slot of a value, which preserves order: the upper bits of the number, with 11 bits
  /// of mantissa.
  static std::int64_t slotOf(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(std::abs(value) + 0.0);
    const auto slot = static_cast<std::int64_t>(bits >> kDropped) + (value == 0 ? 0 : kFirstSlot);
    return value < 0 ? -slot : slot;
  }
  /// Returns the number nearest to zero in a slot.
  static double edgeOf(std::int64_t slot) {
    if (slot == 0) {
      return 0;
    }
    const double edge =
        std::bit_cast<double>(static_cast<std::uint64_t>(std::abs(slot) - kFirstSlot) << kDropped);
    return slot < 0 ? -edge : edge;
  }

  static constexpr unsigned kDropped = 52 - 11;
  /// Slots leave out what is below 2^-100, so that the slot of zero is not far from that of one.
  static constexpr std::int64_t kFirstSlot = 1 - (std::int64_t{1023 - 100} << 11);

  std::uint64_t count_ = 0;
  double min_ = 0;
  double max_ = 0;
  double sum_ = 0;
  bool whole_ = true;
  std::int64_t firstSlot_ = 0;
  std::vector<std::uint64_t> slots_; // [i]: number of values in slot firstSlot_ + i
};

/// Returns the distribution of valueOf(0), ..., valueOf(count - 1) in O(count) time. The values are
/// finite. `valueOf` may be called twice per value and on any thread. Values nearer to zero than
/// 2^-100 count as that.
template <typename ValueOf>
Distribution distributionOf(std::uint64_t count, ValueOf&& valueOf) {
  struct Partial {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();
    double sum = 0;
    bool whole = true;
    std::vector<std::uint64_t> slots;
  };
  constexpr double kLeast = 0x1p-100;
  const auto clamped = [&](std::uint64_t i) {
    const double value = static_cast<double>(valueOf(i));
    return value != 0 && std::abs(value) < kLeast ? std::copysign(kLeast, value) : value;
  };
  Distribution all;
  if (count == 0) {
    return all;
  }
  substrate::PerThreadStorage<Partial> partials;
  forEachBlock(count, [&](std::uint64_t begin, std::uint64_t end) {
    Partial& mine = *partials.getLocal();
    for (std::uint64_t i = begin; i < end; ++i) {
      const double value = clamped(i);
      mine.min = std::min(mine.min, value);
      mine.max = std::max(mine.max, value);
      mine.sum += value;
      mine.whole = mine.whole && value == std::floor(value);
    }
  });
  Partial total;
  for (unsigned thread = 0; thread < partials.size(); ++thread) {
    const Partial& part = *partials.getRemote(thread);
    total.min = std::min(total.min, part.min);
    total.max = std::max(total.max, part.max);
    total.sum += part.sum;
    total.whole = total.whole && part.whole;
  }
  all.count_ = count;
  all.min_ = total.min;
  all.max_ = total.max;
  all.sum_ = total.sum;
  all.whole_ = total.whole;
  all.firstSlot_ = Distribution::slotOf(total.min);
  all.slots_.assign(static_cast<size_t>(Distribution::slotOf(total.max) - all.firstSlot_ + 1), 0);
  forEachBlock(count, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<std::uint64_t>& slots = partials.getLocal()->slots;
    if (slots.empty()) {
      slots.assign(all.slots_.size(), 0);
    }
    for (std::uint64_t i = begin; i < end; ++i) {
      ++slots[static_cast<size_t>(Distribution::slotOf(clamped(i)) - all.firstSlot_)];
    }
  });
  for (unsigned thread = 0; thread < partials.size(); ++thread) {
    const std::vector<std::uint64_t>& slots = partials.getRemote(thread)->slots;
    for (size_t i = 0; i < slots.size(); ++i) {
      all.slots_[i] += slots[i];
    }
  }
  return all;
}

} // namespace galois::inputs
