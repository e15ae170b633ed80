/** Selects the heuristic of an Astar from its plan, the nodes' coordinates and the edges' weights. */
#pragma once

#include <span>

#include "AstarProblem.h"
#include "Places.h"
#include "galois/analytics/Astar.h"

namespace astar {

/// Returns the metric whose separations agree best with the edges' weights, in O(edges) time, as
/// AstarPlan::metric describes it. Never kOctile, which only the maker of a grid can know.
Metric naturalMetric(const Graph& graph, std::span<const Coordinate> coordinates);

/// Returns the metric of a plan, in O(nodes + edges) time.
/// @throws galois::analytics::InvalidOption  when the coordinates do not allow it, or are not one
///                                           per node
Metric chooseMetric(const Graph& graph, std::span<const Coordinate> coordinates,
                    const galois::analytics::AstarPlan& plan);

/// Returns the heuristic for these positions, in O(edges) time.
/// @throws galois::analytics::InvalidOption  for a scale that is no number of at least 0, and for
///                                           one that overestimates
galois::analytics::AstarHeuristic chooseHeuristic(const Graph& graph, const Places& places,
                                                  const galois::analytics::AstarPlan& plan);

} // namespace astar
