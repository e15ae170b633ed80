/** Relaxation under the scheduler that the caller selects, for sssp and bfs. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "SsspProblem.h"
#include "analytics/scheduler/Runs.h"
#include "galois/Threads.h"
#include "galois/analytics/Graph.h"
#include "galois/graphs/EdgeTiles.h"

namespace sssp {

/// Returns the greatest number of edges that one task relaxes (EdgeTiles.h). By default no row is
/// split for one thread, because no other thread could take the tiles. With more threads the tiles
/// are smaller, but at least twice the mean degree, so that few nodes are split.
/// @param nodes, edges  numbers of nodes and edges of the graph
/// @param given         the user's choice; 0 splits no row
inline std::size_t edgesPerTile(std::size_t nodes, std::size_t edges,
                                std::optional<std::size_t> given) {
  if (given) {
    return *given == 0 ? galois::graphs::kWholeRows : *given;
  }
  const unsigned threads = galois::getActiveThreads();
  if (threads == 1 || nodes == 0) {
    return galois::graphs::kWholeRows;
  }
  return std::max({std::size_t{4096} / threads, std::size_t{64}, 2 * edges / nodes});
}

/// Returns whether relaxUnderWorklist() makes no tasks for leaves (Leaves.h). The programs of papers
/// do. So tasks of leaves run under schedulers as published or released, and on the simulated
/// machine, where schedulers are compared by the tasks that they run.
inline bool skipsLeaves(const lonestar::WorklistInfo& worklist) {
  return !lonestar::kSimulatedMachine && !worklist.published && !worklist.released;
}

/// Solves the problem under the scheduler of `options`, on the active threads.
/// @param edgeTile  see edgesPerTile()
template <typename Weight, typename Distance>
galois::analytics::Execution relaxUnderWorklist(const galois::analytics::Graph<Weight>& graph,
                                                const Problem<Weight, Distance>& problem,
                                                std::optional<std::size_t> edgeTile,
                                                const galois::analytics::RunOptions& options,
                                                const lonestar::DefaultShift& shift) {
  const auto& split = graph.tiles(edgesPerTile(graph.size(), graph.sizeEdges(), edgeTile));
  const Tiles<Weight>& tiles = split.tiles;
  Problem<Weight, Distance> reduced = problem;
  reduced.leaves = skipsLeaves(lonestar::worklistOf(options)) ? &graph.leaves() : nullptr;
  galois::analytics::Execution execution =
      lonestar::runUnder(options, shift, [&](auto tag, const lonestar::WorklistSettings& settings) {
        return runWorklist<typename decltype(tag)::type>(reduced, tiles, settings);
      });
  if (tiles.size() > 0) {
    execution.measures.push_back({"edge_tile", std::uint64_t{tiles.most()}});
    execution.measures.push_back({"tiles_s", split.seconds});
  }
  return execution;
}

} // namespace sssp
