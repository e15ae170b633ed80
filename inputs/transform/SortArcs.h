#ifndef GALOIS_INPUTS_TRANSFORM_SORTARCS_H
#define GALOIS_INPUTS_TRANSFORM_SORTARCS_H

#include "inputs/Graph.h"

#include <cstdint>
#include <utility>

namespace galois::inputs {

/// Sorts the arcs of each node by head, parallel arcs by weight. In place but for the arcs of one
/// node, O(nodes + arcs log degree).
void sortArcs(Graph& graph);

/// The same for the nodes [begin, end) only. Threads may sort nodes that they do not share at once.
void sortArcs(Graph& graph, uint64_t begin, uint64_t end);

/// The arcs from one node to another, the lightest first, as a range of arc numbers: [first,
/// second). The arcs of `from` must be sorted. O(log degree).
std::pair<uint64_t, uint64_t> arcsBetween(const Graph& graph, uint32_t from, uint32_t to);

/// True if there is an arc from one node to the other of this weight (0 in a graph without
/// weights). The arcs of `from` must be sorted. O(log degree).
bool hasArc(const Graph& graph, uint32_t from, uint32_t to, uint64_t weight);

} // namespace galois::inputs

#endif
