/** Sorts arcs, and searches sorted ones. */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>
#include <utility>

namespace galois::inputs {

/// Sorts the arcs of each node by head, and parallel arcs by weight. In place except for the arcs
/// of one node, in O(nodes + arcs log degree) time.
void sortArcs(Graph& graph);

/// Does the same for the nodes [begin, end) only. Threads may sort disjoint ranges at the same
/// time.
void sortArcs(Graph& graph, std::uint64_t begin, std::uint64_t end);

/// Returns the arcs from one node to another, the lightest first, as a range of arc numbers:
/// [first, second). The arcs of `from` must be sorted. Takes O(log degree) time.
std::pair<std::uint64_t, std::uint64_t> arcsBetween(const Graph& graph, std::uint32_t from,
                                                    std::uint32_t to);

/// Returns whether there is an arc of this weight (0 in a graph without weights) from one node to
/// the other. The arcs of `from` must be sorted. Takes O(log degree) time.
bool hasArc(const Graph& graph, std::uint32_t from, std::uint32_t to, std::uint64_t weight);

} // namespace galois::inputs
