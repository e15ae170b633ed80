/**
 * A series of values in bounded memory: evenly spaced ones of all values that were added, and the
 * last one.
 *
 * The first `Most` values are all kept. From then on only every second value is kept, after twice
 * as many only every fourth, and so on. So the mean of the kept values stays close to the mean of
 * all.
 *
 * Invariant: if the values are numbered from 0 in the order of add(), `kept_` holds the values
 * number 0, stride_, 2 stride_ and so on.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace galois::worklists {

/// A bounded history. Not thread-safe.
/// @tparam Value  copyable type of a value
/// @tparam Most   largest number of values to keep beside the last one; even
template <typename Value, std::size_t Most>
class ThinnedHistory {
  static_assert(Most >= 2 && Most % 2 == 0, "every second value is dropped");

public:
  /// Adds a value. Amortised O(1). @throws std::bad_alloc; the history is then unchanged
  void add(const Value& value) {
    if (added_ % stride_ == 0) {
      if (kept_.size() == Most) {
        dropEverySecond(); // added_ is Most * stride_, which is a multiple of the doubled stride
      }
      kept_.push_back(value);
    }
    last_ = value;
    ++added_;
  }

  /// Calls `visit(value)` for each kept value, oldest first. The first and the last of all values
  /// are always kept.
  template <typename Visit>
  void forEach(Visit&& visit) const {
    for (const Value& value : kept_) {
      visit(value);
    }
    if (added_ > 0 && (added_ - 1) % stride_ != 0) {
      visit(last_);
    }
  }

private:
  void dropEverySecond() {
    for (std::size_t i = 0; i < Most / 2; ++i) {
      kept_[i] = kept_[2 * i];
    }
    kept_.resize(Most / 2);
    stride_ *= 2;
  }

  std::vector<Value> kept_;
  Value last_{};
  std::uint64_t added_ = 0;
  std::uint64_t stride_ = 1;
};

} // namespace galois::worklists
