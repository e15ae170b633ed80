/**
 * Galois' MorphHyperGraph for programs that name it: a hypergraph whose nodes, hyperedges and pins
 * change while loops run.
 *
 * It is a MorphGraph. A hyperedge is a node of it, and a pin, which says that a node belongs to a
 * hyperedge, is an edge from the hyperedge to the node. So the abstract lock of a hyperedge protects
 * its pins, and with InOut a node knows its hyperedges.
 */
#pragma once

#include "galois/graphs/MorphGraph.h"

namespace galois::graphs {

/// The parameters are those of MorphGraph. NodeTy is the data of nodes and of hyperedges.
template <typename NodeTy, typename EdgeTy, bool Directional, bool InOut = false,
          bool HasNoLockable = false, bool SortedNeighbors = false, typename FileEdgeTy = EdgeTy>
using MorphHyperGraph =
    MorphGraph<NodeTy, EdgeTy, Directional, InOut, HasNoLockable, SortedNeighbors, FileEdgeTy>;

} // namespace galois::graphs
