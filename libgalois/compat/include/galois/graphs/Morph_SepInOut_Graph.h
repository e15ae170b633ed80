/**
 * Galois' Morph_SepInOut_Graph for programs that name it: a MorphGraph in which the in-edges of a
 * node are in a list of their own. MorphGraph keeps them so anyway.
 */
#ifndef GALOIS_GRAPHS_MORPH_SEPINOUT_GRAPH_H
#define GALOIS_GRAPHS_MORPH_SEPINOUT_GRAPH_H

#include "galois/graphs/MorphGraph.h"

namespace galois::graphs {

/// The parameters are those of MorphGraph.
template <typename NodeTy, typename EdgeTy, bool Directional, bool InOut = false,
          bool HasNoLockable = false, bool SortedNeighbors = false, typename FileEdgeTy = EdgeTy>
using Morph_SepInOut_Graph =
    MorphGraph<NodeTy, EdgeTy, Directional, InOut, HasNoLockable, SortedNeighbors, FileEdgeTy>;

} // namespace galois::graphs

#endif
