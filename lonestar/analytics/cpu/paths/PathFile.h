/** Writes paths to files, as lists of nodes or as lines on a map. */
#pragma once

#include <string>
#include <vector>

#include "analytics/astar/Places.h"
#include "galois/analytics/Graph.h"
#include "inputs/io/OutputFile.h"
#include "inputs/names/NodeIdMap.h"

namespace astar {

using galois::analytics::Node;

/// Returns whether a path is written to this file as GeoJSON: its name ends in .geojson or .json.
bool wantsGeoJson(const std::string& path);

/// Returns a place in 1e-6 degrees as GeoJSON: longitude and latitude in degrees.
std::string geoJsonOf(const Coordinate& place);

/// Returns a path as a feature of GeoJSON, as PathFile has it. The arguments are those of PathFile.
std::string geoJsonOf(Node source, Node target, const std::string& length,
                      const std::vector<Node>& path, const galois::inputs::NodeIdMap& names,
                      const Places::Coordinates& degrees);

/// A file of paths. It gets its name when it is complete.
///
/// Text: per path a line "# SOURCE TARGET LENGTH", then one node per line. When there is no path,
/// LENGTH is inf and no node follows. GeoJSON: a collection with one feature per path, a
/// LineString in degrees with the properties source, target, length and nodes. The feature is a
/// Point when source is target. When there is no path, it has no geometry and a length of null.
class PathFile {
public:
  /// Opens the file. `names` and `degrees` must outlive this.
  /// @param names    what the file calls the nodes
  /// @param degrees  longitudes and latitudes of the nodes in 1e-6 degrees; needed for GeoJSON
  /// @throws galois::inputs::InputError when the file cannot be made
  PathFile(const std::string& path, const galois::inputs::NodeIdMap& names,
           const Places::Coordinates& degrees);

  /// Adds a path; it is empty when there is none.
  /// @param length  its length in decimal; ignored when there is none
  void write(Node source, Node target, const std::string& length, const std::vector<Node>& path);
  /// Completes the file and gives it its name.
  void commit();

private:
  const galois::inputs::NodeIdMap& names_;
  const Places::Coordinates& degrees_;
  const bool geoJson_;
  galois::inputs::OutputFile file_;
  bool first_ = true;
};

} // namespace astar
