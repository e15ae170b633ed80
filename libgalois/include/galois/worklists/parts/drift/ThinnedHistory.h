/**
 * A series of values in bounded memory: evenly spaced ones of all that were added, and the last.
 *
 * All values are kept until there are `Most`. From then on only every second one is kept, from
 * twice as many on every fourth, and so on. So a mean over what is kept stays close to the mean
 * over all.
 *
 * Invariant: `kept_` holds the values number 0, stride_, 2 stride_ and so on of all that were
 * added.
 */
#ifndef GALOIS_WORKLISTS_PARTS_DRIFT_THINNEDHISTORY_H
#define GALOIS_WORKLISTS_PARTS_DRIFT_THINNEDHISTORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace galois::worklists {

/// Not thread-safe.
/// @tparam Value  copyable
/// @tparam Most   values to keep beside the last one: even
template <typename Value, std::size_t Most>
class ThinnedHistory {
  static_assert(Most >= 2 && Most % 2 == 0, "every second value is dropped");

public:
  /// Adds a value. Amortised O(1). @throws std::bad_alloc; the history is then as it was
  void add(const Value& value) {
    if (added_ % stride_ == 0) {
      if (kept_.size() == Most) {
        dropEverySecond(); // added_ is Most * stride_, and so a multiple of the doubled stride
      }
      kept_.push_back(value);
    }
    last_ = value;
    ++added_;
  }

  /// Calls `visit(value)` for what is kept, oldest first: the first and the last of all values are
  /// among it.
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

#endif
