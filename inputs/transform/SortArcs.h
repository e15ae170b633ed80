#ifndef GALOIS_INPUTS_TRANSFORM_SORTARCS_H
#define GALOIS_INPUTS_TRANSFORM_SORTARCS_H

#include "inputs/Graph.h"

#include <cstdint>

namespace galois::inputs {

/// Sorts the arcs of each node by head, parallel arcs by weight. In place but for the arcs of one
/// node, O(nodes + arcs log degree).
void sortArcs(Graph& graph);

/// The same for the nodes [begin, end) only. Threads may sort nodes that they do not share at once.
void sortArcs(Graph& graph, uint64_t begin, uint64_t end);

} // namespace galois::inputs

#endif
