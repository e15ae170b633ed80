/**
 * What the parts of sssp-cpu share: the graph and the distances. bfs-cpu solves the same problem on
 * a graph without weights, where each edge counts 1.
 */
#pragma once

#include <cstdint>
#include <span>

#include "PathLength.h"
#include "analytics/graphs/Leaves.h"
#include "analytics/scheduler/LoopRun.h"
#include "galois/graphs/EdgeTiles.h"
#include "galois/graphs/PackedCSR.h"

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
  std::span<Distance> distances;            ///< all kInfinity before a run, one entry per node
  std::span<const Node> sources;            ///< one or more; distances are from the nearest
  const char* name = "SSSP";                ///< of the loop in Galois' statistics
  const lonestar::Leaves* leaves = nullptr; ///< nodes that need no task; null: every node does
  double scale = 1;   ///< a distance of type double times this, below 2^63, is its priority
  bool begun = false; ///< a search goes on at the sources, whose distances are set (ThinSearch.h)
};

/// Solves the problem under a worklist policy. Tasks refer to tiles of the problem's graph. Each
/// policy is instantiated in a source file of its own.
template <typename Policy, typename Weight, typename Distance>
lonestar::LoopRun runWorklist(const Problem<Weight, Distance>& problem, const Tiles<Weight>& tiles,
                              const lonestar::WorklistSettings& settings);

} // namespace sssp
