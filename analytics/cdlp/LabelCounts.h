/** Counts the labels around one node, and tells which is the most frequent. */
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cdlp {

/// A hash table with open addressing, which one thread uses for one node after the other. It is at
/// most half full, and small enough for the fastest cache but for nodes of high degree.
class LabelCounts {
public:
  using Label = std::uint32_t;

  /// Forgets all labels. @param most  the number of calls of add() until the next call
  void begin(std::size_t most) {
    const std::size_t slots = std::bit_ceil(2 * most);
    if (slots_.size() < slots) {
      slots_.resize(slots);
    }
    std::fill_n(slots_.begin(), slots, Slot{});
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(slots));
    mask_ = slots - 1;
    best_ = Slot{};
  }

  /// Counts a label. After begin(n) with n > 0.
  void add(Label label) {
    // Fibonacci hashing: neighbours often have labels that are near each other.
    std::size_t at = static_cast<std::size_t>(label * kFactor >> shift_);
    while (slots_[at].count > 0 && slots_[at].label != label) {
      at = (at + 1) & mask_;
    }
    slots_[at].label = label;
    const std::uint32_t count = ++slots_[at].count;
    if (count > best_.count || (count == best_.count && label < best_.label)) {
      best_ = slots_[at];
    }
  }

  /// Returns the label that was added most often, and the least of several. One was added.
  Label mostFrequent() const { return best_.label; }

private:
  static constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;

  struct Slot {
    Label label = 0;
    std::uint32_t count = 0; ///< 0: the slot is free
  };

  std::vector<Slot> slots_; ///< the first mask_ + 1 are in use
  std::size_t mask_ = 0;
  unsigned shift_ = 0;
  Slot best_;
};

} // namespace cdlp
