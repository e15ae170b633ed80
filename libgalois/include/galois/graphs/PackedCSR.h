/**
 * A read-only graph for inner loops that always use an edge's destination and weight together. Its
 * rows are arrays of {destination, weight} records, so a short row takes one cache line instead of
 * two in the separate arrays of LC_CSR_Graph. Row offsets take 4 bytes if there are fewer than 2^32
 * edges, so that twice as many fit into the cache. Without weights, PackedCSR<void>, an edge takes
 * 4 bytes and has weight 1.
 *
 * readGraph(graph, file) fills it in parallel. After that it is const, so any thread may use it at
 * any time. Applications keep node data in their own arrays, indexed by node.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/iterator/counting_iterator.hpp>
#include <boost/range/iterator_range.hpp>

#include "galois/LargeArray.h"
#include "galois/graphs/Details.h"
#include "galois/graphs/FileGraph.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::graphs {

/// A weighted edge. It takes 8 bytes with 32-bit weights.
template <typename Weight>
struct PackedEdge {
  std::uint32_t dst; ///< the node to which it leads
  Weight weight;     ///< its weight
};

/// An edge without a weight. It takes 4 bytes.
template <>
struct PackedEdge<void> {
  std::uint32_t dst;                         ///< the node to which it leads
  static constexpr std::uint32_t weight = 1; ///< lets loops for weighted graphs accept this, too
};

/// @tparam WeightTy  type of the weights in the file. std::uint64_t and double also accept files
///                   with std::uint32_t and float. void: no weights, whatever the file contains
template <typename WeightTy = std::uint32_t>
class PackedCSR {
  static_assert(std::is_arithmetic_v<WeightTy> || std::is_void_v<WeightTy>);

public: /// The types that Galois names. @{
  using read_tag = read_default_graph_tag;
  using GraphNode = std::uint32_t;
  using Weight = WeightTy;
  using Edge = PackedEdge<Weight>;
  using edge_data_type = Weight;
  using file_edge_data_type = Weight;
  using iterator = boost::counting_iterator<std::uint32_t>;
  /// @}
  std::size_t size() const noexcept { return numNodes_; }       ///< returns the number of nodes
  std::size_t sizeEdges() const noexcept { return numEdges_; }  ///< returns the number of edges
  iterator begin() const noexcept { return iterator(0); }       ///< returns the first node
  iterator end() const noexcept { return iterator(numNodes_); } ///< returns the end of the nodes

  /// Return the first edge of node n and the position after its last edge. O(1). Arguments are
  /// checked only in debug builds. @{
  const Edge* rowBegin(GraphNode n) const { return edges_.data() + offset(n); }
  const Edge* rowEnd(GraphNode n) const { return edges_.data() + offset(std::size_t{n} + 1); } //!@}
  /// Returns the edges of node n.
  boost::iterator_range<const Edge*> edges(GraphNode n) const {
    substrate::charge(substrate::Work::kEdge, getDegree(n));
    chargeRow(n, rowBegin(n), rowEnd(n));
    return {rowBegin(n), rowEnd(n)};
  }
  /// Charges the simulated machine for reading n's offset and the edges [first, end) of its row.
  void chargeRow(GraphNode n, const Edge* first, const Edge* end) const {
    const auto* offset = wide_ ? static_cast<const void*>(offset64_.data() + n)
                               : static_cast<const void*>(offset32_.data() + n);
    substrate::chargeRow(offset, 1);
    substrate::chargeRow(first, static_cast<std::size_t>(end - first) * sizeof(Edge));
  }
  /// Returns all edges, row after row.
  boost::iterator_range<const Edge*> edges() const {
    return {edges_.data(), edges_.data() + numEdges_};
  }
  std::size_t getDegree(GraphNode n) const {
    return static_cast<std::size_t>(offset(std::size_t{n} + 1) - offset(n));
  } ///< returns the number of edges of node n

  /// Prefetches the offsets of n's row. Call it well before prefetchEdges(n).
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchRow(GraphNode n) const {
    if (wide_) {
      __builtin_prefetch(offset64_.data() + n);
    } else {
      __builtin_prefetch(offset32_.data() + n);
    }
  }
  /// Prefetches both ends of n's row, which is the whole row if it fits into one cache line. Reads
  /// the offsets, so it waits until prefetchRow(n) has completed.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchEdges(GraphNode n) const {
    const Edge* first = rowBegin(n);
    const Edge* end = rowEnd(n);
    __builtin_prefetch(first);
    __builtin_prefetch(end - (end != first ? 1 : 0));
  }
  /// @name Functions that readGraph calls, see ReadGraph.h
  ///@{

  /// Allocates memory for the graph and discards the previous contents.
  /// @param wideOffsets  use 8 bytes per row offset even if 4 are sufficient
  /// @throws GraphError if there are too many nodes for 32-bit ids, or not enough memory
  void allocateFrom(const FileGraph& graph, bool wideOffsets = false);
  /// Fills part tid of total. Every part must be filled.
  /// @param readUnweighted  make every weight 1, whatever the file contains; no effect without
  ///                        weights
  /// @throws GraphError if the file's edge data does not have the size of a weight, or if a
  ///         destination does not exist
  void constructFrom(const FileGraph& graph, unsigned tid, unsigned total,
                     bool readUnweighted = false);
  ///@}

private:
  template <typename W>
  friend PackedCSR<W> transpose(const PackedCSR<W>& graph);
  template <typename W, typename Offset>
  friend class ArrayPacker; // see FromArrays.h

  /// Allocates memory in an empty graph. The offset of row 0 is set; everything else is
  /// uninitialised.
  /// @throws std::bad_alloc if there is not enough memory
  void allocate(std::uint32_t nodes, std::uint64_t edges, bool wideOffsets);

  std::uint64_t offset(std::size_t n) const {
    assert(n <= numNodes_);
    return wide_ ? offset64_[n] : offset32_[n];
  }
  void setOffset(std::size_t n, std::uint64_t e) {
    if (wide_) {
      offset64_[n] = e;
    } else {
      offset32_[n] = static_cast<std::uint32_t>(e);
    }
  }

  // Entry n is the index of the first edge of node n, for n in [0, numNodes_]. Only one of the two
  // arrays is in use.
  galois::LargeArray<std::uint32_t> offset32_;
  galois::LargeArray<std::uint64_t> offset64_;
  galois::LargeArray<Edge> edges_;
  bool wide_ = false;
  std::uint32_t numNodes_ = 0;
  std::uint64_t numEdges_ = 0;
  /// Owns the memory of a graph that does not, such as a mapped file; else null.
  std::shared_ptr<const void> keeper_;
};

namespace internal {

/// Whether there is a type of half the size whose values Weight represents exactly.
template <typename Weight>
inline constexpr bool kHasHalf =
    std::is_same_v<Weight, std::uint64_t> || std::is_same_v<Weight, double>;

/// Returns the weight of edge e in a file whose weights have the type Weight or the type of half
/// its size.
template <typename Weight>
Weight weightOf(const FileGraph& graph, std::uint64_t e) {
  if constexpr (kHasHalf<Weight>) {
    using Half = std::conditional_t<std::is_same_v<Weight, double>, float, std::uint32_t>;
    if (graph.edgeSize() == sizeof(Half)) {
      return graph.edge_data_begin<Half>()[e];
    }
  }
  return graph.edge_data_begin<Weight>()[e];
}

} // namespace internal

template <typename WeightTy>
void PackedCSR<WeightTy>::allocate(std::uint32_t nodes, std::uint64_t edges, bool wideOffsets) {
  PackedCSR fresh;
  fresh.wide_ = wideOffsets || edges > std::numeric_limits<std::uint32_t>::max();
  if (fresh.wide_) {
    fresh.offset64_.allocateInterleaved(std::size_t{nodes} + 1);
  } else {
    fresh.offset32_.allocateInterleaved(std::size_t{nodes} + 1);
  }
  fresh.edges_.allocateInterleaved(edges);
  fresh.numNodes_ = nodes;
  fresh.numEdges_ = edges;
  fresh.setOffset(0, 0);
  *this = std::move(fresh);
}

template <typename WeightTy>
void PackedCSR<WeightTy>::allocateFrom(const FileGraph& graph, bool wideOffsets) {
  *this = PackedCSR();
  const std::uint32_t nodes = internal::nodesFor32BitIds(graph.size(), graph.name());
  try {
    allocate(nodes, graph.sizeEdges(), wideOffsets);
  } catch (const std::bad_alloc&) {
    throw GraphError("out of memory: " + graph.name() + ", " + std::to_string(nodes) +
                     " nodes and " + std::to_string(graph.sizeEdges()) + " edges, does not fit");
  }
}

template <typename WeightTy>
void PackedCSR<WeightTy>::constructFrom(const FileGraph& graph, unsigned tid, unsigned total,
                                        bool readUnweighted) {
  if constexpr (!std::is_void_v<Weight>) {
    if (!readUnweighted &&
        !(internal::kHasHalf<Weight> && graph.edgeSize() == sizeof(Weight) / 2)) {
      graph.checkEdgeSize(sizeof(Weight));
    }
  }
  const auto [nodes, range] = graph.divideByNode(sizeof(std::uint32_t), sizeof(Edge), tid, total);
  graph.readIndex(*nodes.first, *nodes.second,
                  [this](std::uint64_t n, std::uint64_t end) { setOffset(n + 1, end); });
  graph.readEdges(*range.first, *range.second, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t e = first; e < last; ++e) {
      edges_[e].dst = static_cast<std::uint32_t>(graph.getEdgeDst(FileGraph::edge_iterator(e)));
      if constexpr (!std::is_void_v<Weight>) {
        edges_[e].weight = readUnweighted ? Weight{1} : internal::weightOf<Weight>(graph, e);
      }
    }
  });
}

} // namespace galois::graphs
