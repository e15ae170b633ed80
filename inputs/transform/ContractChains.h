/** Replaces chains of nodes by arcs. */
#pragma once

#include "inputs/Graph.h"

namespace galois::inputs {

/// Removes the nodes of chains, and adds an arc with the sum of the weights from one end of a chain
/// to the other. A node is of a chain if it has two neighbours, different from itself and each other,
/// and either one arc from one and one to the other, or one from and one to both. Shortest paths
/// between the nodes that are left have the same lengths. Chains that lead back to where they begin
/// leave no arc, and circles without another node stay. The arcs of a node are in the order of the
/// arcs that they replace. Takes O(nodes + arcs) time, and memory for the arcs twice.
/// @throws InputError  for a graph without weights, and for a sum of over 63 bits
void contractChains(Graph& graph);

} // namespace galois::inputs
