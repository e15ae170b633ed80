/** What the parts of astar-cpu share: the graph, a query, and the labels of its search. */
#pragma once

#include <cstdint>

#include "Heuristic.h"
#include "Labels.h"
#include "analytics/scheduler/LoopRun.h"
#include "galois/graphs/PackedCSR.h"

namespace astar {

using Graph = galois::graphs::PackedCSR<std::uint32_t>;

/// One query. A search stores the length of the shortest path in the target's label. The length is
/// kInfinity if there is no path shorter than 2^32 - 1.
struct Problem {
  const Graph& graph;
  Node source, target;
  Heuristic heuristic; ///< estimates the distance to the target
  Labels& labels;      ///< all untouched before the search
};

/// Runs the search under a worklist policy. Each policy is instantiated in a source file of its
/// own.
template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings);

} // namespace astar
