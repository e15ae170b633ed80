#ifndef GALOIS_INPUTS_TRANSFORM_SIMPLIFY_H
#define GALOIS_INPUTS_TRANSFORM_SIMPLIFY_H

#include "inputs/Graph.h"

namespace galois::inputs {

/// Removes arcs from a node to itself. In place, O(nodes + arcs).
void removeLoops(Graph& graph);

/// Of parallel arcs keeps the lightest, and sorts the arcs of each node by head. In place but for
/// the arcs of one node, O(nodes + arcs log degree).
void removeDuplicates(Graph& graph);

} // namespace galois::inputs

#endif
