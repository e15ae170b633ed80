/**
 * The queries: pairs of nodes from the command line, from a file, at random, or from a map's
 * scenario.
 */
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analytics/astar/AstarProblem.h"
#include "inputs/formats/GridMap.h"
#include "inputs/names/NodeIdMap.h"

namespace astar {

/// A source and a target.
struct Query {
  Node source = 0, target = 0;
  std::string name;              ///< "FILE:LINE" for queries from a file, otherwise ""
  std::optional<double> optimal; ///< published length in grid steps, for queries of a scenario
  double rounding = 0;           ///< how far that may be away, because it is printed in few digits
};

/// Returns the queries that `spec`, the value of --queries, selects:
///
///     FILE      lines "SOURCE TARGET", '#' comments, or a MovingAI scenario; "-" is standard input
///     random:K  K pairs, drawn with `seed` from the largest set of nodes that edges connect in
///               either direction
///
/// @param names  what a file calls the nodes
/// @param map    the map of scenarios; null when the graph is not a grid map
/// @throws UsageError for a malformed `spec`
/// @throws AppError for an empty file and for a scenario without a map
/// @throws galois::inputs::InputError for a file that cannot be used
std::vector<Query> readQueries(const std::string& spec, const Graph& graph,
                               const galois::inputs::NodeIdMap& names,
                               const galois::inputs::GridMap* map, std::uint64_t seed);

/// Returns "" when a path of this length (kInfinity: no path) is as long as published, otherwise
/// one line.
std::string compareWithPublished(const Query& query, Distance length);

} // namespace astar
