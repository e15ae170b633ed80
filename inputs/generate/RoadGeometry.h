/**
 * The positions of a synthetic road network's nodes on the globe, and the lengths of its roads.
 *
 * Nodes start on a lattice of equal density. A stack of smooth local distortions then contracts
 * parts of it. Each level divides the plane into squares, 2.5 times larger from level to level. In
 * most squares it places a disc whose inside contracts towards its centre while its rim does not
 * move. A point passes through villages first, then towns, cities, regions. Each level multiplies
 * the density. So densities, and with them the lengths of roads, spread over orders of magnitude,
 * as they do in real networks. Each distortion is one-to-one, so roads do not cross, except because
 * they are drawn straight.
 */
#pragma once

#include "inputs/Graph.h"
#include "inputs/generate/CounterRandom.h"

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// A point of the lattice: column and row, in general not integers.
struct LatticePoint {
  double x = 0; ///< column
  double y = 0; ///< row
};

/// The map from the lattice to the globe. Thread-safe. Uses only operations that IEEE 754 rounds
/// exactly, in a fixed order, so that every machine computes the same coordinates.
class RoadGeometry {
public:
  /// Prepares the map of a lattice of this size.
  /// @param nodes  number of nodes of the network; the area covered is proportional to it, so that
  ///               the mean length of a road is about 300 m for any size
  RoadGeometry(std::uint64_t width, std::uint64_t height, std::uint64_t nodes, std::uint64_t seed);

  /// Returns the longitude and latitude of a point of [0, width] x [0, height], in O(log size)
  /// time.
  Coordinate place(LatticePoint point) const;

private:
  struct Level {
    double size;    // side of the squares, in lattice units
    double offsetX; // position of the squares' corner relative to the lattice's
    double offsetY;
  };

  LatticePoint contract(LatticePoint point, std::uint32_t levelIndex) const;

  CounterRandom random_;
  double width_;
  double height_;
  double halfLongitude_; // half the extent of the area covered, in degrees
  double halfLatitude_;
  std::vector<Level> levels_;
};

/// Returns the length in decimetres, at least 1, of a road that is `detour` times as long as the
/// great circle between its ends. For detour >= 1.001 it is never below the great circle's length.
/// The ends must be less than a degree apart and not near a pole.
std::uint32_t roadLength(Coordinate a, Coordinate b, double detour);

} // namespace galois::inputs
