/** The ways of a run among the roads around them, for the page of --report. */
#pragma once

#include <string>
#include <vector>

#include "analytics/astar/AstarProblem.h"
#include "analytics/astar/Places.h"
#include "inputs/io/OutputFile.h"
#include "inputs/names/NodeIdMap.h"

namespace astar {

/// Collects the answers of all queries.
class WayMap {
public:
  /// All arguments must outlive this. @param degrees  as of PathFile
  WayMap(const Graph& graph, const galois::inputs::NodeIdMap& names,
         const Places::Coordinates& degrees)
      : graph_(graph), names_(names), degrees_(degrees) {}

  /// Adds a way, as PathFile::write() does.
  void add(Node source, Node target, const std::string& length, const std::vector<Node>& path);

  /// Writes all ways as GeoJSON. Another feature, with the property `roads`, has the edges between
  /// nodes around them, unless there are too many to be seen.
  void write(galois::inputs::OutputFile& file) const;

private:
  std::string roads() const;

  const Graph& graph_;
  const galois::inputs::NodeIdMap& names_;
  const Places::Coordinates& degrees_;
  std::vector<std::string> features_;
  std::vector<Node> nodes_; ///< of all ways
};

} // namespace astar
