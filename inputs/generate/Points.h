/**
 * Points of the plane, with the distributions of the Problem Based Benchmark Suite: J. Shun,
 * G. Blelloch et al., "Brief Announcement: The Problem Based Benchmark Suite", SPAA 2012.
 *
 * Uniform points lie in the unit disc. Plummer's points have the distance
 * r = sqrt(1 / (1 - u)^2 - 1) from the origin, for uniform u in [0, 1), and a uniform direction: most
 * are near the origin and a few are very far.
 */
#pragma once

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// A point of the plane.
struct Point {
  double x = 0; ///< first coordinate
  double y = 0; ///< second coordinate

  /// Compares both coordinates.
  friend bool operator==(const Point&, const Point&) = default;
};

/// The distribution of points.
enum class PointKind {
  kUniformDisc, ///< uniform in the unit disc
  kPlummer      ///< Plummer's model of a star cluster
};

/// Returns `size` points. Takes O(size) time.
std::vector<Point> generatePoints(PointKind kind, std::uint64_t size, std::uint64_t seed);

} // namespace galois::inputs
