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
class Morph_SepInOut_Graph : public MorphGraph<NodeTy, EdgeTy, Directional, InOut, HasNoLockable,
                                               SortedNeighbors, FileEdgeTy> {
public:
  /// The same graph with ids.
  template <bool>
  struct with_id {
    using type = Morph_SepInOut_Graph; ///< that graph
  };
  /// The same graph with other node data.
  template <typename T>
  struct with_node_data {
    using type = Morph_SepInOut_Graph<T, EdgeTy, Directional, InOut, HasNoLockable, SortedNeighbors,
                                      FileEdgeTy>; ///< that graph
  };
  /// The same graph with other edge data.
  template <typename T>
  struct with_edge_data {
    using type = Morph_SepInOut_Graph<NodeTy, T, Directional, InOut, HasNoLockable, SortedNeighbors,
                                      FileEdgeTy>; ///< that graph
  };
  /// The same graph with other edge data in the file.
  template <typename T>
  struct with_file_edge_data {
    using type = Morph_SepInOut_Graph<NodeTy, EdgeTy, Directional, InOut, HasNoLockable,
                                      SortedNeighbors, T>; ///< that graph
  };
  /// The same graph with locks or without.
  template <bool B>
  struct with_no_lockable {
    using type = Morph_SepInOut_Graph<NodeTy, EdgeTy, Directional, InOut, B, SortedNeighbors,
                                      FileEdgeTy>; ///< that graph
  };
  /// The same graph with locks or without.
  template <bool B>
  using _with_no_lockable = typename with_no_lockable<B>::type;
  /// The same graph with another direction of edges.
  template <bool B>
  struct with_directional {
    using type = Morph_SepInOut_Graph<NodeTy, EdgeTy, B, InOut, HasNoLockable, SortedNeighbors,
                                      FileEdgeTy>; ///< that graph
  };
  /// The same graph with in-edges or without.
  template <bool B>
  struct with_in_edges {
    using type = Morph_SepInOut_Graph<NodeTy, EdgeTy, Directional, B, HasNoLockable,
                                      SortedNeighbors, FileEdgeTy>; ///< that graph
  };
  /// The same graph with sorted edges or unsorted ones.
  template <bool B>
  struct with_sorted_neighbors {
    using type = Morph_SepInOut_Graph<NodeTy, EdgeTy, Directional, InOut, HasNoLockable, B,
                                      FileEdgeTy>; ///< that graph
  };
};

} // namespace galois::graphs

#endif
