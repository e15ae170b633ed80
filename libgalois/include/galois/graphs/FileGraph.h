/**
 * A graph as it lies in a `.gr` file (GrFormat.h), mapped into memory and used in place.
 *
 * FileGraph is how graphs enter and leave the program: it reads and writes files, checks that they
 * are what they claim to be, and hands out nodes and edges. To compute on a graph, load it into a
 * LC_CSR_Graph (ReadGraph.h): its accessors are faster and it has data on its nodes.
 *
 * Many threads may read one FileGraph at once. Everything that changes it (loading, sorting,
 * assigning) wants it alone.
 */
#ifndef GALOIS_GRAPHS_FILEGRAPH_H
#define GALOIS_GRAPHS_FILEGRAPH_H

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/iterator/counting_iterator.hpp>

#include "galois/NoDerefIterator.h"
#include "galois/graphs/Details.h"
#include "galois/graphs/GrFormat.h"
#include "galois/graphs/GraphError.h"
#include "galois/graphs/MappedMemory.h"

namespace galois::graphs {

/// A read-mostly graph in the layout of a `.gr` file. Nodes and edges are numbered from 0; the
/// edges of node n are those in [*edge_begin(n), *edge_end(n)).
class FileGraph {
public:
  using GraphNode = std::uint64_t;
  using iterator = boost::counting_iterator<std::uint64_t>;
  using edge_iterator = boost::counting_iterator<std::uint64_t>;
  using neighbor_iterator = const std::uint32_t*;
  using node_id_iterator = const std::uint32_t*;
  using edge_id_iterator = const std::uint64_t*;
  using NodeRange = std::pair<iterator, iterator>;
  using EdgeRange = std::pair<edge_iterator, edge_iterator>;
  using GraphRange = std::pair<NodeRange, EdgeRange>;

  FileGraph() noexcept = default;
  /// A copy in plain memory, whatever the original is mapped from.
  FileGraph(const FileGraph& other) { copyFrom(other, other.edgeSize_); }
  FileGraph(FileGraph&& other) noexcept { swap(other); }
  FileGraph& operator=(FileGraph other) noexcept {
    swap(other);
    return *this;
  }
  ~FileGraph() = default;

  /// Maps a `.gr` file. The header and the edge index are checked: a pass over 8 bytes a node.
  /// Destinations are not yet, see checkDestinations().
  /// @throws GraphError that says what is wrong with the file
  void fromFile(const std::string& filename);

  /// Maps a `.gr` file and brings all of it into memory with all active threads.
  /// @tparam EdgeTy  what the file must have on its edges; void: anything, edge data stays out
  /// @throws GraphError as fromFile, or if edge data is not of EdgeTy's size
  template <typename EdgeTy>
  void fromFileInterleaved(const std::string& filename) {
    fromFile(filename);
    if constexpr (!std::is_void_v<EdgeTy>) checkEdgeSize(sizeof(EdgeTy));
    pageIn(!std::is_void_v<EdgeTy>);
  }

  /// Maps only some nodes and some edges of a file, e.g. those that divideByNode or divideByEdge of
  /// the whole graph gave. Ids stay those of the whole graph. An edge outside the edge range is not
  /// there, even if its node is. Destinations may be nodes that are not.
  /// @param numaMap  bring the parts into memory now, with all active threads
  /// @throws GraphError as fromFile, or if a range is not inside the graph
  void partFromFile(const std::string& filename, NodeRange nodes, EdgeRange edges,
                    bool numaMap = false);

  /// Becomes a copy of another graph's nodes and edges with fresh, zeroed edge data of type T.
  /// @return the edge data, entry i for edge i; valid while this graph lives
  template <typename T>
  T* fromGraph(const FileGraph& graph) {
    static_assert(std::is_void_v<T> || std::is_trivially_copyable_v<T>);
    copyFrom(graph, internal::kSizeOrZero<T>);
    return static_cast<T*>(static_cast<void*>(edgeData_));
  }

  /// Writes the graph as a `.gr` file: first under a temporary name beside it, which is then
  /// renamed. What is no regular file (a pipe, /dev/stdout) is written directly.
  /// @param version  1 or 2; 0: 1 unless there are more than 2^32 - 1 nodes
  /// @throws GraphError if that fails (nothing is left behind then), if the graph is only a part of
  ///         one, or does not fit the version
  void toFile(const std::string& filename, unsigned version = 0) const;

