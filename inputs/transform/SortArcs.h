#ifndef GALOIS_INPUTS_TRANSFORM_SORTARCS_H
#define GALOIS_INPUTS_TRANSFORM_SORTARCS_H

#include "inputs/Graph.h"

namespace galois::inputs {

/// Sorts the arcs of each node by head, parallel arcs by weight. In place but for the arcs of one
/// node, O(nodes + arcs log degree).
void sortArcs(Graph& graph);

} // namespace galois::inputs

#endif
