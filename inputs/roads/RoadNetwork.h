/**
 * Makes a graph of the ways and nodes of a map. A node of the graph is a node of the map on a road
 * that may be used, and an arc is the piece of road between two nodes that follow each other on a
 * way. Ways meet where they have a node in common. Nodes that cannot be passed, and those that the
 * map does not have, are left out with the pieces of road to them.
 *
 * A node has the id of the map, and its place in 10^-6 degrees. The weight of an arc is the length
 * of the great circle between its ends, or the time that it takes, rounded to the nearest number
 * of at least 1. Few tenths of a second, or decimetres, are not rounded to less than nine tenths
 * of what they are between the ends' places, so that one short piece of road does not make the
 * estimates of A* (galois/analytics/Astar.h) much smaller than they have to be.
 */
#pragma once

#include "inputs/EdgeListBuilder.h"
#include "inputs/Graph.h"
#include "inputs/formats/Formats.h"
#include "inputs/names/NearestNode.h"
#include "inputs/roads/RoadProfile.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace galois::inputs {

/// Collects a map, first its ways, then its nodes. For one thread. It takes some 30 bytes per node of
/// a road until build().
class RoadNetwork {
public:
  /// An empty map. `profile` must outlive this.
  explicit RoadNetwork(const RoadProfile& profile) : profile_(profile) {}

  /// Adds a way, if the profile lets it be used.
  void addWay(std::span<const RoadTag> tags, std::span<const std::int64_t> nodes);

  /// Ends the ways. Afterwards nodes are added. @throws InputError, naming `source`, when there are
  /// more than a graph can have
  void endWays(const std::string& source);

  /// Adds a node, if it is on a way.
  void addNode(std::int64_t id, MapPlace place, std::span<const RoadTag> tags);

  /// Returns the graph, and empties this. @throws InputError, naming `source`, when no road is left
  Graph build(const std::string& source, const ReadOptions& options);

private:
  struct Way {
    std::uint64_t end; ///< of its nodes in nodes_
    Travel travel;
  };
  enum class State : std::uint8_t { kMissing, kBlocked, kThere };

  void addArcs(EdgeListBuilder& arcs, const ReadOptions& options) const;
  std::string note() const;

  const RoadProfile& profile_;
  std::vector<Way> ways_;
  std::vector<std::int64_t> nodes_; ///< of all ways
  std::vector<std::int64_t> ids_;   ///< of nodes on ways, ascending
  std::vector<MapPlace> places_;    ///< by position in ids_; so is states_
  std::vector<State> states_;
  std::uint64_t cursor_ = 0; ///< where the next node is in ids_, if nodes come in order
};

} // namespace galois::inputs
