/**
 * A graph in the layout of a `.gr` file (GrFormat.h), mapped into memory and used in place.
 *
 * FileGraph reads and writes files, checks that they are valid, and gives access to their nodes and
 * edges. To compute on a graph, load it into an LC_CSR_Graph (ReadGraph.h), which has faster
 * accessors and node data.
 *
 * Several threads may read a FileGraph concurrently. All operations that change it (loading,
 * sorting, assigning) need exclusive access.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iostream> // programs written for Galois expect it
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>

#include "galois/Bag.h"
#include "galois/Endian.h"
#include "galois/NoDerefIterator.h"
#include "galois/PODResizeableArray.h"
#include "galois/SharedMemSys.h"
#include "galois/graphs/Details.h"
#include "galois/graphs/GrFormat.h"
#include "galois/graphs/GraphError.h"
#include "galois/graphs/MappedMemory.h"

namespace galois::graphs {

/// A graph in the layout of a `.gr` file, which is rarely changed. Nodes and edges are numbered
/// from 0; the edges of node n are those in [*edge_begin(n), *edge_end(n)).
class FileGraph {
public: /// The types of nodes, edges, and positions and ranges of them. @{
  using GraphNode = std::uint64_t;
  using iterator = boost::counting_iterator<std::uint64_t>;
  using edge_iterator = boost::counting_iterator<std::uint64_t>;
  using neighbor_iterator = const std::uint32_t*;
  using node_id_iterator = const std::uint32_t*;
  using edge_id_iterator = const std::uint64_t*;
  using NodeRange = std::pair<iterator, iterator>;
  using EdgeRange = std::pair<edge_iterator, edge_iterator>;
  using GraphRange = std::pair<NodeRange, EdgeRange>;
  /// @}
  FileGraph() noexcept = default;
  /// Copies a graph to plain memory, whether or not the original is mapped from a file.
  FileGraph(const FileGraph& other) { copyFrom(other, other.edgeSize_); }
  FileGraph(FileGraph&& other) noexcept { swap(other); } ///< moves a graph
  FileGraph& operator=(FileGraph other) noexcept {
    swap(other);
    return *this;
  } ///< copies or moves a graph
  ~FileGraph() = default;

  /// Maps a `.gr` file. Checks the header and the edge index, which reads 8 bytes per node. Does
  /// not check the destinations: see checkDestinations().
  /// @throws GraphError with a message that says what is wrong with the file
  void fromFile(const std::string& filename);

  /// Maps a `.gr` file and loads all of it into memory, using all active threads.
  /// @tparam EdgeTy  type of the file's edge data; void: any type, edge data is not loaded
  /// @throws GraphError as fromFile, or if edge data does not have the size of EdgeTy
  template <typename EdgeTy>
  void fromFileInterleaved(const std::string& filename) {
    fromFile(filename);
    if constexpr (!std::is_void_v<EdgeTy>) {
      checkEdgeSize(sizeof(EdgeTy));
    }
    pageIn(!std::is_void_v<EdgeTy>);
  }

  /// Maps only some nodes and edges of a file, for instance those that divideByNode or divideByEdge
  /// of the whole graph returned. Ids are still those of the whole graph. Edges outside the edge
  /// range are missing even if their nodes are mapped. Destinations may be nodes that are not
  /// mapped.
  /// @param numaMap  whether to load the parts into memory now, using all active threads
  /// @throws GraphError as fromFile, or if a range is not inside the graph
  void partFromFile(const std::string& filename, NodeRange nodes, EdgeRange edges,
                    bool numaMap = false);

  /// Makes this a copy of another graph's nodes and edges, with new, zeroed edge data of type T.
  /// @return the edge data, entry i for edge i; valid while this graph exists
  template <typename T>
  T* fromGraph(const FileGraph& graph) {
    static_assert(std::is_void_v<T> || std::is_trivially_copyable_v<T>);
    copyFrom(graph, internal::kSizeOrZero<T>);
    return static_cast<T*>(static_cast<void*>(edgeData_));
  }

  /// Writes the graph as a `.gr` file, under a temporary name in the same folder that is then
  /// renamed. A file that is not regular (a pipe, /dev/stdout) is written directly.
  /// @param version  1 or 2; 0: 1 unless there are more than 2^32 - 1 nodes
  /// @throws GraphError if writing fails (no file is left then), if this is only a part of a graph,
  ///         or if the graph does not fit the version
  void toFile(const std::string& filename, unsigned version = 0) const;

  /// Checks that the destinations of edges [first, last) exist, in one fast pass. Threads that fill
  /// a graph together can divide the check among them.
  /// @throws GraphError that names the first invalid edge
  void checkDestinations(std::uint64_t first, std::uint64_t last) const;
  /// Checks the destinations of all edges held, and remembers that they are valid.
  void checkDestinations();

  /// Checks that each edge has `bytes` bytes of data.
  /// @throws GraphError that says how many bytes each edge has
  void checkEdgeSize(std::size_t bytes) const;

  /// Makes readGraph() give back the memory of a mapped file as it reads it, so that it never holds
  /// the file and the graph at the same time. The file stays mapped and can be read again, but
  /// changes of it are lost: who changes a graph that may do this calls it with false before. Has no
  /// effect on graphs in plain memory, nor on copies of this one.
  void releaseWhenRead(bool releases = true) noexcept { releasing_ = releases; }
  /// Gives back the memory of the whole graph if releaseWhenRead() says so. Any thread may call
  /// it, and others may read the graph meanwhile.
  void release() const noexcept;
  /// For those who copy a graph: calls copy(n, end) for nodes [first, last), where `end` is the
  /// index after the last edge of node n. Gives back what was read if releaseWhenRead() says so.
  template <typename Copy>
  void readIndex(std::uint64_t first, std::uint64_t last, const Copy& copy) const {
    inBlocks(first, last, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t n = begin; n < end; ++n) {
        copy(n, edgeEnd_[n - nodeOffset_]);
      }
      releaseIndex(begin, end);
    });
  }
  /// For those who copy a graph: calls copy(begin, end) for edges [begin, end), block after block,
  /// which together are [first, last). Their destinations have been checked just before, so that
  /// copying finds them in the cache. Gives back what was read if releaseWhenRead() says so.
  /// @throws GraphError that names the first invalid edge
  template <typename Copy>
  void readEdges(std::uint64_t first, std::uint64_t last, const Copy& copy) const {
    constexpr std::uint64_t kCached = std::uint64_t{1} << 15;
    inBlocks(first, last, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t e = begin; e < end; e += kCached) {
        checkDestinations(e, std::min(end, e + kCached));
        copy(e, std::min(end, e + kCached));
      }
      releaseEdges(begin, end);
    });
  }

  /// Returns the number of nodes held: all nodes of the graph or those of the part.
  std::size_t size() const noexcept { return numNodes_; }
  /// Returns the number of edges held.
  std::size_t sizeEdges() const noexcept { return numEdges_; }
  /// Returns the number of bytes of data per edge.
  std::size_t edgeSize() const noexcept { return edgeSize_; }
  /// Returns 1 if destinations are 32-bit words, and 2 if they are 64-bit words.
  std::uint64_t version() const noexcept { return version_; }
  /// Returns, for messages, the quoted name of the file, or a phrase that says that the graph is
  /// not from a file.
  const std::string& name() const noexcept { return name_; }

  /// Returns whether node n is among those held.
  bool containsNode(GraphNode n) const noexcept {
    return n >= nodeOffset_ && n - nodeOffset_ < numNodes_;
  }
  iterator begin() const noexcept { return iterator(nodeOffset_); } ///< the first node held
  iterator end() const noexcept { return iterator(nodeOffset_ + numNodes_); } ///< their end

  /// Returns the first edge of node n. O(1), like all accessors of single edges.
  edge_iterator edge_begin(GraphNode n) const {
    assert(containsNode(n));
    return edge_iterator(n == nodeOffset_ ? edgeOffset_ : clampEdge(edgeEnd_[n - nodeOffset_ - 1]));
  }
  /// Returns the position after the last edge of node n.
  edge_iterator edge_end(GraphNode n) const {
    assert(containsNode(n));
    return edge_iterator(clampEdge(edgeEnd_[n - nodeOffset_]));
  }
  /// Returns the edges of node n, for a range-for loop whose variable is an edge_iterator.
  auto edges(GraphNode n) const { return galois::make_no_deref_range(edge_begin(n), edge_end(n)); }
  auto out_edges(GraphNode n) const { return edges(n); } ///< the same as edges()
  /// Returns the number of edges of node n.
  std::size_t getDegree(GraphNode n) const { return *edge_end(n) - *edge_begin(n); }
  /// Does nothing. It exists for programs that call it before getDegree, which needs no preparation
  /// here.
  void initNodeDegrees() const noexcept {}
  /// Returns the node to which an edge leads.
  GraphNode getEdgeDst(edge_iterator edge) const {
    assert(containsEdge(*edge));
    const std::uint64_t at = *edge - edgeOffset_;
    return version_ == 1 ? static_cast<const std::uint32_t*>(dst_)[at]
                         : static_cast<const std::uint64_t*>(dst_)[at];
  }
  /// Returns the data of an edge. EdgeTy must be the type with which the file was written. Changes
  /// of the data never reach the file.
  template <typename EdgeTy>
  EdgeTy& getEdgeData(edge_iterator edge) const {
    assert(containsEdge(*edge) && sizeof(EdgeTy) == edgeSize_);
    return edge_data_begin<EdgeTy>()[*edge - edgeOffset_];
  }
  /// Returns the data of the first edge from src to dst. O(degree).
  /// @throws GraphError if there is no such edge
  template <typename EdgeTy>
  EdgeTy& getEdgeData(GraphNode src, GraphNode dst) const {
    return getEdgeData<EdgeTy>(findEdgeOrThrow(src, dst));
  }
  /// Returns whether there is an edge from src to dst. O(degree).
  bool hasNeighbor(GraphNode src, GraphNode dst) const {
    return findEdge(src, dst) != edge_end(src);
  }

  /// Returns the destinations of n's edges as plain words.
  /// @throws GraphError unless the version is 1 @{
  neighbor_iterator neighbor_begin(GraphNode n) const {
    return node_id_begin() + (*edge_begin(n) - edgeOffset_);
  }
  neighbor_iterator neighbor_end(GraphNode n) const {
    return node_id_begin() + (*edge_end(n) - edgeOffset_);
  } /// @}
  /// Return the destinations of all edges held.
  /// @throws GraphError unless the version is 1 @{
  node_id_iterator node_id_begin() const;
  node_id_iterator node_id_end() const { return node_id_begin() + numEdges_; } /// @}
  /// Return, for each node held, the index after its last edge, counted over the whole graph.
  edge_id_iterator edge_id_begin() const noexcept { return edgeEnd_; }
  edge_id_iterator edge_id_end() const noexcept { return edgeEnd_ + numNodes_; } ///< their end
  /// Returns the data of all edges held. @{
  template <typename EdgeTy>
  EdgeTy* edge_data_begin() const {
    return reinterpret_cast<EdgeTy*>(edgeData_);
  }
  template <typename EdgeTy>
  EdgeTy* edge_data_end() const {
    return edge_data_begin<EdgeTy>() + numEdges_;
  }
  /// @}
  /// Sorts the edges of node n by a comparison of EdgeSortValue<GraphNode, EdgeTy>. Threads may
  /// sort different nodes concurrently. O(d log d) for degree d.
  template <typename EdgeTy, typename Comp>
  void sortEdges(GraphNode n, const Comp& comp) {
    const std::uint64_t at = *edge_begin(n) - edgeOffset_;
    EdgeTy* data = nullptr;
    if constexpr (!std::is_void_v<EdgeTy>) {
      data = edge_data_begin<EdgeTy>() + at;
    }
    if (version_ == 1) {
      internal::sortEdgeRow<GraphNode>(static_cast<std::uint32_t*>(dst_) + at, data, getDegree(n),
                                       comp);
    } else {
      internal::sortEdgeRow<GraphNode>(static_cast<std::uint64_t*>(dst_) + at, data, getDegree(n),
                                       comp);
    }
  }
  /// Sorts the edges of node n by a comparison of their data.
  template <typename EdgeTy, typename Comp = std::less<EdgeTy>>
  void sortEdgesByEdgeData(GraphNode n, const Comp& comp = Comp()) {
    using Value = EdgeSortValue<GraphNode, EdgeTy>;
    sortEdges<EdgeTy>(n, [&comp](const Value& a, const Value& b) { return comp(a.data, b.data); });
  }

  /// Returns part `id` of `total` when the nodes are split so that nodeSize * nodes + edgeSize *
  /// edges is about the same in each part. Parts contain whole rows and cover every node once.
  /// O(log n).
  GraphRange divideByNode(std::size_t nodeSize, std::size_t edgeSize, std::size_t id,
                          std::size_t total) const;
  /// Returns part `id` of `total` when the edges are split evenly, if necessary within rows. A part
  /// consists of its edges and of the nodes to which they belong, so adjacent parts may share a
  /// node. The two sizes exist for Galois' signature and have no effect. O(log n).
  GraphRange divideByEdge(std::size_t nodeSize, std::size_t edgeSize, std::size_t id,
                          std::size_t total) const;

  /// Resets num_bytes_read() to 0.
  void reset_byte_counters() noexcept { bytesMapped_ = 0; }
  /// Returns the bytes of files that this graph has mapped since it was made or since the counter
  /// was reset.
  std::uint64_t num_bytes_read() const noexcept { return bytesMapped_; }
  /// Exchanges two graphs.
  void swap(FileGraph& other) noexcept;

protected:
  /// Makes this a graph in plain memory whose index, destinations and edge data are all zero.
  void allocate(std::uint64_t version, std::uint64_t edgeSize, std::uint64_t numNodes,
                std::uint64_t numEdges);
  std::uint64_t* edgeEnds() noexcept { return edgeEnd_; } ///< the index
  void* destinations() noexcept { return dst_; }          ///< the destinations
  char* edgeBytes() noexcept { return edgeData_; }        ///< the edge data
  /// Records that all destinations are valid. For builders that have checked them.
  void setDestinationsChecked() noexcept { destinationsChecked_ = true; }

private:
  void copyFrom(const FileGraph& other, std::uint64_t edgeSize);
  void useImage(const GrLayout& layout);
  void checkIndex(std::uint64_t indexed, std::uint64_t floor, bool whole) const;
  void pageIn(bool withEdgeData) const;
  void releaseIndex(std::uint64_t first, std::uint64_t last) const noexcept;
  void releaseEdges(std::uint64_t first, std::uint64_t last) const noexcept;
  /// Calls visit(begin, end) for blocks of [first, last) that are worth a system call each.
  template <typename Visit>
  static void inBlocks(std::uint64_t first, std::uint64_t last, const Visit& visit) {
    constexpr std::uint64_t kBlock = std::uint64_t{1} << 18;
    for (; first < last; first += std::min(kBlock, last - first)) {
      visit(first, std::min(last, first + kBlock));
    }
  }
  edge_iterator findEdge(GraphNode src, GraphNode dst) const;
  edge_iterator findEdgeOrThrow(GraphNode src, GraphNode dst) const;
  bool containsEdge(std::uint64_t e) const noexcept {
    return e >= edgeOffset_ && e - edgeOffset_ < numEdges_;
  }
  std::uint64_t clampEdge(std::uint64_t e) const noexcept {
    return std::clamp(e, edgeOffset_, edgeOffset_ + numEdges_);
  }

  // Holds one mapping for a whole file, or separate mappings of index, destinations and edge data
  // for a part.
  std::array<MappedMemory, 3> memory_;
  std::uint64_t* edgeEnd_ = nullptr;
  void* dst_ = nullptr;
  char* edgeData_ = nullptr;
  std::uint64_t version_ = 1;
  std::uint64_t edgeSize_ = 0;
  std::uint64_t numNodes_ = 0;
  std::uint64_t numEdges_ = 0;
  std::uint64_t nodeOffset_ = 0;
  std::uint64_t edgeOffset_ = 0;
  std::uint64_t totalNodes_ = 0; ///< number of nodes of the whole graph, also if this is a part
  std::uint64_t bytesMapped_ = 0;
  bool destinationsChecked_ = true;
  bool releasing_ = false; ///< as releaseWhenRead() says
  std::string name_ = "a graph in memory";
};

namespace internal {

/// Returns `nodes` as a 32-bit number.
/// @param name  name of the graph, for the message
/// @throws GraphError if there are more than 2^32 - 1 nodes, since the number of nodes must fit,
///         too
std::uint32_t nodesFor32BitIds(std::uint64_t nodes, const std::string& name);

} // namespace internal

/**
 * A FileGraph under construction, edge by edge, in two passes over the edges. It is a usable
 * FileGraph after finish().
 *
 *     FileGraphWriter w;
 *     w.setNumNodes(n);
 *     w.setNumEdges<Weight>(m);
 *     w.phase1();
 *     for (edge) w.incrementDegree(edge.src);
 *     w.phase2();
 *     for (edge) w.addNeighbor<Weight>(edge.src, edge.dst, edge.weight);
 *     w.finish();
 *     w.toFile("out.gr");
 *
 * The calls must come in this order. A count that does not match the announced number throws
 * GraphError. The edges of a row stay in the order in which they were added. Not thread-safe.
 */
