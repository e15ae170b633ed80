/**
 * Places on the earth, and the node that is nearest to one. Flags take a place for a node.
 */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace galois::inputs {

/// A place in 10^-7 degrees, as maps have it.
struct MapPlace {
  std::int32_t longitude = 0; ///< from -1,800,000,000 to 1,800,000,000
  std::int32_t latitude = 0;  ///< from -900,000,000 to 900,000,000
};

/// Returns the place that a text says, latitude and longitude in degrees ("51.5074,-0.1278"). None
/// for any other text.
std::optional<MapPlace> placeIn(std::string_view text);

/// Returns the place of a node whose coordinate is longitude and latitude in 10^-6 degrees.
inline MapPlace placeOf(Coordinate at) { return {at.x * 10, at.y * 10}; }

/// Returns the length of the great circle between two places in metres, by the haversine formula.
double greatCircle(MapPlace a, MapPlace b);

/// Returns whether coordinates can be longitudes and latitudes in 10^-6 degrees of more than a
/// village, as those of cells of a grid are not.
bool arePlaces(std::span<const Coordinate> coordinates);

/// A node that is near to a place.
struct NearNode {
  std::uint32_t node = 0; ///< the node; the lowest of several that are equally near
  double metres = 0;      ///< the length of the great circle to it
};

/// Returns the nearest of at least one node, in O(nodes) time.
NearNode nearestNode(std::span<const Coordinate> nodes, MapPlace place);

} // namespace galois::inputs
