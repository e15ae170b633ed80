/** Keeps the largest component of a graph. */
#pragma once

#include "inputs/Graph.h"

namespace galois::inputs {

/// Keeps the weakly connected component with the most nodes; among equals, the one with the lowest
/// node. Nodes are renumbered without gaps in their order and keep coordinates and ids; arcs keep
/// their order. In place, with 8 bytes more per node. Takes nearly O(nodes + arcs) time.
void keepLargestComponent(Graph& graph);

/// Keeps the strongly connected component with the most nodes, in the same way: those from which
/// paths lead to each other. With 12 to 32 bytes more per node. Takes O(nodes + arcs) time.
void keepLargestStrongComponent(Graph& graph);

} // namespace galois::inputs