  /// Checks that edges [first, last) lead to nodes that exist: a fast pass over the destinations.
  /// For threads that share the check of a graph, as those that fill a LC_CSR_Graph do.
  /// @throws GraphError that names the first bad edge
  void checkDestinations(std::uint64_t first, std::uint64_t last) const;
  /// Checks the destinations of all edges held, and remembers that they are right.
  void checkDestinations();

  /// Checks that edges carry `bytes` bytes of data.
  /// @throws GraphError that says what they carry
  void checkEdgeSize(std::size_t bytes) const;

  /// Nodes held: all of the graph's, or those of the part.
  std::size_t size() const noexcept { return numNodes_; }
  /// Edges held.
  std::size_t sizeEdges() const noexcept { return numEdges_; }
  /// Bytes of data an edge carries.
  std::size_t edgeSize() const noexcept { return edgeSize_; }
  /// 1 if destinations are held as 32-bit words, 2 if as 64-bit words.
  std::uint64_t version() const noexcept { return version_; }
  /// The file it came from, quoted, or a phrase that says that it came from none: for messages.
  const std::string& name() const noexcept { return name_; }

  /// True if node n is among those held.
  bool containsNode(GraphNode n) const noexcept {
    return n >= nodeOffset_ && n - nodeOffset_ < numNodes_;
  }
  iterator begin() const noexcept { return iterator(nodeOffset_); }
  iterator end() const noexcept { return iterator(nodeOffset_ + numNodes_); }

  /// First edge of node n. O(1), as all accessors of single edges.
  edge_iterator edge_begin(GraphNode n) const {
    assert(containsNode(n));
    return edge_iterator(n == nodeOffset_ ? edgeOffset_ : clampEdge(edgeEnd_[n - nodeOffset_ - 1]));
  }
  /// One past the last edge of node n.
  edge_iterator edge_end(GraphNode n) const {
    assert(containsNode(n));
    return edge_iterator(clampEdge(edgeEnd_[n - nodeOffset_]));
  }
  /// The edges of node n, for a range-for loop whose variable is an edge_iterator.
  auto edges(GraphNode n) const { return galois::make_no_deref_range(edge_begin(n), edge_end(n)); }
  auto out_edges(GraphNode n) const { return edges(n); }
  /// Number of edges of node n.
  std::size_t getDegree(GraphNode n) const { return *edge_end(n) - *edge_begin(n); }
  /// For programs that call it before getDegree; degrees need no preparation here.
  void initNodeDegrees() const noexcept {}

  GraphNode getEdgeDst(edge_iterator edge) const {
    assert(containsEdge(*edge));
    const std::uint64_t at = *edge - edgeOffset_;
    return version_ == 1 ? static_cast<const std::uint32_t*>(dst_)[at]
                         : static_cast<const std::uint64_t*>(dst_)[at];
  }
  /// The data of an edge, as the type that the file was written with. Changing it never changes
  /// the file.
  template <typename EdgeTy>
  EdgeTy& getEdgeData(edge_iterator edge) const {
    assert(containsEdge(*edge) && sizeof(EdgeTy) == edgeSize_);
    return edge_data_begin<EdgeTy>()[*edge - edgeOffset_];
  }
  /// The data of the first edge from src to dst. O(degree). @throws GraphError if there is none
  template <typename EdgeTy>
  EdgeTy& getEdgeData(GraphNode src, GraphNode dst) const {
    return getEdgeData<EdgeTy>(findEdgeOrThrow(src, dst));
  }
  /// True if there is an edge from src to dst. O(degree).
  bool hasNeighbor(GraphNode src, GraphNode dst) const {
    return findEdge(src, dst) != edge_end(src);
  }

  /// The destinations of n's edges as plain words. Version 1 only (@throws GraphError).
  neighbor_iterator neighbor_begin(GraphNode n) const {
    return node_id_begin() + (*edge_begin(n) - edgeOffset_);
  }
  neighbor_iterator neighbor_end(GraphNode n) const {
    return node_id_begin() + (*edge_end(n) - edgeOffset_);
  }
  /// The destinations of all edges held. Version 1 only (@throws GraphError).
  node_id_iterator node_id_begin() const;
  node_id_iterator node_id_end() const { return node_id_begin() + numEdges_; }
  /// For each node held, the index one past its last edge, counted over the whole graph.
  edge_id_iterator edge_id_begin() const noexcept { return edgeEnd_; }
  edge_id_iterator edge_id_end() const noexcept { return edgeEnd_ + numNodes_; }
  /// The data of all edges held.
  template <typename EdgeTy>
  EdgeTy* edge_data_begin() const {
    return reinterpret_cast<EdgeTy*>(edgeData_);
  }
  template <typename EdgeTy>
  EdgeTy* edge_data_end() const {
    return edge_data_begin<EdgeTy>() + numEdges_;
  }

