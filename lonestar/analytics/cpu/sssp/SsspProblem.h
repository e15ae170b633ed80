/**
 * What the parts of sssp-cpu share: the graph and the distances. bfs-cpu is the same problem on a
 * graph without weights, where each edge counts 1.
 */
#ifndef GALOIS_LONESTAR_SSSP_SSSPPROBLEM_H
#define GALOIS_LONESTAR_SSSP_SSSPPROBLEM_H

#include <cstdint>

#include "PathLength.h"
#include "galois/LargeArray.h"
#include "galois/graphs/EdgeTiles.h"
#include "galois/graphs/PackedCSR.h"
#include "liblonestar/LoopRun.h"

namespace sssp {

/// Weight: uint32_t, uint64_t, double, or void for edges that count 1 each.
template <typename Weight>
using Graph = galois::graphs::PackedCSR<Weight>;
using Node = std::uint32_t;
template <typename Weight>
using Tiles = galois::graphs::EdgeTiles<Graph<Weight>>;

/// One instance, and the answer as it comes about.
template <typename Weight, typename Distance>
struct Problem {
  const Graph<Weight>& graph;
  galois::LargeArray<Distance>& distances; ///< all kInfinity before a run, an entry a node
  Node source = 0;
  const char* name = "SSSP"; ///< of the loop in Galois' statistics
  double scale = 1;          ///< a distance of type double times this, below 2^63, is its priority
};

/// Runs the problem under a worklist policy, where tasks are about tiles of the problem's graph;
/// instantiated in a file of its own for each policy.
template <typename Policy, typename Weight, typename Distance>
lonestar::LoopRun runWorklist(const Problem<Weight, Distance>& problem, const Tiles<Weight>& tiles,
                              const lonestar::WorklistSettings& settings);

} // namespace sssp

#endif
