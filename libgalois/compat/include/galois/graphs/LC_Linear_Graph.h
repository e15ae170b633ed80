/**
 * Galois' LC_Linear_Graph for programs that name it. Galois keeps a node, its edges and their data
 * side by side; here it is an LC_CSR_Graph, whose arrays are as fast to walk. PackedCSR.h has
 * destinations and weights side by side.
 */
#ifndef GALOIS_GRAPHS_LC_LINEAR_GRAPH_H
#define GALOIS_GRAPHS_LC_LINEAR_GRAPH_H

#include <cassert>

#include "galois/graphs/LC_CSR_Graph.h"

namespace galois::graphs {

/// @tparam HasId  accepted for Galois' signature: nodes always have ids, see getId(). The other
///                parameters are those of LC_CSR_Graph.
template <typename NodeTy, typename EdgeTy, bool HasNoLockable = false, bool UseNumaAlloc = false,
          bool HasOutOfLineLockable = false, bool HasId = false, typename FileEdgeTy = EdgeTy>
class LC_Linear_Graph : public LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc,
                                            HasOutOfLineLockable, FileEdgeTy> {
  using Base =
      LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, FileEdgeTy>;

public:
  using Base::Base;
  using typename Base::GraphNode; ///< a node

  /// The same graph with ids.
  template <bool B>
  struct with_id {
    using type = LC_Linear_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable,
                                 B, FileEdgeTy>; ///< that graph
  };
  /// The same graph with other node data.
  template <typename T>
  struct with_node_data {
    using type = LC_Linear_Graph<T, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable,
                                 HasId, FileEdgeTy>; ///< that graph
  };
  /// The same graph with other edge data.
  template <typename T>
  struct with_edge_data {
    using type = LC_Linear_Graph<NodeTy, T, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable,
                                 HasId, FileEdgeTy>; ///< that graph
  };
  /// The same graph with other edge data in the file.
  template <typename T>
  struct with_file_edge_data {
    using type = LC_Linear_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable,
                                 HasId, T>; ///< that graph
  };
  /// The same graph with locks or without.
  template <bool B>
  struct with_no_lockable {
    using type = LC_Linear_Graph<NodeTy, EdgeTy, B, UseNumaAlloc, HasOutOfLineLockable, HasId,
                                 FileEdgeTy>; ///< that graph
  };
  /// The same graph with other placement.
  template <bool B>
  struct with_numa_alloc {
    using type = LC_Linear_Graph<NodeTy, EdgeTy, HasNoLockable, B, HasOutOfLineLockable, HasId,
                                 FileEdgeTy>; ///< that graph
  };
  /// The same graph with another place of the locks.
  template <bool B>
  struct with_out_of_line_lockable {
    using type = LC_Linear_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, B, HasId,
                                 FileEdgeTy>; ///< that graph
  };

  /// Returns the number of a node in the file, counted from 0.
  std::size_t getId(GraphNode n) const {
    assert(n < this->size());
    return n;
  }
  /// Returns the node that has this number, which is less than size().
  GraphNode getNode(std::size_t id) const {
    assert(id < this->size());
    return static_cast<GraphNode>(id);
  }
};

} // namespace galois::graphs

#endif
