/** The line about the heuristic that astar-cpu prints. */
#pragma once

#include <string>

#include "galois/analytics/Astar.h"

namespace astar {

/// Returns the metric, the scale with its unit, and the edge that limits the scale.
/// @param chosenScale  whether the scale is the user's, and not the greatest
std::string describe(const galois::analytics::AstarHeuristic& heuristic, bool chosenScale);

} // namespace astar
