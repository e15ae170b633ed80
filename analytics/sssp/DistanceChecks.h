/**
 * The checks of arguments and of answers that sssp and bfs share, in the library and in the
 * programs.
 */
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "DistanceTotals.h"
#include "SequentialDijkstra.h"
#include "SsspProblem.h"
#include "analytics/graphs/PerNode.h"
#include "galois/LargeArray.h"
#include "galois/analytics/Errors.h"
#include "ssspVerify.h"

namespace sssp {

/// Checks the arguments of a search, or those of the check of its answer.
/// @param distances  the number of distances
/// @throws galois::analytics::NodeOutOfRange  when a source is no node
/// @throws galois::analytics::InvalidOption   when there is no source, or not one distance per node
inline void checkArguments(std::size_t nodes, std::span<const Node> sources,
                           std::size_t distances) {
  lonestar::checkOnePerNode("distances", distances, nodes);
  if (sources.empty()) {
    throw galois::analytics::InvalidOption("sources", "0", "one source or more is needed");
  }
  for (const Node source : sources) {
    if (source >= nodes) {
      throw galois::analytics::NodeOutOfRange(source, nodes);
    }
  }
}

/// Returns "" when `distances` are those from the nearest source, otherwise one line about what is
/// wrong. Runs on all active threads, in O(nodes + edges) time.
/// @param fully  also compare with sequential Dijkstra, in O(edges log nodes) time on one thread
/// @throws  as checkArguments()
template <typename Weight, typename Distance>
std::string verifyAnswer(const Graph<Weight>& graph, std::span<const Node> sources,
                         std::span<const Distance> distances, bool fully) {
  checkArguments(graph.size(), sources, distances.size());
  std::string wrong = verifyDistances(graph, sources, distances.data());
  if (wrong.empty() && fully) {
    galois::LargeArray<Distance> reference;
    reference.allocateInterleaved(graph.size());
    resetDistances(std::span<Distance>(reference.data(), reference.size()));
    sequentialDijkstra(graph, sources, reference.data());
    wrong = compareDistances(graph, distances.data(), reference.data());
  }
  return wrong;
}

} // namespace sssp
