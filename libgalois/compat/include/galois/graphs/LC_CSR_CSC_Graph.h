/**
 * An LC_CSR_Graph that also knows the edges that lead to each node, as Galois has it. They are built
 * on demand, from the edges that leave the nodes, and share their data or hold copies of it.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/graphs/GraphOptions.h"
#include "galois/graphs/InEdgeSortIterator.h"
#include "galois/graphs/LC_CSR_Graph.h"
#include "galois/substrate/Atomics.h"

namespace galois::graphs {

template <typename NodeTy, typename EdgeTy, bool EdgeDataByValue, bool HasNoLockable,
          bool UseNumaAlloc, bool HasOutOfLineLockable, typename FileEdgeTy>
class LC_CSR_CSC_Graph;

namespace internal {
/// The graph with its parameters in the order of GraphOptions.
template <typename NodeTy, typename EdgeTy, bool HasNoLockable, bool UseNumaAlloc,
          bool HasOutOfLineLockable, bool EdgeDataByValue, typename FileEdgeTy>
using CsrCscGraph = LC_CSR_CSC_Graph<NodeTy, EdgeTy, EdgeDataByValue, HasNoLockable, UseNumaAlloc,
                                     HasOutOfLineLockable, FileEdgeTy>;
} // namespace internal

/// @tparam EdgeDataByValue  whether in-edges hold copies of the data, which is faster to read;
///                          otherwise they refer to the data of the edges. The other parameters are
///                          those of LC_CSR_Graph.
///
/// Thread-safety as LC_CSR_Graph.
template <typename NodeTy, typename EdgeTy, bool EdgeDataByValue = false,
          bool HasNoLockable = false, bool UseNumaAlloc = false, bool HasOutOfLineLockable = false,
          typename FileEdgeTy = EdgeTy>
class LC_CSR_CSC_Graph
    : public internal::CsrOptions<internal::CsrCscGraph, NodeTy, EdgeTy, HasNoLockable,
                                  UseNumaAlloc, HasOutOfLineLockable, EdgeDataByValue, FileEdgeTy> {
  using Base = typename LC_CSR_CSC_Graph::GraphOptions;
  static constexpr MethodFlag kFree = MethodFlag::UNPROTECTED;
  static constexpr bool kCopies = EdgeDataByValue && !std::is_void_v<EdgeTy>;

public:
  using Base::Base;
  using typename Base::edge_data_reference; ///< the data of an edge
  using typename Base::edge_iterator;       ///< an edge or an in-edge
  using typename Base::GraphNode;           ///< a node

  /// Discards the graph and allocates another one, without in-edges, as LC_CSR_Graph does.
  template <typename... Args>
  void allocateFrom(Args&&... args) {
    dropIncomingEdges();
    Base::allocateFrom(std::forward<Args>(args)...);
  }

  /// Builds the in-edges, in parallel and outside loops. The row of a node is in the order of the
  /// edges. To be called again when edges or, with copies, their data have changed. Takes
  /// O(nodes + edges * log max in-degree) time.
  /// @throws std::bad_alloc, or what a copy of edge data throws; then there are no in-edges
  void constructIncomingEdges();

  /// Discards the graph, reads another one from a `.gr` file, and builds its in-edges.
  /// @throws GraphError as readGraphFromGRFile(), and as constructIncomingEdges()
  void readAndConstructBiGraphFromGRFile(const std::string& filename) {
    dropIncomingEdges();
    this->readGraphFromGRFile(filename);
    constructIncomingEdges();
  }

  /// Reverses every edge, and the in-edges with them if there are any.
  void transpose(const char* region = nullptr) {
    const bool had = hasIncomingEdges();
    Base::transpose(region);
    if (had) {
      constructIncomingEdges();
    }
  }

  /// Returns whether the in-edges have been built.
  bool hasIncomingEdges() const noexcept { return in_.offset.size() != 0; }

  /// @name In-edges of a node, after constructIncomingEdges()
  ///@{

  /// Returns the first in-edge of node n. With a flag that takes locks, it locks n and all nodes
  /// from which its in-edges come.
  edge_iterator in_edge_begin(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    assert(hasIncomingEdges());
    if constexpr (!HasNoLockable) {
      if (runtime::shouldLock(flag) && runtime::getThreadContext() != nullptr) {
        this->lockNode(n, flag);
        for (std::uint64_t e = in_.offset[n]; e < in_.offset[std::size_t{n} + 1]; ++e) {
          this->lockNode(in_.source[e], flag);
        }
      }
    }
    return edge_iterator(in_.offset[n]);
  }
  /// Returns the position after the last in-edge of node n.
  edge_iterator in_edge_end(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    assert(hasIncomingEdges());
    this->lockNode(n, flag);
    return edge_iterator(in_.offset[std::size_t{n} + 1]);
  }
  /// Returns the in-edges of node n, for a range-for loop whose variable is an edge_iterator.
  auto in_edges(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    return galois::make_no_deref_range(in_edge_begin(n, flag), in_edge_end(n, flag));
  }
  /// Returns the node from which an in-edge comes.
  GraphNode getInEdgeDst(edge_iterator edge) const { return in_.source[*edge]; }
  /// Returns the data of an in-edge; a null pointer if edges have no data.
  edge_data_reference getInEdgeData(edge_iterator edge, MethodFlag = MethodFlag::UNPROTECTED) {
    if constexpr (kCopies) {
      return in_.data[*edge];
    } else if constexpr (std::is_void_v<EdgeTy>) {
      return nullptr;
    } else {
      return this->edgeData[in_.edge[*edge]];
    }
  }
  /// Returns the number of in-edges of node n.
  std::size_t getInDegree(GraphNode n) const {
    return in_.offset[std::size_t{n} + 1] - in_.offset[n];
  }
  /// Returns the first in-edge of n2 that comes from n1, or in_edge_end(n2). O(in-degree).
  edge_iterator findInEdge(GraphNode n1, GraphNode n2) const {
    return std::find_if(in_edge_begin(n2, kFree), in_edge_end(n2, kFree),
                        [&](std::uint64_t e) { return in_.source[e] == n1; });
  }
  /// Return the first in-edge of node n and the position after the last one, without locks. @{
  edge_iterator in_raw_begin(GraphNode n) const { return in_edge_begin(n, kFree); }
  edge_iterator in_raw_end(GraphNode n) const { return in_edge_end(n, kFree); }
  /// @}
  /// Return iterators over the in-edges of node n, for std::sort. They refer to an object with `dst`,
  /// the node from which an in-edge comes, and get(), its data. @{
  auto in_edge_sort_begin(GraphNode n) { return sortIterator(*in_raw_begin(n)); }
  auto in_edge_sort_end(GraphNode n) { return sortIterator(*in_raw_end(n)); }
  /// @}
  /// Sorts the in-edges of node n by the nodes from which they come.
  void sortInEdgesByDst(GraphNode n, MethodFlag flag = MethodFlag::WRITE) {
    in_edge_begin(n, flag); // takes the locks
    std::sort(in_edge_sort_begin(n), in_edge_sort_end(n),
              [](const auto& a, const auto& b) { return a.dst < b.dst; });
  }
  /// Does the same for all nodes, in parallel.
  void sortAllInEdgesByDst(MethodFlag flag = MethodFlag::WRITE) {
    galois::do_all(
        galois::iterate(std::uint32_t{0}, this->numNodes),
        [this, flag](std::uint32_t n) { sortInEdgesByDst(n, flag); }, galois::no_stats(),
        galois::steal());
  }
  ///@}

private:
  /// Returns an iterator at an in-edge.
  auto sortIterator(std::uint64_t at) {
    if constexpr (kCopies) {
      return internal::InEdgeSortIterator<GraphNode, EdgeTy, internal::DataInPlace>(
          in_.source.data() + at, in_.data.data() + at, nullptr);
    } else if constexpr (std::is_void_v<EdgeTy>) {
      return internal::InEdgeSortIterator<GraphNode, std::uint64_t, void>(
          in_.source.data() + at, in_.edge.data() + at, nullptr);
    } else {
      return internal::InEdgeSortIterator<GraphNode, std::uint64_t, EdgeTy>(
          in_.source.data() + at, in_.edge.data() + at, this->edgeData.data());
    }
  }

  /// The in-edges of node n are [offset[n], offset[n + 1]).
  struct InEdges {
    galois::LargeArray<std::uint64_t> offset;
    galois::LargeArray<std::uint32_t> source;
    galois::LargeArray<std::uint64_t> edge; ///< the edge that an in-edge is
    galois::LargeArray<std::conditional_t<kCopies, EdgeTy, void>> data;
  };

  void dropIncomingEdges() { in_ = InEdges(); }

  InEdges in_;
};

template <typename NodeTy, typename EdgeTy, bool EdgeDataByValue, bool HasNoLockable,
          bool UseNumaAlloc, bool HasOutOfLineLockable, typename FileEdgeTy>
void LC_CSR_CSC_Graph<NodeTy, EdgeTy, EdgeDataByValue, HasNoLockable, UseNumaAlloc,
                      HasOutOfLineLockable, FileEdgeTy>::constructIncomingEdges() {
  dropIncomingEdges();
  const std::uint32_t nodes = this->numNodes;
  const std::uint64_t edges = this->numEdges;
  const auto next = std::make_unique<galois::Atomic<std::uint64_t>[]>(nodes);
  // Relaxed throughout: the end of each loop orders it before the next.
  galois::do_all(
      galois::iterate(std::uint64_t{0}, edges),
      [&](std::uint64_t e) { next[this->edgeDst[e]].fetch_add(1, order::relaxed); },
      galois::no_stats());
  galois::LargeArray<std::uint64_t> offset;
  galois::LargeArray<std::uint64_t> edge;
  galois::LargeArray<std::uint32_t> source;
  offset.allocateInterleaved(std::size_t{nodes} + 1);
  edge.allocateInterleaved(edges);
  source.allocateInterleaved(edges);
  std::uint64_t sum = 0;
  for (std::uint32_t n = 0; n < nodes; ++n) {
    offset[n] = sum;
    sum += next[n].exchange(sum, order::relaxed);
  }
  offset[nodes] = sum;
  galois::do_all(
      galois::iterate(std::uint64_t{0}, edges),
      [&](std::uint64_t e) { edge[next[this->edgeDst[e]].fetch_add(1, order::relaxed)] = e; },
      galois::no_stats());
  // Sorted, so that the result does not depend on which thread was first.
  galois::do_all(
      galois::iterate(std::uint32_t{0}, nodes),
      [&](std::uint32_t n) {
        std::sort(edge.data() + offset[n], edge.data() + offset[std::size_t{n} + 1]);
      },
      galois::no_stats(), galois::steal());
  // The source of an edge is the first node whose row ends after it.
  const auto& ends = this->getEdgePrefixSum();
  galois::do_all(
      galois::iterate(std::uint64_t{0}, edges),
      [&](std::uint64_t i) {
        source[i] = static_cast<std::uint32_t>(std::upper_bound(ends.begin(), ends.end(), edge[i]) -
                                               ends.begin());
      },
      galois::no_stats());
  if constexpr (kCopies) {
    galois::LargeArray<EdgeTy> data;
    Base::allocate(data, edges);
    galois::do_all(
        galois::iterate(std::uint64_t{0}, edges),
        [&](std::uint64_t i) { Base::put(data, i, this->edgeData[edge[i]]); }, galois::no_stats());
    in_.data = std::move(data);
  } else {
    in_.edge = std::move(edge);
  }
  in_.source = std::move(source);
  in_.offset = std::move(offset);
}

} // namespace galois::graphs
