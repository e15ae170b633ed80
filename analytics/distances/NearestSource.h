/** What nearest() does, for Nearest.cpp and LevelDistances.cpp. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "WantedNodes.h"
#include "analytics/graphs/PerNode.h"
#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/analytics/Bfs.h"
#include "galois/analytics/Distances.h"
#include "galois/substrate/Atomics.h"

namespace distances {

/// Finds the position of the source at the root of each node's tree, on all active threads. A thread
/// follows predecessors to a node whose position is known, and then writes it along its way. Others
/// may write the same there at the same time.
/// @param positions  those of the sources, and kNoSource elsewhere
inline void spreadPositions(std::span<const Node> predecessors,
                            std::span<std::uint32_t> positions) {
  const auto at = [&](Node node) { return galois::AtomicRef<std::uint32_t>(positions[node]); };
  galois::do_all(
      galois::iterate(std::size_t{0}, predecessors.size()),
      [&](std::size_t first) {
        if (predecessors[first] == galois::analytics::kNoPredecessor) {
          return;
        }
        // Relaxed: a position carries no other data with it, and the end of the loop publishes it.
        Node node = static_cast<Node>(first);
        std::uint32_t position = at(node).load(galois::order::relaxed);
        while (position == galois::analytics::kNoSource) {
          node = predecessors[node];
          position = at(node).load(galois::order::relaxed);
        }
        for (Node on = static_cast<Node>(first); on != node; on = predecessors[on]) {
          at(on).store(position, galois::order::relaxed);
        }
      },
      galois::steal());
}

} // namespace distances

namespace galois::analytics {

template <typename W, typename D>
Execution nearest(const Graph<W>& graph, std::span<const Node> sources, std::span<D> distances,
                  std::span<std::uint32_t> positions, const RunOptions& options) {
  lonestar::checkOnePerNode("positions", positions.size(), graph.size());
  if (sources.size() >= kNoSource) {
    throw InvalidOption("sources", std::to_string(sources.size()),
                        fmt::format("fewer than {} sources are needed", kNoSource));
  }
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    if constexpr (std::is_void_v<W>) {
      execution = bfs(graph, sources, distances, {}, options);
    } else {
      execution = sssp(graph, sources, distances, {}, options);
    }
    const LargeArray<Node> predecessors =
        shortestPathTree(graph, sources, std::span<const D>(distances), options);
    do_all(iterate(std::size_t{0}, positions.size()),
           [&](std::size_t node) { positions[node] = kNoSource; });
    for (std::size_t i = sources.size(); i-- > 0;) { // the first of equal ones is written last
      positions[sources[i]] = static_cast<std::uint32_t>(i);
    }
    ::distances::spreadPositions({predecessors.data(), predecessors.size()}, positions);
  });
  return execution;
}

} // namespace galois::analytics
