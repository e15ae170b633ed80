/**
 * The estimate that leads a search to its target: h(v) = floor(scale * separation(v, target)), with
 * a scale so small that every edge weighs at least `scale` times the separation of its ends, and a
 * margin. It follows that
 *
 *   - h never overestimates: a path weighs at least as much as its edges' separations times the
 *     scale, and those sum up to at least the separation of its ends, because that is a metric;
 *   - h is consistent, h(u) <= weight(u, v) + h(v) on every edge, in whole numbers: without
 * rounding the difference of the two is at least the margin, which is more than the rounding errors
 * of floating point add up to, and floor keeps the order of numbers that differ by a whole one.
 *
 * Where separations and the scale are whole numbers, there is nothing to round and no margin.
 */
#ifndef GALOIS_LONESTAR_ASTAR_HEURISTIC_H
#define GALOIS_LONESTAR_ASTAR_HEURISTIC_H

#include <cstdint>

#include "Labels.h"
#include "Places.h"

namespace astar {

/// What every edge's weight is above its ends' scaled separation, at least. Estimates are below
/// 2^32 and right to a few units in the last of 53 bits, that is to 1e-5: the margin is ten times
/// that.
inline constexpr double kRoundingMargin = 1e-4;

/// Estimates of the way to one target. Cheap to copy; `places` must outlive it. Any thread.
class Heuristic {
public:
  Heuristic(const Places& places, double scale, Node target)
      : places_(&places), scale_(scale), target_(target) {}

  /// The length of a path from `node` to the target is no less. O(1).
  Distance operator()(Node node) const {
    const double estimate = scale_ * places_->separation(node, target_);
    // A constant above all estimates that matter changes nothing in what they promise.
    return estimate < kGreatest ? static_cast<Distance>(estimate)
                                : static_cast<Distance>(kGreatest);
  }

  /// Asks for the memory that the estimate of `node` wants.
  void prefetch(Node node) const { places_->prefetch(node); }

private:
  static constexpr double kGreatest = 4294967294.0;

  const Places* places_;
  double scale_;
  Node target_;
};

} // namespace astar

#endif
