/**
 * Galois' BufferedGraph: a `.gr` file, or some consecutive nodes of it, read into memory as they
 * are. Programs that build other structures from a graph, or that divide a graph between machines,
 * read files with it. Numbers of nodes and edges are always those of the whole graph.
 *
 * Thread-safety: threads may call const functions concurrently.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/iterator/counting_iterator.hpp>

#include "galois/NoDerefIterator.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/GrFile.h"
#include "galois/runtime/Statistics.h"

namespace galois::graphs {

/// @tparam EdgeDataType  data of an edge in the file; void: it is not used
template <typename EdgeDataType>
class BufferedGraph {
public:
  using EdgeIterator = boost::counting_iterator<std::uint64_t>; ///< iterates over numbers of edges
  using NodeIterator = boost::counting_iterator<std::uint64_t>; ///< iterates over nodes
  using GraphNode = std::uint64_t;                              ///< a node
  using edge_data_type = EdgeDataType;                          ///< the data of an edge

  /// Reads a whole file. What was held before stays if this fails.
  /// @throws GraphError with one line that says what is wrong with the file
  void loadGraph(const std::string& filename) {
    FileGraph mapped;
    mapped.fromFile(filename);
    take(mapped, mapped.size(), mapped.sizeEdges());
  }

  /// Reads nodes [nodeStart, nodeEnd) with their edges, which are [edgeStart, edgeEnd). What was held
  /// before stays if this fails.
  /// @param numGlobalNodes  number of nodes in the file
  /// @param numGlobalEdges  number of edges in the file
  /// @throws GraphError with one line that says what is wrong with the file, or which argument does
  ///         not fit it
  void loadPartialGraph(const std::string& filename, std::uint64_t nodeStart, std::uint64_t nodeEnd,
                        std::uint64_t edgeStart, std::uint64_t edgeEnd,
                        std::uint64_t numGlobalNodes, std::uint64_t numGlobalEdges) {
    internal::GrFile(filename).checkSize(numGlobalNodes, numGlobalEdges);
    FileGraph mapped;
    mapped.partFromFile(filename, {NodeIterator(nodeStart), NodeIterator(nodeEnd)},
                        {EdgeIterator(edgeStart), EdgeIterator(edgeEnd)});
    take(mapped, numGlobalNodes, numGlobalEdges);
  }

  /// Returns the number of nodes in the file, held or not.
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(globalNodes_); }
  /// Returns the number of edges in the file, held or not.
  std::size_t sizeEdges() const noexcept { return globalEdges_; }
  /// Returns the first node held.
  NodeIterator begin() const noexcept { return graph_.begin(); }
  /// Returns the end of the nodes held.
  NodeIterator end() const noexcept { return graph_.end(); }
  /// Returns the number of the first edge of a node. Nodes that are not held have no edges.
  EdgeIterator edgeBegin(std::uint64_t globalNodeID) const {
    return graph_.containsNode(globalNodeID) ? graph_.edge_begin(globalNodeID) : EdgeIterator(0);
  }
  /// Returns the number after the last edge of a node.
  EdgeIterator edgeEnd(std::uint64_t globalNodeID) const {
    return graph_.containsNode(globalNodeID) ? graph_.edge_end(globalNodeID) : EdgeIterator(0);
  }
  /// Returns the edges of a node, for a range-for loop whose variable is an EdgeIterator.
  auto edges(std::uint64_t globalNodeID) const {
    return galois::make_no_deref_range(edgeBegin(globalNodeID), edgeEnd(globalNodeID));
  }
  /// Returns the node to which an edge leads, given its number. The edge must be held.
  std::uint64_t edgeDestination(std::uint64_t globalEdgeID) const {
    return graph_.getEdgeDst(FileGraph::edge_iterator(globalEdgeID));
  }
  /// Returns the data of an edge, given its number. The edge must be held. Without edge data, returns
  /// an unsigned 0, so that programs may be templates over the type of the data.
  template <typename K = EdgeDataType>
  auto edgeData([[maybe_unused]] std::uint64_t globalEdgeID) const {
    static_assert(std::is_same_v<K, EdgeDataType>, "this graph has other edge data");
    if constexpr (std::is_void_v<K>) {
      return 0U;
    } else {
      return K(graph_.template getEdgeData<K>(FileGraph::edge_iterator(globalEdgeID)));
    }
  }

  /// Frees all memory. The graph has no nodes afterwards.
  void resetAndFree() {
    graph_ = FileGraph();
    globalNodes_ = globalEdges_ = 0;
  }

  /// Resets getBytesRead() to 0.
  void resetReadCounters() noexcept { bytesRead_ = 0; }
  /// Returns the bytes of files read since the object was made or since the counter was reset.
  std::uint64_t getBytesRead() const noexcept { return bytesRead_; }
  /// Reports this number as the statistic BytesRead of a region.
  void reportReadStats(const char* region = "BufferedGraph") const {
    runtime::reportStat_Single(region, "BytesRead", bytesRead_);
  }

private:
  /// Holds a copy in memory of what a graph has mapped.
  void take(FileGraph& mapped, std::uint64_t nodes, std::uint64_t edges) {
    if constexpr (!std::is_void_v<EdgeDataType>) {
      mapped.checkEdgeSize(sizeof(EdgeDataType));
    }
    mapped.checkDestinations();
    FileGraph copy(std::as_const(mapped));
    graph_.swap(copy);
    bytesRead_ += mapped.num_bytes_read();
    globalNodes_ = nodes;
    globalEdges_ = edges;
  }

  FileGraph graph_;
  std::uint64_t globalNodes_ = 0;
  std::uint64_t globalEdges_ = 0;
  std::uint64_t bytesRead_ = 0;
};

} // namespace galois::graphs
