#ifndef GALOIS_INPUTS_TRANSFORM_SYMMETRIZE_H
#define GALOIS_INPUTS_TRANSFORM_SYMMETRIZE_H

#include "inputs/Graph.h"

namespace galois::inputs {

/// Makes the graph undirected: the smallest graph that contains this one and has, for each arc u ->
/// v of weight w, an arc v -> u of weight w. An arc whose reverse with the same weight is there
/// already gets no new one; of k parallel arcs with j reverses, max(k, j) are there each way
/// afterwards. Doing it again changes nothing. The arcs of each node end up sorted by head and
/// weight.
///
/// A road with two weights, one each way, becomes two parallel edges; removeDuplicates() afterwards
/// leaves the lighter one.
///
/// O(nodes + arcs log degree); memory: the result and twice the input.
void symmetrize(Graph& graph);

} // namespace galois::inputs

#endif
