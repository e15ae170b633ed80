/**
 * Galois' LC_Linear_Graph for programs that name it. Galois keeps a node, its edges and their data
 * side by side; here it is an LC_CSR_Graph, whose arrays are as fast to walk. PackedCSR.h has
 * destinations and weights side by side.
 */
#pragma once

#include <cassert>

#include "galois/graphs/GraphOptions.h"

namespace galois::graphs {

/// @tparam HasId  accepted for Galois' signature: nodes always have ids, see getId(). The other
///                parameters are those of LC_CSR_Graph.
template <typename NodeTy, typename EdgeTy, bool HasNoLockable = false, bool UseNumaAlloc = false,
          bool HasOutOfLineLockable = false, bool HasId = false, typename FileEdgeTy = EdgeTy>
class LC_Linear_Graph
    : public internal::CsrOptions<LC_Linear_Graph, NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc,
                                  HasOutOfLineLockable, HasId, FileEdgeTy> {
  using Base = typename LC_Linear_Graph::GraphOptions;

public:
  using Base::Base;
  using typename Base::GraphNode; ///< a node

  /// The same graph with ids.
  template <bool B>
  using with_id = typename Base::template WithFlag<B>;

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
