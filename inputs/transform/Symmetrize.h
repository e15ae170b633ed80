/** Makes a graph undirected. */
#pragma once

#include "inputs/Graph.h"

namespace galois::inputs {

/// Makes the graph undirected. The result is the smallest graph that contains this one and has, for
/// each arc u -> v of weight w, an arc v -> u of weight w. An arc whose reverse with the same
/// weight exists gets no new one. Of k parallel arcs with j reverses, max(k, j) exist in each
/// direction afterwards. Repeating it changes nothing. Afterwards the arcs of each node are sorted
/// by head and weight.
///
/// An edge whose two directions have different weights becomes two parallel edges.
/// removeDuplicates() afterwards keeps the lighter one.
///
/// Takes O(nodes + arcs log degree) time, and memory for the result and twice the input.
void symmetrize(Graph& graph);

} // namespace galois::inputs
