/** Keeps the largest component of a graph. */
#pragma once

#include "inputs/Graph.h"

namespace galois::inputs {

/// Keeps the weakly connected component with the most nodes; among equals, the one with the lowest
/// node. Nodes are renumbered without gaps in their order and keep coordinates and ids; arcs keep
/// their order. In place, with 4 bytes more per node. Takes nearly O(nodes + arcs) time.
void keepLargestComponent(Graph& graph);

} // namespace galois::inputs
