/** Removes nodes from a graph. */
#pragma once

#include "inputs/Graph.h"

#include <vector>

namespace galois::inputs {

/// Keeps the nodes for which `keep` is true, renumbered in their order, and the arcs between them, in
/// place, in O(nodes + arcs) time.
/// @param keep  one per node
void keepNodes(Graph& graph, const std::vector<bool>& keep);

} // namespace galois::inputs
