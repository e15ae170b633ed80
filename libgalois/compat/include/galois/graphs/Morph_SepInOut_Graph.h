/**
 * Galois' Morph_SepInOut_Graph: a MorphGraph in which the in-edges of a node are in a list of their
 * own. MorphGraph keeps them so anyway. What differs is findInEdge().
 */
#pragma once

#include "galois/graphs/MorphGraph.h"

namespace galois::graphs {

/// The parameters are those of MorphGraph.
template <typename NodeTy, typename EdgeTy, bool Directional, bool InOut = false,
          bool HasNoLockable = false, bool SortedNeighbors = false, typename FileEdgeTy = EdgeTy>
class Morph_SepInOut_Graph : public MorphGraph<NodeTy, EdgeTy, Directional, InOut, HasNoLockable,
                                               SortedNeighbors, FileEdgeTy> {
  using Base =
      MorphGraph<NodeTy, EdgeTy, Directional, InOut, HasNoLockable, SortedNeighbors, FileEdgeTy>;
  template <typename N, typename E, bool D, bool I, bool L, bool S, typename F>
  struct Named {
    using type = Morph_SepInOut_Graph<N, E, D, I, L, S, F>;
  };
  template <typename N, typename E, typename F>
  using WithData = Named<N, E, Directional, InOut, HasNoLockable, SortedNeighbors, F>;
  template <bool D, bool I, bool L, bool S>
  using WithFlags = Named<NodeTy, EdgeTy, D, I, L, S, FileEdgeTy>;

public:
  using typename Base::GraphNode;        ///< a node
  using typename Base::in_edge_iterator; ///< an in-edge
  template <bool>                        /// The same graph.
  using with_id = WithData<NodeTy, EdgeTy, FileEdgeTy>;
  template <typename T> /// With other data of nodes.
  using with_node_data = WithData<T, EdgeTy, FileEdgeTy>;
  template <typename T> /// With other data of edges.
  using with_edge_data = WithData<NodeTy, T, FileEdgeTy>;
  template <typename T> /// With other data of edges in files.
  using with_file_edge_data = WithData<NodeTy, EdgeTy, T>;
  template <bool B> /// With or without locks.
  using with_no_lockable = WithFlags<Directional, InOut, B, SortedNeighbors>;
  template <bool B> /// The same type at once.
  using _with_no_lockable = typename with_no_lockable<B>::type;
  template <bool B> /// Directed or not.
  using with_directional = WithFlags<B, InOut, HasNoLockable, SortedNeighbors>;
  template <bool B> /// With in-edges or without.
  using with_in_edges = WithFlags<Directional, B, HasNoLockable, SortedNeighbors>;
  template <bool B> /// With sorted edges or not.
  using with_sorted_neighbors = WithFlags<Directional, InOut, HasNoLockable, B>;

  /// Returns the in-edge of dst that is the edge from src to dst, or in_edge_end(dst) if there is
  /// none. MorphGraph::findInEdge() takes the two nodes in the other order.
  in_edge_iterator findInEdge(GraphNode src, GraphNode dst,
                              MethodFlag flag = MethodFlag::WRITE) const {
    return Base::findInEdge(dst, src, flag);
  }
};

} // namespace galois::graphs
