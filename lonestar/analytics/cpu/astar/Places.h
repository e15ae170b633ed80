/**
 * Where nodes are, and how far apart. Each measure here is a metric: no way round over a third node
 * is shorter. That is all a heuristic needs, see Heuristic.h; how well it foretells the lengths of
 * paths decides only how much is searched.
 */
#ifndef GALOIS_LONESTAR_ASTAR_PLACES_H
#define GALOIS_LONESTAR_ASTAR_PLACES_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "inputs/Graph.h"

namespace astar {

/// How separations are measured.
enum class Metric {
  None,        ///< all nodes are at one place
  GreatCircle, ///< metres on a sphere; coordinates are longitude and latitude in 1e-6 degrees
  Euclidean,   ///< straight lines; coordinates are x and y
  Octile       ///< eight directions on a grid, a step 100000, a diagonal one 141421
};

/// As --heuristic takes it.
constexpr const char* metricName(Metric metric) {
  switch (metric) {
  case Metric::GreatCircle:
    return "great-circle";
  case Metric::Euclidean:
    return "euclidean";
  case Metric::Octile:
    return "octile";
  case Metric::None:
    break;
  }
  return "none";
}

/// The positions of all nodes under one metric. Immutable, so any number of threads may look.
class Places {
public:
  using Coordinates = std::vector<galois::inputs::Coordinate>;

  /// All nodes at one place.
  Places() = default;
  /// O(nodes). `coordinates` in the unit that the metric wants, for all nodes; must outlive this.
  Places(Metric metric, const Coordinates& coordinates)
      : metric_(metric), plane_(coordinates.data()) {
    if (metric_ == Metric::GreatCircle) {
      sphere_.reserve(coordinates.size());
      for (const auto& at : coordinates) {
        sphere_.push_back(onSphere(at));
      }
    }
  }

  Metric metric() const { return metric_; }

  /// How far apart two nodes are, in the metric's unit, right to 15 digits. O(1).
  double separation(std::uint32_t a, std::uint32_t b) const {
    switch (metric_) {
    case Metric::GreatCircle:
      return arc(sphere_[a], sphere_[b]);
    case Metric::Euclidean: {
      const double dx = static_cast<double>(plane_[a].x) - plane_[b].x;
      const double dy = static_cast<double>(plane_[a].y) - plane_[b].y;
      return std::sqrt(dx * dx + dy * dy);
    }
    case Metric::Octile: {
      const double dx = std::abs(static_cast<double>(plane_[a].x) - plane_[b].x);
      const double dy = std::abs(static_cast<double>(plane_[a].y) - plane_[b].y);
      return kStraight * std::max(dx, dy) + (kDiagonal - kStraight) * std::min(dx, dy);
    }
    case Metric::None:
      break;
    }
    return 0;
  }

  /// Asks for the memory that says where a node is.
  void prefetch(std::uint32_t node) const {
    if (metric_ == Metric::GreatCircle) {
      __builtin_prefetch(&sphere_[node]);
    } else if (metric_ != Metric::None) {
      __builtin_prefetch(plane_ + node);
    }
  }

private:
  static constexpr double kRadius = 6371008.8; // of the earth, mean, in metres
  static constexpr double kStraight = 100000;
  static constexpr double kDiagonal = 141421;

  struct Point {
    double x, y, z; // on the sphere, in metres from its centre
  };

  static Point onSphere(galois::inputs::Coordinate at) {
    constexpr double kRadians = std::numbers::pi / 180e6;
    const double longitude = at.x * kRadians, latitude = at.y * kRadians;
    const double level = kRadius * std::cos(latitude);
    return {level * std::cos(longitude), level * std::sin(longitude), kRadius * std::sin(latitude)};
  }

  /// Length of the arc between two points, from the chord c between them: 2R asin(c / 2R), as the
  /// first five terms of its series. That is exact up to a thousand kilometres, 0.1 % short at ten
  /// thousand. What is left out only ever makes it shorter, and it is a concave function of the
  /// arc, so that it is a metric like the arc itself.
  static double arc(const Point& a, const Point& b) {
    const double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    const double square = dx * dx + dy * dy + dz * dz;
    const double q = square * (1 / (4 * kRadius * kRadius));
    return std::sqrt(square) *
           (1 + q * (1.0 / 6 + q * (3.0 / 40 + q * (5.0 / 112 + q * (35.0 / 1152)))));
  }

  Metric metric_ = Metric::None;
  const galois::inputs::Coordinate* plane_ = nullptr;
  std::vector<Point> sphere_;
};

} // namespace astar

#endif
