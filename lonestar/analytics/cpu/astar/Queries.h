/** What is asked: pairs of nodes from the command line, a file, the dice, or a map's scenario. */
#ifndef GALOIS_LONESTAR_ASTAR_QUERIES_H
#define GALOIS_LONESTAR_ASTAR_QUERIES_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "AstarProblem.h"
#include "inputs/NodeIdMap.h"
#include "inputs/formats/GridMap.h"

namespace astar {

/// From where to where.
struct Query {
  Node source = 0, target = 0;
  std::string name;              ///< "FILE:LINE" of queries from a file, else ""
  std::optional<double> optimal; ///< published length in steps of a grid, for those of a scenario
};

/// The queries that `spec` asks for (--queries):
///   FILE      lines "SOURCE TARGET", '#' comments, or a MovingAI scenario; "-" is standard input
///   random:K  K pairs, drawn with `seed` from the largest set of nodes that edges join whichever
///             way they lead
/// @param names  what a file calls the nodes
/// @param map    of which scenarios ask; null when the graph is no grid map
/// Throws UsageError, AppError for an empty file and for a scenario without a map,
/// galois::inputs::InputError for a file that cannot be used.
std::vector<Query> readQueries(const std::string& spec, const Graph& graph,
                               const galois::inputs::NodeIdMap& names,
                               const galois::inputs::GridMap* map, std::uint64_t seed);

/// "" when a path of this length (kInfinity: no path) is as long as published, else one line.
std::string compareWithPublished(const Query& query, Distance length);

} // namespace astar

#endif
