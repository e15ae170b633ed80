/**
 * Galois' options of a graph type: the same graph with one other template argument. Graph classes
 * derive from them, and so does each graph that they name.
 */
#pragma once

#include "galois/graphs/LC_CSR_Graph.h"

namespace galois::graphs::internal {

/// The options of Graph, which has the template arguments of LC_CSR_Graph and one flag of its own
/// before the last of them.
/// @tparam Base  the class from which Graph derives besides
template <template <typename, typename, bool, bool, bool, bool, typename> class Graph, class Base,
          typename NodeTy, typename EdgeTy, bool HasNoLockable, bool UseNumaAlloc,
          bool HasOutOfLineLockable, bool Flag, typename FileEdgeTy>
class GraphOptions : public Base {
  template <typename N, typename E, bool Lock, bool Numa, bool Line, bool F, typename File>
  struct Named {
    using type = Graph<N, E, Lock, Numa, Line, F, File>;
  };
  template <bool Lock, bool Numa, bool Line, bool F>
  using WithFlags = Named<NodeTy, EdgeTy, Lock, Numa, Line, F, FileEdgeTy>;
  template <typename N, typename E, typename File>
  using WithData = Named<N, E, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, Flag, File>;

public: /// The same graph with other data, or with another flag. @{
  template <bool>
  using with_id = WithData<NodeTy, EdgeTy, FileEdgeTy>;
  template <typename T>
  using with_node_data = WithData<T, EdgeTy, FileEdgeTy>;
  template <typename T>
  using with_edge_data = WithData<NodeTy, T, FileEdgeTy>;
  template <typename T>
  using with_file_edge_data = WithData<NodeTy, EdgeTy, T>;
  template <bool B>
  using with_no_lockable = WithFlags<B, UseNumaAlloc, HasOutOfLineLockable, Flag>;
  template <bool B>
  using _with_no_lockable = typename with_no_lockable<B>::type;
  template <bool B>
  using with_numa_alloc = WithFlags<HasNoLockable, B, HasOutOfLineLockable, Flag>;
  template <bool B>
  using _with_numa_alloc = typename with_numa_alloc<B>::type;
  template <bool B>
  using with_out_of_line_lockable = WithFlags<HasNoLockable, UseNumaAlloc, B, Flag>;
  /// @}
  using Base::Base;

protected:
  /// The same graph with another flag of its own.
  template <bool B>
  using WithFlag = WithFlags<HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, B>;
};

/// The base of a graph that derives from nothing else.
struct NoGraph {};

/// The options of a graph that derives from LC_CSR_Graph.
template <template <typename, typename, bool, bool, bool, bool, typename> class Graph,
          typename NodeTy, typename EdgeTy, bool HasNoLockable, bool UseNumaAlloc,
          bool HasOutOfLineLockable, bool Flag, typename FileEdgeTy>
using CsrOptions = GraphOptions<
    Graph,
    LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, FileEdgeTy>,
    NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, Flag, FileEdgeTy>;

} // namespace galois::graphs::internal
