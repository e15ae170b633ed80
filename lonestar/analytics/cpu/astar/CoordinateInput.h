/** The coordinates of a graph's nodes: from a file beside the graph, or from the map it is. */
#ifndef GALOIS_LONESTAR_ASTAR_COORDINATEINPUT_H
#define GALOIS_LONESTAR_ASTAR_COORDINATEINPUT_H

#include <cstdint>
#include <optional>
#include <string>

#include "Places.h"
#include "inputs/NodeIdMap.h"
#include "inputs/formats/GridMap.h"

namespace astar {

/// Where nodes are, and how that was found out.
struct CoordinateInput {
  Places::Coordinates coordinates; ///< of all nodes, or none
  std::string from;                ///< the file; when there are none, why
  /// When the graph is a grid map, that: coordinates are its cells.
  std::optional<galois::inputs::GridMap> map;
};

/// Reads DIMACS coordinates (compressed or not) of a graph with `nodes` nodes.
///
/// @param graphPath  the graph's file, as on the command line. A grid map brings coordinates along;
///                   for others the file beside it is taken whose name has .co where the graph's
///                   has its suffix, also with a suffix of a compressed file
/// @param names      ids of the graph's nodes; a file that has coordinates for all numbers up to
/// the
///                   highest id gives each node those at its id
/// @param given      --coordinates: this file and no other; "": see above
/// Throws galois::inputs::InputError for a file that cannot be used, AppError when it is for
/// another number of nodes.
CoordinateInput readCoordinatesOf(const std::string& graphPath, const std::string& given,
                                  std::uint64_t nodes, const galois::inputs::NodeIdMap& names);

} // namespace astar

#endif