class FileGraphWriter : public FileGraph {
public:
  /// Announces the number of nodes, which are numbered from 0.
  void setNumNodes(std::uint64_t n) { nodes_ = n; }
  /// Announces the number of edges and the type of their data.
  template <typename EdgeTy>
  void setNumEdges(std::uint64_t m) {
    static_assert(std::is_void_v<EdgeTy> || std::is_trivially_copyable_v<EdgeTy>);
    setNumEdges(m);
    setSizeofEdgeData(internal::kSizeOrZero<EdgeTy>);
  }
  void setNumEdges(std::uint64_t m) { edges_ = m; } ///< announces the number of edges
  /// Announces the number of bytes of data per edge, for callers that know the type only at run
  /// time.
  void setSizeofEdgeData(std::size_t bytes) { dataSize_ = bytes; }

  /// Allocates memory for the degrees.
  /// @throws std::bad_alloc if there is not enough memory
  void phase1();
  /// Announces `delta` more edges of node `id`.
  void incrementDegree(std::uint64_t id, std::uint64_t delta = 1);
  /// Lays out the rows.
  /// @throws GraphError if the degrees do not add up to the announced number of edges, or if there
  ///         is not enough memory
  void phase2();
  /// Adds an edge.
  /// @return its index in the array that finish<EdgeTy>() returns
  /// @throws GraphError if a node does not exist or src already has all its announced edges
  std::size_t addNeighbor(std::uint64_t src, std::uint64_t dst);
  /// Adds an edge with its data.
  template <typename EdgeTy>
  std::size_t addNeighbor(std::uint64_t src, std::uint64_t dst, const EdgeTy& data) {
    assert(sizeof(EdgeTy) == dataSize_);
    const std::size_t slot = addNeighbor(src, dst);
    std::memcpy(edgeBytes() + slot * sizeof(EdgeTy), &data, sizeof(EdgeTy));
    return slot;
  }
  /// Ends the construction.
  /// @return the edge data, entry i for edge i, which the caller may fill in or change
  /// @throws GraphError if an announced edge was not added
  template <typename EdgeTy>
  EdgeTy* finish() {
    finish();
    return static_cast<EdgeTy*>(static_cast<void*>(edgeBytes()));
  }
  void finish(); ///< the same, without edge data

private:
  std::uint64_t nodes_ = 0;
  std::uint64_t edges_ = 0;
  std::uint64_t dataSize_ = 0;
  std::vector<std::uint64_t> next_; ///< phase 1: degree of each node; phase 2: its next free slot
};

