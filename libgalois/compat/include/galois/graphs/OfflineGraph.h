/**
 * Galois' OfflineGraph: a `.gr` file whose nodes and edges are read from the file one by one, each
 * time they are used. It takes hardly any memory, so programs can look at parts of graphs that are
 * larger than memory. To use a whole graph, load it (ReadGraph.h) or map it (FileGraph.h).
 *
 * Thread-safety: all functions may be called by several threads at once.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>

#include "galois/NoDerefIterator.h"
#include "galois/SharedMemSys.h"
#include "galois/graphs/GrFile.h"
#include "galois/graphs/GraphHelpers.h"
#include "galois/substrate/Atomics.h"

namespace galois::graphs {

/// A graph that stays in its file. Nodes and edges are numbered from 0. Every access to an edge or to
/// the edges of a node is a call of the operating system, and fails with a GraphError if the file is
/// corrupt there.
class OfflineGraph {
public:
  using GraphNode = std::uint64_t;                               ///< a node
  using iterator = boost::counting_iterator<std::uint64_t>;      ///< iterates over nodes
  using edge_iterator = boost::counting_iterator<std::uint64_t>; ///< an edge
  using NodeRange = std::pair<iterator, iterator>;               ///< consecutive nodes
  using EdgeRange = std::pair<edge_iterator, edge_iterator>;     ///< consecutive edges
  using GraphRange = std::pair<NodeRange, EdgeRange>;            ///< nodes and their edges

  /// Opens a file, and checks its header against its size.
  /// @throws GraphError with a message that says what is wrong with the file
  explicit OfflineGraph(const std::string& filename) : file_(filename) {}
  OfflineGraph(const OfflineGraph&) = delete;
  OfflineGraph& operator=(const OfflineGraph&) = delete;
  ~OfflineGraph() = default;

  /// Returns the number of nodes.
  std::size_t size() const noexcept { return file_.layout().header.numNodes; }
  /// Returns the number of edges.
  std::size_t sizeEdges() const noexcept { return file_.layout().header.numEdges; }
  /// Returns the number of bytes of data per edge.
  std::size_t edgeSize() const noexcept { return file_.layout().header.edgeSize; }
  iterator begin() const noexcept { return iterator(0); }    ///< returns the first node
  iterator end() const noexcept { return iterator(size()); } ///< returns the end of the nodes

  /// Returns the index after the last edge of node n: the graph is its own prefix sum.
  /// @throws GraphError if it is not an index of an edge, or if the file cannot be read
  std::uint64_t operator[](GraphNode n) const;
  /// Returns the first edge of node n. @throws GraphError as operator[]
  edge_iterator edge_begin(GraphNode n) const { return edge_iterator(n == 0 ? 0 : (*this)[n - 1]); }
  /// Returns the position after the last edge of node n.
  /// @throws GraphError as operator[], or if it lies before the first edge
  edge_iterator edge_end(GraphNode n) const { return edgesOf(n).second; }
  /// Returns the edges of node n, for a range-for loop whose variable is an edge_iterator.
  /// @throws GraphError as edge_end()
  auto edges(GraphNode n) const {
    const EdgeRange range = edgesOf(n);
    return galois::make_no_deref_range(range.first, range.second);
  }
  auto out_edges(GraphNode n) const { return edges(n); } ///< the same as edges()
  /// Returns the number of edges of node n. @throws GraphError as edge_end()
  std::size_t getDegree(GraphNode n) const {
    const EdgeRange range = edgesOf(n);
    return *range.second - *range.first;
  }
  /// Returns the node to which an edge leads. @throws GraphError if there is no such node, or if the
  /// file cannot be read
  GraphNode getEdgeDst(edge_iterator edge) const;
  /// Returns the data of an edge. @throws GraphError if the file's edge data does not have the size
  /// of T, or if the file cannot be read
  template <typename T>
  T getEdgeData(edge_iterator edge) const {
    static_assert(std::is_trivially_copyable_v<T>);
    T data{};
    readEdgeData(*edge, &data, sizeof(T));
    return data;
  }

  /// Returns part `id` of `total` when the nodes are split so that nodeSize * nodes + edgeSize *
  /// edges is about the same in each part: {node range, edge range}. Reads O(log n) entries.
  /// @param scaleFactor  relative size of each part; empty: all the same
  GraphRange divideByNode(std::size_t nodeSize, std::size_t edgeSize, std::size_t id,
                          std::size_t total, const std::vector<unsigned>& scaleFactor = {}) const {
    return divideNodesBinarySearch(std::uint64_t{size()}, sizeEdges(), nodeSize, edgeSize, id,
                                   total, *this, scaleFactor);
  }

  /// Returns the number of reads of the file since it was opened or since the counters were reset.
  std::uint64_t num_seeks() const noexcept { return reads_.load(galois::order::relaxed); }
  /// Returns the number of bytes that these reads took from the file.
  std::uint64_t num_bytes_read() const noexcept { return bytes_.load(galois::order::relaxed); }
  /// Resets both counters to 0.
  void reset_seek_counters() noexcept {
    reads_.store(0, galois::order::relaxed);
    bytes_.store(0, galois::order::relaxed);
  }

private:
  EdgeRange edgesOf(GraphNode n) const;
  void readEdgeData(std::uint64_t edge, void* to, std::size_t bytes) const;
  void read(void* to, std::size_t bytes, std::uint64_t offset) const;

  internal::GrFile file_;
  mutable galois::Atomic<std::uint64_t> reads_{0};
  mutable galois::Atomic<std::uint64_t> bytes_{0};
};

} // namespace galois::graphs
