/** Renumbers nodes without gaps. */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// Removes the nodes without arcs, except those in `kept`. The other nodes are renumbered without
/// gaps in their order, arcs keep their order, and Graph::ids holds the previous numbers. A graph
/// without such nodes stays as it is and gets no ids. The graph must not have ids or coordinates.
/// In place, in O(nodes + arcs) time. Takes one bit per node, and 4 bytes per node when there is
/// something to remove.
/// @param kept  nodes in any order, each below numNodes()
void compactIds(Graph& graph, const std::vector<std::uint64_t>& kept = {});

/// Renumbers the nodes, which must have ids, in ascending order of their ids. The result is built
/// beside the input. Takes O(nodes log nodes + arcs) time.
void sortByIds(Graph& graph);

} // namespace galois::inputs
