/**
 * What the parts of sssp-cpu share: the graph and the distances. bfs-cpu solves the same problem on
 * a graph without weights, where each edge counts 1.
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

/// The graph type.
/// @tparam Weight  std::uint32_t, std::uint64_t, double, or void for edges that count 1 each
template <typename Weight>
using Graph = galois::graphs::PackedCSR<Weight>;
using Node = std::uint32_t;
template <typename Weight>
using Tiles = galois::graphs::EdgeTiles<Graph<Weight>>;

/// One problem instance and the distances that the algorithm fills in.
template <typename Weight, typename Distance>
struct Problem {
  const Graph<Weight>& graph;
  galois::LargeArray<Distance>& distances; ///< one entry per node, all kInfinity before a run
  Node source = 0;
  const char* name = "SSSP"; ///< name of the loop in Galois' statistics
  double scale = 1;          ///< a priority is a distance of type double times this, below 2^63
};

/// Solves the problem under a worklist policy. Tasks refer to tiles of the problem's graph. Each
/// policy is instantiated in a source file of its own.
template <typename Policy, typename Weight, typename Distance>
lonestar::LoopRun runWorklist(const Problem<Weight, Distance>& problem, const Tiles<Weight>& tiles,
                              const lonestar::WorklistSettings& settings);

} // namespace sssp

#endif
