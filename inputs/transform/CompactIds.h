#ifndef GALOIS_INPUTS_TRANSFORM_COMPACTIDS_H
#define GALOIS_INPUTS_TRANSFORM_COMPACTIDS_H

#include "inputs/Graph.h"

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// Removes the nodes that no arc begins or ends at, except those in `kept` (in any order, each
/// below numNodes()). The other nodes are renumbered without gaps in their order, arcs keep their
/// order, and Graph::ids says which numbers the nodes had. A graph without such nodes stays as it
/// is and gets no ids. The graph must not have ids or coordinates. In place; memory: a bit per
/// node, and 4 bytes per node when there is something to remove. O(nodes + arcs).
void compactIds(Graph& graph, const std::vector<uint64_t>& kept = {});

/// Renumbers the nodes, which must have ids, in ascending order of their ids. Memory: the result
/// beside the input. O(nodes log nodes + arcs).
void sortByIds(Graph& graph);

} // namespace galois::inputs

#endif