  /// Sorts the edges of node n by a comparison of EdgeSortValue<GraphNode, EdgeTy>. Threads may
  /// sort different nodes at once. O(d log d).
  template <typename EdgeTy, typename Comp>
  void sortEdges(GraphNode n, const Comp& comp) {
    const std::uint64_t at = *edge_begin(n) - edgeOffset_;
    EdgeTy* data = nullptr;
    if constexpr (!std::is_void_v<EdgeTy>) data = edge_data_begin<EdgeTy>() + at;
    if (version_ == 1)
      internal::sortEdgeRow<GraphNode>(static_cast<std::uint32_t*>(dst_) + at, data, getDegree(n),
                                       comp);
    else
      internal::sortEdgeRow<GraphNode>(static_cast<std::uint64_t*>(dst_) + at, data, getDegree(n),
                                       comp);
  }
  /// Sorts the edges of node n by a comparison of their data.
  template <typename EdgeTy, typename Comp = std::less<EdgeTy>>
  void sortEdgesByEdgeData(GraphNode n, const Comp& comp = Comp()) {
    using Value = EdgeSortValue<GraphNode, EdgeTy>;
    sortEdges<EdgeTy>(n, [&comp](const Value& a, const Value& b) { return comp(a.data, b.data); });
  }

  /// Part `id` of `total` when the nodes are split so that nodeSize * nodes + edgeSize * edges is
  /// about the same in each part. Parts hold whole rows and cover every node once. O(log n).
  GraphRange divideByNode(std::size_t nodeSize, std::size_t edgeSize, std::size_t id,
                          std::size_t total) const;
  /// Part `id` of `total` when the edges are split evenly, through rows if need be: the edges of
  /// the part, and the nodes that they belong to, so that neighbouring parts may share a node. The
  /// sizes are there for Galois' signature and change nothing. O(log n).
  GraphRange divideByEdge(std::size_t nodeSize, std::size_t edgeSize, std::size_t id,
                          std::size_t total) const;

  /// Forgets what num_bytes_read() counted.
  void reset_byte_counters() noexcept { bytesMapped_ = 0; }
  /// Bytes of files that this graph has mapped since it was made or the counter was reset.
  std::uint64_t num_bytes_read() const noexcept { return bytesMapped_; }

  void swap(FileGraph& other) noexcept;

protected:
  /// Becomes a graph in plain memory: index, destinations and edge data all zero.
  void allocate(std::uint64_t version, std::uint64_t edgeSize, std::uint64_t numNodes,
                std::uint64_t numEdges);
  std::uint64_t* edgeEnds() noexcept { return edgeEnd_; }
  void* destinations() noexcept { return dst_; }
  char* edgeBytes() noexcept { return edgeData_; }
  /// For builders that have checked every destination themselves.
  void setDestinationsChecked() noexcept { destinationsChecked_ = true; }

private:
  void copyFrom(const FileGraph& other, std::uint64_t edgeSize);
  void useImage(const GrLayout& layout);
  void checkIndex(std::uint64_t indexed, std::uint64_t floor, bool whole) const;
  void pageIn(bool withEdgeData) const;
  edge_iterator findEdge(GraphNode src, GraphNode dst) const;
  edge_iterator findEdgeOrThrow(GraphNode src, GraphNode dst) const;
  bool containsEdge(std::uint64_t e) const noexcept {
    return e >= edgeOffset_ && e - edgeOffset_ < numEdges_;
  }
  std::uint64_t clampEdge(std::uint64_t e) const noexcept {
    return std::clamp(e, edgeOffset_, edgeOffset_ + numEdges_);
  }

  // One mapping for a whole file; index, destinations and edge data apart for a part of one.
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
  std::uint64_t totalNodes_ = 0; ///< of the whole graph, also if this is a part
  std::uint64_t bytesMapped_ = 0;
  bool destinationsChecked_ = true;
  std::string name_ = "a graph in memory";
};

namespace internal {

/// The number of nodes of a graph that is to have 32-bit node ids.
/// @param name  of the graph, for the message
/// @throws GraphError if they do not suffice: at most 2^32 - 1 nodes, so that their number fits too
std::uint32_t nodesFor32BitIds(std::uint64_t nodes, const std::string& name);

} // namespace internal
} // namespace galois::graphs

#include "galois/graphs/FileGraphWriter.h"

#endif
