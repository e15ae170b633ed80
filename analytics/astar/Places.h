/**
 * The positions of nodes, and the separation of two nodes. Each measure here is a metric: no detour
 * over a third node is shorter. A heuristic needs nothing more, see Heuristic.h. How well the
 * metric predicts path lengths decides only how much of the graph is searched.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "galois/analytics/Astar.h"
#include "galois/analytics/Metric.h"

namespace astar {

using galois::analytics::Coordinate;
using galois::analytics::Metric;

/// Returns the metric's name, as --heuristic takes it.
constexpr const char* metricName(Metric metric) {
  switch (metric) {
  case Metric::kGreatCircle:
    return "great-circle";
  case Metric::kEuclidean:
    return "euclidean";
  case Metric::kOctile:
    return "octile";
  case Metric::kNone:
    break;
  }
  return "none";
}

/// The positions of all nodes under one metric. It is immutable, so any thread may read it.
class Places {
public:
  using Coordinates = std::vector<Coordinate>;

  /// Puts all nodes at one place.
  Places() = default;
  /// Stores the positions, in O(nodes) time. Only kGreatCircle copies them: for other metrics,
  /// `coordinates` must outlive this.
  /// @param coordinates  one per node, in the unit that the metric expects
  Places(Metric metric, std::span<const Coordinate> coordinates)
      : metric_(metric), plane_(coordinates.data()) {
    if (metric_ == Metric::kGreatCircle) {
      sphere_.reserve(coordinates.size());
      for (const auto& at : coordinates) {
        sphere_.push_back(onSphere(at));
      }
    }
  }

  Metric metric() const { return metric_; }

  /// Returns the separation of two nodes in the metric's unit, accurate to 15 digits, in O(1) time.
  double separation(std::uint32_t a, std::uint32_t b) const {
    switch (metric_) {
    case Metric::kGreatCircle:
      return arc(sphere_[a], sphere_[b]);
    case Metric::kEuclidean: {
      const double dx = static_cast<double>(plane_[a].x) - plane_[b].x;
      const double dy = static_cast<double>(plane_[a].y) - plane_[b].y;
      return std::sqrt(dx * dx + dy * dy);
    }
    case Metric::kOctile: {
      const double dx = std::abs(static_cast<double>(plane_[a].x) - plane_[b].x);
      const double dy = std::abs(static_cast<double>(plane_[a].y) - plane_[b].y);
      return kStraight * std::max(dx, dy) + (kDiagonal - kStraight) * std::min(dx, dy);
    }
    case Metric::kNone:
      break;
    }
    return 0;
  }

  /// Prefetches the position of a node.
  void prefetch(std::uint32_t node) const {
    if (metric_ == Metric::kGreatCircle) {
      __builtin_prefetch(&sphere_[node]);
    } else if (metric_ != Metric::kNone) {
      __builtin_prefetch(plane_ + node);
    }
  }

private:
  static constexpr double kRadius = galois::analytics::kEarthRadius;
  static constexpr double kStraight = 100000;
  static constexpr double kDiagonal = 141421;

  struct Point {
    double x, y, z; // on the sphere, in metres from its centre
  };

  static Point onSphere(Coordinate at) {
    constexpr double kRadians = std::numbers::pi / 180e6;
    const double longitude = at.x * kRadians, latitude = at.y * kRadians;
    const double level = kRadius * std::cos(latitude);
    return {level * std::cos(longitude), level * std::sin(longitude), kRadius * std::sin(latitude)};
  }

  /// Returns the length of the arc between two points, from the chord c between them: 2R asin(c /
  /// 2R), computed as the first five terms of its series. That is exact up to a thousand kilometres
  /// and 0.1 % short at ten thousand. Leaving terms out only shortens the result. The result is a
  /// concave function of the arc, so it is a metric as the arc is.
  static double arc(const Point& a, const Point& b) {
    const double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    const double square = dx * dx + dy * dy + dz * dz;
    const double q = square * (1 / (4 * kRadius * kRadius));
    return std::sqrt(square) *
           (1 + q * (1.0 / 6 + q * (3.0 / 40 + q * (5.0 / 112 + q * (35.0 / 1152)))));
  }

  Metric metric_ = Metric::kNone;
  const Coordinate* plane_ = nullptr;
  std::vector<Point> sphere_;
};

} // namespace astar
