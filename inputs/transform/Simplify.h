/** Removes loops and parallel arcs. */
#pragma once

#include "inputs/Graph.h"

namespace galois::inputs {

/// Removes arcs from a node to itself, in place, in O(nodes + arcs) time.
void removeLoops(Graph& graph);

/// Keeps the lightest of parallel arcs, and sorts the arcs of each node by head. In place except
/// for the arcs of one node, in O(nodes + arcs log degree) time.
void removeDuplicates(Graph& graph);

} // namespace galois::inputs
