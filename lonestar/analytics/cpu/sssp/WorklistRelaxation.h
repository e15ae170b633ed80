/** Relaxation under the scheduler that the caller names, for sssp and bfs. */
#ifndef GALOIS_LONESTAR_SSSP_WORKLISTRELAXATION_H
#define GALOIS_LONESTAR_SSSP_WORKLISTRELAXATION_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <fmt/format.h>

#include "SsspProblem.h"
#include "analytics/scheduler/Runs.h"
#include "galois/Threads.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Graph.h"
#include "galois/graphs/EdgeTiles.h"

namespace sssp {

/// How many edges one task relaxes, see EdgeTiles.h. By default, no row is cut for one thread,
/// which shares its work with nobody. With more threads the pieces are smaller, but large enough
/// that the usual node is not cut.
/// @param nodes, edges  of the graph
/// @param given         what the user asks for; 0: no row is cut
inline std::size_t edgesOfATile(std::size_t nodes, std::size_t edges,
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

/// @throws galois::analytics::NodeOutOfRange  when a source is no node
/// @throws galois::analytics::InvalidOption   when there is no source, or not one distance per node
inline void checkArguments(std::size_t nodes, std::span<const Node> sources,
                           std::size_t distances) {
  using galois::analytics::InvalidOption;
  if (distances != nodes) {
    throw InvalidOption("distances", std::to_string(distances),
                        fmt::format("the graph has {} nodes, and each needs one", nodes));
  }
  if (sources.empty()) {
    throw InvalidOption("sources", "0", "one source or more is needed");
  }
  for (const Node source : sources) {
    if (source >= nodes) {
      throw galois::analytics::NodeOutOfRange(source, nodes);
    }
  }
}

/// Runs the problem under the scheduler of `options`.
/// @param shift  see lonestar::chosenWorklist()
template <typename Weight, typename Distance>
galois::analytics::Execution
relaxUnderWorklist(const galois::analytics::Graph<Weight>& graph,
                   const Problem<Weight, Distance>& problem, std::optional<std::size_t> edgeTile,
                   const galois::analytics::RunOptions& options, unsigned shift) {
  const auto& cut = graph.tiles(edgesOfATile(graph.size(), graph.sizeEdges(), edgeTile));
  const Tiles<Weight>& tiles = cut.tiles;
  galois::analytics::Execution execution =
      lonestar::runUnder(options, shift, [&](auto tag, const lonestar::WorklistSettings& settings) {
        return runWorklist<typename decltype(tag)::type>(problem, tiles, settings);
      });
  if (tiles.size() > 0) {
    execution.measures.push_back({"edge_tile", std::uint64_t{tiles.most()}});
    execution.measures.push_back({"tiles_s", cut.seconds});
  }
  return execution;
}

} // namespace sssp

#endif