namespace internal {

/// Adds edge `e` of `in` to `w` as (src, dst), with its data if there is any.
template <typename EdgeTy>
void copyEdge(const FileGraph& in, FileGraph::edge_iterator e, std::uint64_t src, std::uint64_t dst,
              FileGraphWriter& w) {
  if constexpr (std::is_void_v<EdgeTy>) {
    w.addNeighbor(src, dst);
  } else {
    w.addNeighbor<EdgeTy>(src, dst, in.getEdgeData<EdgeTy>(e));
  }
}

/// Checks that P is a permutation of the nodes of `in`.
/// @throws GraphError if it is not
template <typename Permutation>
void checkPermutation(const FileGraph& in, const Permutation& P) {
  std::vector<bool> used(in.size());
  for (std::uint64_t n = 0; n < in.size(); ++n) {
    const auto to = static_cast<std::uint64_t>(P[n]);
    if (to >= in.size() || used[to]) {
      throw GraphError("permute: the new node numbers are not a permutation: node " +
                       std::to_string(n) + " is to become " + std::to_string(to));
    }
    used[to] = true;
  }
}

} // namespace internal

/// Makes `out` a copy of `in` to which the reverse of every edge is added, with the same data. No
/// edge is removed. A self loop equals its reverse and is not duplicated. O(nodes + edges).
/// @tparam EdgeTy  type of the edge data; void: out has none
/// @throws GraphError if the edge data of `in` has another size, or if a destination does not exist
template <typename EdgeTy>
void makeSymmetric(FileGraph& in, FileGraph& out) {
  if constexpr (!std::is_void_v<EdgeTy>) {
    in.checkEdgeSize(sizeof(EdgeTy));
  }
  in.checkDestinations();
  std::uint64_t loops = 0;
  for (auto n : in) {
    for (auto e : in.edges(n)) {
      loops += in.getEdgeDst(e) == n;
    }
  }

  FileGraphWriter w;
  w.setNumNodes(in.size());
  w.setNumEdges<EdgeTy>(2 * in.sizeEdges() - loops);
  w.phase1();
  for (auto n : in) {
    for (auto e : in.edges(n)) {
      const auto dst = in.getEdgeDst(e);
      w.incrementDegree(n);
      if (dst != n) {
        w.incrementDegree(dst);
      }
    }
  }
  w.phase2();
  for (auto n : in) {
    for (auto e : in.edges(n)) {
      const auto dst = in.getEdgeDst(e);
      internal::copyEdge<EdgeTy>(in, e, n, dst, w);
      if (dst != n) {
        internal::copyEdge<EdgeTy>(in, e, dst, n, w);
      }
    }
  }
  w.finish();
  out = std::move(w);
}

/// Makes `out` a copy of `in` in which node n is renamed to P[n]. Edges keep their order within a
/// row. O(nodes + edges).
/// @tparam EdgeTy  type of the edge data; void: out has none
/// @throws GraphError if P is not a permutation, or as makeSymmetric does
template <typename EdgeTy, typename Permutation>
void permute(FileGraph& in, const Permutation& P, FileGraph& out) {
  if constexpr (!std::is_void_v<EdgeTy>) {
    in.checkEdgeSize(sizeof(EdgeTy));
  }
  in.checkDestinations();
  internal::checkPermutation(in, P);

  FileGraphWriter w;
  w.setNumNodes(in.size());
  w.setNumEdges<EdgeTy>(in.sizeEdges());
  w.phase1();
  for (auto n : in) {
    w.incrementDegree(P[n], in.getDegree(n));
  }
  w.phase2();
  for (auto n : in) {
    for (auto e : in.edges(n)) {
      internal::copyEdge<EdgeTy>(in, e, P[n], P[in.getEdgeDst(e)], w);
    }
  }
  w.finish();
  out = std::move(w);
}

} // namespace galois::graphs
