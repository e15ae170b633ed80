/**
 * Galois' LC_InlineEdge_Graph for programs that name it. Galois keeps the data of an edge beside its
 * destination; here it is an LC_CSR_Graph, whose arrays are as fast to walk. PackedCSR.h has
 * destinations and weights side by side.
 */
#pragma once

#include "galois/graphs/GraphOptions.h"

namespace galois::graphs {

/// @tparam HasCompressedNodePtr  accepted for Galois' signature, without effect: a node always
///                               takes 4 bytes. The other parameters are those of LC_CSR_Graph.
template <typename NodeTy, typename EdgeTy, bool HasNoLockable = false, bool UseNumaAlloc = false,
          bool HasOutOfLineLockable = false, bool HasCompressedNodePtr = false,
          typename FileEdgeTy = EdgeTy>
class LC_InlineEdge_Graph
    : public internal::CsrOptions<LC_InlineEdge_Graph, NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc,
                                  HasOutOfLineLockable, HasCompressedNodePtr, FileEdgeTy> {
  using Base = typename LC_InlineEdge_Graph::GraphOptions;

public:
  using Base::Base;

  /// The same graph with another size of nodes.
  template <bool B>
  using with_compressed_node_ptr = typename Base::template WithFlag<B>;
};

} // namespace galois::graphs
