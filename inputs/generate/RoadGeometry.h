#ifndef GALOIS_INPUTS_GENERATE_ROADGEOMETRY_H
#define GALOIS_INPUTS_GENERATE_ROADGEOMETRY_H

// Where the nodes of a generated road network lie on the globe, and how long roads are.
//
// Nodes start on a lattice of equal density. A stack of smooth local distortions then pulls them
// together: each level cuts the plane into squares, 2.5 times larger from level to level, and in
// most squares puts a disc whose inside contracts towards its centre while its rim stays put. A
// point goes through villages first, then towns, cities, regions; since each level multiplies the
// density, densities, and with them the lengths of roads, spread over orders of magnitude, as they
// do in real networks. Each step maps the plane one to one, so it keeps roads from crossing, but
// for their being drawn straight.

#include "inputs/Graph.h"
#include "inputs/generate/CounterRandom.h"

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// A point of the lattice: column and row, not whole numbers in general.
struct LatticePoint {
  double x = 0;
  double y = 0;
};

/// The map from the lattice to the globe. Thread-safe. Uses only operations that IEEE 754 rounds
/// exactly, in a fixed order, so that every machine computes the same coordinates.
class RoadGeometry {
public:
  /// For a lattice of this size that is to hold `nodes` nodes in all. The area covered is in
  /// proportion to them, so that the mean length of a road is some 300 m for any size.
  RoadGeometry(uint64_t width, uint64_t height, uint64_t nodes, uint64_t seed);

  /// Where a point of [0, width] x [0, height] lies, longitude and latitude. O(log size).
  Coordinate place(LatticePoint point) const;

private:
  struct Level {
    double size;    // of its squares, in lattice units
    double offsetX; // of the squares' corner from the lattice's
    double offsetY;
  };

  LatticePoint contract(LatticePoint point, uint32_t levelIndex) const;

  CounterRandom random_;
  double width_;
  double height_;
  double halfLongitude_; // of the area covered, in degrees
  double halfLatitude_;
  std::vector<Level> levels_;
};

/// Length in decimetres, at least 1, of a road that is `detour` times as long as the way on the
/// globe; never below the great circle's length for detour >= 1.001. For ends less than a degree
/// apart, not near a pole.
uint32_t roadLength(Coordinate a, Coordinate b, double detour);

} // namespace galois::inputs

#endif
