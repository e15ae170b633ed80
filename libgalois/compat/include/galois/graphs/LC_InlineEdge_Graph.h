/**
 * Galois' LC_InlineEdge_Graph for programs that name it. Galois keeps the data of an edge beside its
 * destination; here it is an LC_CSR_Graph, whose arrays are as fast to walk. PackedCSR.h has
 * destinations and weights side by side.
 */
#ifndef GALOIS_GRAPHS_LC_INLINEEDGE_GRAPH_H
#define GALOIS_GRAPHS_LC_INLINEEDGE_GRAPH_H

#include "galois/graphs/LC_CSR_Graph.h"

namespace galois::graphs {

/// @tparam HasCompressedNodePtr  accepted for Galois' signature, without effect: a node always
///                               takes 4 bytes. The other parameters are those of LC_CSR_Graph.
template <typename NodeTy, typename EdgeTy, bool HasNoLockable = false, bool UseNumaAlloc = false,
          bool HasOutOfLineLockable = false, bool HasCompressedNodePtr = false,
          typename FileEdgeTy = EdgeTy>
class LC_InlineEdge_Graph : public LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc,
                                                HasOutOfLineLockable, FileEdgeTy> {
  using Base =
      LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, FileEdgeTy>;

public:
  using Base::Base;

  /// The same graph with ids.
  template <bool>
  struct with_id {
    using type = LC_InlineEdge_Graph; ///< that graph
  };
  /// The same graph with another size of nodes.
  template <bool B>
  struct with_compressed_node_ptr {
    using type = LC_InlineEdge_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc,
                                     HasOutOfLineLockable, B, FileEdgeTy>; ///< that graph
  };
  /// The same graph with other node data.
  template <typename T>
  struct with_node_data {
    using type = LC_InlineEdge_Graph<T, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable,
                                     HasCompressedNodePtr, FileEdgeTy>; ///< that graph
  };
  /// The same graph with other edge data.
  template <typename T>
  struct with_edge_data {
    using type = LC_InlineEdge_Graph<NodeTy, T, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable,
                                     HasCompressedNodePtr, FileEdgeTy>; ///< that graph
  };
  /// The same graph with other edge data in the file.
  template <typename T>
  struct with_file_edge_data {
    using type = LC_InlineEdge_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc,
                                     HasOutOfLineLockable, HasCompressedNodePtr, T>; ///< that graph
  };
  /// The same graph with locks or without.
  template <bool B>
  struct with_no_lockable {
    using type = LC_InlineEdge_Graph<NodeTy, EdgeTy, B, UseNumaAlloc, HasOutOfLineLockable,
                                     HasCompressedNodePtr, FileEdgeTy>; ///< that graph
  };
  /// The same graph with other placement.
  template <bool B>
  struct with_numa_alloc {
    using type = LC_InlineEdge_Graph<NodeTy, EdgeTy, HasNoLockable, B, HasOutOfLineLockable,
                                     HasCompressedNodePtr, FileEdgeTy>; ///< that graph
  };
  /// The same graph with another place of the locks.
  template <bool B>
  struct with_out_of_line_lockable {
    using type = LC_InlineEdge_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, B,
                                     HasCompressedNodePtr, FileEdgeTy>; ///< that graph
  };
};

} // namespace galois::graphs

#endif
