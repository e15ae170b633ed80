/**
 * The coordinates of a graph's nodes, from a file beside the graph or from the grid map that it is.
 */
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analytics/astar/Places.h"
#include "inputs/formats/GridMap.h"
#include "inputs/names/NodeIdMap.h"

namespace astar {

/// The coordinates and their origin.
struct CoordinateInput {
  Places::Coordinates coordinates; ///< one per node, or none
  std::string from;                ///< name of the file; without coordinates, the reason
  /// The file of the graph itself says that they are longitudes and latitudes.
  bool degrees = false;
  /// The graph as a grid map, if it is one; its coordinates are its cells.
  std::optional<galois::inputs::GridMap> map;
};

/// Reads DIMACS coordinates, compressed or not, of a graph with `nodes` nodes.
///
/// @param graphPath  the graph's file, as on the command line. A grid map contains its coordinates,
///                   and so do the names of a graph whose file has some (OpenStreetMap). Otherwise the file beside the graph is read whose name has .co instead of the
///                   graph's suffix, possibly followed by the suffix of a compressed file
/// @param given      value of --coords: read only this file; "": see above
/// @param names      ids and perhaps coordinates of the graph's nodes; a file with coordinates for all numbers up to the
///                   highest id gives each node those at its id
/// @param otherwise  how else the message for another number of nodes ends
/// @throws galois::inputs::InputError for a file that cannot be used
/// @throws AppError when the file is for another number of nodes
CoordinateInput readCoordinatesOf(const std::string& graphPath, const std::string& given,
                                  std::uint64_t nodes, const galois::inputs::NodeIdMap& names,
                                  const char* otherwise = ", or --heuristic=none");

/// Gives the coordinates to the names, so that flags can name nodes by places, unless it is a grid
/// map, which has none.
void setPlaces(galois::inputs::NodeIdMap& names, const CoordinateInput& input);

} // namespace astar
