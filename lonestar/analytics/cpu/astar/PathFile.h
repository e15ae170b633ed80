/** Paths in files: as lists of nodes, or as lines on a map. */
#ifndef GALOIS_LONESTAR_ASTAR_PATHFILE_H
#define GALOIS_LONESTAR_ASTAR_PATHFILE_H

#include <optional>
#include <string>
#include <vector>

#include "Labels.h"
#include "Places.h"
#include "Queries.h"
#include "inputs/NodeIdMap.h"
#include "inputs/io/OutputFile.h"

namespace astar {

/// Whether a path to this file is to be GeoJSON: it ends in .geojson or .json.
bool wantsGeoJson(const std::string& path);

/// A file of paths that appears under its name when it is complete.
///
/// Text: a line "# SOURCE TARGET LENGTH" for each query, then a node a line; LENGTH is inf and no
/// node follows when there is no path. GeoJSON: a collection with a feature for each query, a
/// LineString in degrees with properties source, target, length and nodes; a Point when source is
/// target, no geometry and a length of null when there is no path.
class PathFile {
public:
  /// @param names    what the file calls the nodes
  /// @param degrees  longitudes and latitudes of the nodes in 1e-6 degrees, wanted for GeoJSON
  /// Both must outlive this.
  /// Throws galois::inputs::InputError when the file cannot be made.
  PathFile(const std::string& path, const galois::inputs::NodeIdMap& names,
           const Places::Coordinates& degrees);

  /// Adds the path of a query; empty when there is none.
  void write(const Query& query, Distance length, const std::vector<Node>& path);
  /// Nothing follows.
  void commit();

private:
  void writeFeature(const Query& query, Distance length, const std::vector<Node>& path);

  const galois::inputs::NodeIdMap& names_;
  const Places::Coordinates& degrees_;
  const bool geoJson_;
  galois::inputs::OutputFile file_;
  bool first_ = true;
};

} // namespace astar

#endif
