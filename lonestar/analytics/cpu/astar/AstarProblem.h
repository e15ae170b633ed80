/** What the parts of astar-cpu share: the graph, a query, and the labels of its search. */
#ifndef GALOIS_LONESTAR_ASTAR_ASTARPROBLEM_H
#define GALOIS_LONESTAR_ASTAR_ASTARPROBLEM_H

#include <cstdint>

#include "Heuristic.h"
#include "Labels.h"
#include "galois/graphs/PackedCSR.h"
#include "liblonestar/LoopRun.h"

namespace astar {

using Graph = galois::graphs::PackedCSR<std::uint32_t>;

/// One query. A search leaves the target's label with the length of the shortest path, kInfinity if
/// there is none that is shorter than 2^32 - 1.
struct Problem {
  const Graph& graph;
  Node source, target;
  Heuristic heuristic; ///< to the target
  Labels& labels;      ///< all untouched before the search
};

/// Runs the search under a worklist policy; instantiated in a file of its own for each policy.
template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings);

} // namespace astar

#endif
