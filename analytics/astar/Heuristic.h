/**
 * The estimate that guides a search to its target: h(v) = floor(scale * separation(v, target)). The
 * scale is so small that every edge weighs at least `scale` times the separation of its ends, plus
 * a margin. Two properties follow.
 *
 * - h never overestimates. A path weighs at least the scale times the sum of its edges'
 *   separations. That sum is at least the separation of the path's ends, because separation is a
 *   metric.
 * - h is consistent in integers: h(u) <= weight(u, v) + h(v) on every edge. Without rounding, the
 *   two sides differ by at least the margin, which exceeds the rounding errors of floating point.
 *   Taking the floor of both sides keeps their order because the weight is an integer.
 *
 * Where separations and the scale are integers, there is no rounding and no margin.
 */
#pragma once

#include "Labels.h"
#include "Places.h"

namespace astar {

/// The least difference between an edge's weight and the scaled separation of its ends. Estimates
/// are below 2^32 and accurate to a few units in the last of 53 bits, that is to 1e-5. The margin
/// is ten times that.
inline constexpr double kRoundingMargin = 1e-4;

/// Estimates the distance to one target. It is cheap to copy. `places` must outlive it. Any thread
/// may use it.
class Heuristic {
public:
  Heuristic(const Places& places, double scale, Node target)
      : places_(&places), scale_(scale), target_(target) {}

  /// Returns a lower bound of the length of every path from `node` to the target, in O(1) time.
  Distance operator()(Node node) const {
    const double estimate = scale_ * places_->separation(node, target_);
    // Cutting estimates off at a constant keeps them consistent and no greater than before.
    return estimate < kGreatest ? static_cast<Distance>(estimate)
                                : static_cast<Distance>(kGreatest);
  }

  /// Prefetches the memory that the estimate of `node` needs.
  void prefetch(Node node) const { places_->prefetch(node); }

private:
  static constexpr double kGreatest = 4294967294.0;

  const Places* places_;
  double scale_;
  Node target_;
};

} // namespace astar
