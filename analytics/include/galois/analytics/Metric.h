/**
 * How the separation of two nodes that have coordinates is measured, for the estimates of A*
 * (Astar.h) and for whoever compares with them.
 */
#pragma once

namespace galois::analytics {

/// How the separation of two nodes is measured.
enum class Metric {
  kNone,        ///< all nodes are at one place, so that every estimate is 0
  kGreatCircle, ///< metres on a sphere; coordinates are longitude and latitude in 1e-6 degrees
  kEuclidean,   ///< straight lines; coordinates are x and y
  kOctile       ///< eight directions on a grid; a step is 100000, a diagonal one 141421
};

/// The radius of the sphere of kGreatCircle in metres: the mean radius of the earth.
inline constexpr double kEarthRadius = 6371008.8;

} // namespace galois::analytics
