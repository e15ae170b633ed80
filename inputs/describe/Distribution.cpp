#include "inputs/describe/Distribution.h"

namespace galois::inputs {

double Distribution::quantile(double q) const {
  const auto rank = static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(count_)));
  std::uint64_t seen = 0;
  for (size_t i = 0; i < slots_.size(); ++i) {
    seen += slots_[i];
    if (seen > 0 && seen >= rank) {
      const double edge = edgeOf(firstSlot_ + static_cast<std::int64_t>(i));
      return std::clamp(whole_ ? std::ceil(edge) : edge, min_, max_);
    }
  }
  return max_;
}

std::vector<Bin> Distribution::bins(size_t most) const {
  std::vector<Bin> bins;
  // A shift merges neighbouring slots of the same sign. Zero, slot 0, stays separate.
  for (unsigned shift = 0;; ++shift) {
    bins.clear();
    std::int64_t group = 0;
    for (size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i] == 0) {
        continue;
      }
      const std::int64_t slot = firstSlot_ + static_cast<std::int64_t>(i);
      // 2^-100 has slot 1. Counting from 0 there puts the limits of groups at powers of two.
      const std::int64_t magnitude = slot == 0 ? -1 : (std::abs(slot) - 1) >> shift;
      const std::int64_t signedGroup = slot < 0 ? -2 - magnitude : magnitude;
      if (bins.empty() || signedGroup != group) {
        group = signedGroup;
        const double near = slot == 0 ? 0 : edgeOf((magnitude << shift) + 1);
        const double far = slot == 0 ? 0 : edgeOf(((magnitude + 1) << shift) + 1);
        bins.push_back(slot < 0 ? Bin{-far, -near, 0} : Bin{near, far, 0});
      }
      bins.back().count += slots_[i];
    }
    if (bins.size() <= most) {
      break;
    }
  }
  for (Bin& bin : bins) {
    if (!whole_) {
      continue;
    }
    bin.low = std::ceil(bin.low);
    // An integer that has a bin of its own is shown as that value.
    if (std::ceil(bin.high) - bin.low <= 1) {
      bin.high = bin.low;
    }
  }
  return bins;
}

} // namespace galois::inputs
