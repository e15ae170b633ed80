/**
 * Galois' OCImmutableEdgeGraph: a graph whose edges stay in a file, and of which a program loads one
 * segment after the other. A segment is a range of consecutive nodes with their edges and in-edges.
 * The data of all nodes is in memory.
 *
 *     galois::graphs::readGraph(graph, "g.gr", "g.tgr");
 *     for (auto segment = graph.nextSegment(1 << 20); segment;
 *          segment = graph.nextSegment(segment, 1 << 20)) {
 *       graph.load(segment);
 *       ... graph.edges(segment, n) of its nodes ...
 *       graph.unload(segment);
 *     }
 *
 * Thread-safety: several threads may use loaded segments, and load and unload different ones.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/iterator/counting_iterator.hpp>

#include "galois/MethodFlags.h"
#include "galois/NoDerefIterator.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/GrFile.h"
#include "galois/graphs/LC_CSR_Graph.h"

namespace galois::graphs {

/// The read_tag of graphs whose edges stay in files.
struct read_oc_immutable_edge_graph_tag {};

/**
 * @tparam NodeTy         data of a node; void: none
 * @tparam EdgeTy         data of an edge, which cannot be changed; void: none
 * @tparam HasNoLockable  whether nodes have no abstract locks
 * @tparam FileEdgeTy     data of an edge in the files, which is converted to EdgeTy
 */
template <typename NodeTy, typename EdgeTy, bool HasNoLockable = false,
          typename FileEdgeTy = EdgeTy>
class OCImmutableEdgeGraph {
  /// The nodes with their data, locks and shares of threads: a graph without edges.
  using Nodes = LC_CSR_Graph<NodeTy, void, HasNoLockable>;
  static constexpr bool kReads = !std::is_void_v<EdgeTy> && !std::is_void_v<FileEdgeTy>;

public:
  using read_tag = read_oc_immutable_edge_graph_tag;               ///< how readGraph fills it
  using GraphNode = typename Nodes::GraphNode;                     ///< a node
  using node_data_type = NodeTy;                                   ///< the data of a node
  using edge_data_type = EdgeTy;                                   ///< the data of an edge
  using file_edge_data_type = FileEdgeTy;                          ///< the same in the files
  using node_data_reference = typename Nodes::node_data_reference; ///< a reference
  /// What getEdgeData() returns: a copy, since edges cannot be changed.
  using edge_data_reference = std::conditional_t<std::is_void_v<EdgeTy>, void*, EdgeTy>;
  using iterator = typename Nodes::iterator;                     ///< iterates over nodes
  using const_iterator = iterator;                               ///< the same
  using local_iterator = iterator;                               ///< the same
  using const_local_iterator = iterator;                         ///< the same
  using edge_iterator = boost::counting_iterator<std::uint64_t>; ///< an edge
  using in_edge_iterator = edge_iterator;                        ///< an in-edge

  /// The same graph with other node data.
  template <typename T>
  struct with_node_data {
    using type = OCImmutableEdgeGraph<T, EdgeTy, HasNoLockable, FileEdgeTy>; ///< that graph
  };
  /// The same graph with other edge data.
  template <typename T>
  struct with_edge_data {
    using type = OCImmutableEdgeGraph<NodeTy, T, HasNoLockable, FileEdgeTy>; ///< that graph
  };
  /// The same graph with other edge data in the files.
  template <typename T>
  struct with_file_edge_data {
    using type = OCImmutableEdgeGraph<NodeTy, EdgeTy, HasNoLockable, T>; ///< that graph
  };
  /// The same graph with locks or without.
  template <bool B>
  struct with_no_lockable {
    using type = OCImmutableEdgeGraph<NodeTy, EdgeTy, B, FileEdgeTy>; ///< that graph
  };

  /// Consecutive nodes, whose edges may be loaded. Copies refer to the same loaded edges.
  class segment_type {
  public:
    segment_type() = default; ///< a segment without nodes
    /// Returns whether the segment has nodes: false after the last segment of a graph.
    explicit operator bool() const noexcept { return begin_ != end_; }
    /// Returns whether the edges are loaded.
    bool loaded() const noexcept { return out_ != nullptr; }
    /// Returns whether node n is in the segment.
    bool containsNode(std::size_t n) const noexcept { return begin_ <= n && n < end_; }
    /// Returns the number of nodes.
    std::size_t size() const noexcept { return end_ - begin_; }

  private:
    friend class OCImmutableEdgeGraph;
    segment_type(std::uint64_t begin, std::uint64_t end) : begin_(begin), end_(end) {}

    std::uint64_t begin_ = 0;
    std::uint64_t end_ = 0;
    std::shared_ptr<const FileGraph> out_; ///< null unless loaded
    std::shared_ptr<const FileGraph> in_;
  };

  /// @name Nodes, all of which are in memory
  ///@{

  /// Returns the number of nodes.
  std::size_t size() const noexcept { return nodes_.size(); }
  /// Returns the number of edges.
  std::size_t sizeEdges() const noexcept { return out_ == nullptr ? 0 : out_->sizeEdges(); }
  iterator begin() const { return nodes_.begin(); } ///< returns the first node
  iterator end() const { return nodes_.end(); }     ///< returns the end of the nodes
  /// Returns the first node of the calling thread's share.
  local_iterator local_begin() const { return nodes_.local_begin(); }
  /// Returns the end of the calling thread's share.
  local_iterator local_end() const { return nodes_.local_end(); }
  /// Returns the first node of a segment.
  iterator begin(const segment_type& segment) const {
    return iterator(static_cast<GraphNode>(segment.begin_));
  }
  /// Returns the end of the nodes of a segment.
  iterator end(const segment_type& segment) const {
    return iterator(static_cast<GraphNode>(segment.end_));
  }
  /// Returns the data of a node; a null pointer if nodes have no data.
  node_data_reference getData(GraphNode n, MethodFlag flag = MethodFlag::WRITE) {
    return nodes_.getData(n, flag);
  }
  ///@}

  /// @name Segments
  ///@{

  /// Keeps all edges in memory: a segment that is loaded refers to them from now on, and unloading it
  /// frees nothing. @throws GraphError if a destination does not exist, or if memory is short
  void keepInMemory();
  /// Returns the segment that begins at node 0. It is not loaded yet.
  /// @param edges  the number of edges and in-edges that it may have; a segment that would be without
  ///               nodes has one node, whatever its edges
  segment_type nextSegment(std::size_t edges) const { return segmentFrom(0, edges); }
  /// Returns the segment that follows another one. It is not loaded yet, and has no nodes if the
  /// other one was the last.
  segment_type nextSegment(const segment_type& current, std::size_t edges) const {
    return segmentFrom(current.end_, edges);
  }
  /// Makes the edges of a segment available. No effect if they are.
  /// @throws GraphError if the file has changed, or if a destination does not exist
  void load(segment_type& segment) const;
  /// Frees the edges of a segment, when no copy of it needs them any more.
  void unload(segment_type& segment) const noexcept {
    segment.out_.reset();
    segment.in_.reset();
  }
  ///@}

  /// @name Edges of the nodes of a loaded segment
  ///@{

  /// Returns the first edge of a node. With a flag that takes locks, it locks the node and all nodes
  /// to which the edges lead.
  edge_iterator edge_begin(const segment_type& segment, GraphNode n,
                           MethodFlag flag = MethodFlag::WRITE) {
    return firstOf(*segment.out_, n, flag);
  }
  /// Returns the position after the last edge of a node.
  edge_iterator edge_end(const segment_type& segment, GraphNode n,
                         MethodFlag flag = MethodFlag::WRITE) {
    nodes_.getData(n, flag);
    return segment.out_->edge_end(n);
  }
  /// Returns the edges of a node, for a range-for loop whose variable is an edge_iterator.
  auto edges(const segment_type& segment, GraphNode n, MethodFlag flag = MethodFlag::WRITE) {
    return galois::make_no_deref_range(edge_begin(segment, n, flag), edge_end(segment, n, flag));
  }
  /// Does the same as edges().
  auto out_edges(const segment_type& segment, GraphNode n, MethodFlag flag = MethodFlag::WRITE) {
    return edges(segment, n, flag);
  }
  /// Returns the first in-edge of a node. Locks as edge_begin().
  in_edge_iterator in_edge_begin(const segment_type& segment, GraphNode n,
                                 MethodFlag flag = MethodFlag::WRITE) {
    return firstOf(*segment.in_, n, flag);
  }
  /// Returns the position after the last in-edge of a node.
  in_edge_iterator in_edge_end(const segment_type& segment, GraphNode n,
                               MethodFlag flag = MethodFlag::WRITE) {
    nodes_.getData(n, flag);
    return segment.in_->edge_end(n);
  }
  /// Returns the in-edges of a node, for a range-for loop.
  auto in_edges(const segment_type& segment, GraphNode n, MethodFlag flag = MethodFlag::WRITE) {
    return galois::make_no_deref_range(in_edge_begin(segment, n, flag),
                                       in_edge_end(segment, n, flag));
  }
  /// Returns the node to which an edge leads.
  GraphNode getEdgeDst(const segment_type& segment, edge_iterator edge) const {
    return static_cast<GraphNode>(segment.out_->getEdgeDst(edge));
  }
  /// Returns the node from which an in-edge comes.
  GraphNode getInEdgeDst(const segment_type& segment, in_edge_iterator edge) const {
    return static_cast<GraphNode>(segment.in_->getEdgeDst(edge));
  }
  /// Returns the data of an edge; a null pointer without data.
  edge_data_reference
  getEdgeData(const segment_type& segment, edge_iterator edge,
              [[maybe_unused]] MethodFlag flag = MethodFlag::UNPROTECTED) const {
    return dataOf(*segment.out_, edge);
  }
  /// Returns the data of an in-edge; a null pointer without data.
  edge_data_reference
  getInEdgeData(const segment_type& segment, in_edge_iterator edge,
                [[maybe_unused]] MethodFlag flag = MethodFlag::UNPROTECTED) const {
    return dataOf(*segment.in_, edge);
  }
  ///@}

  /// Opens the files of a graph, for readGraph(). Node data is value-initialised.
  /// @param transposed  the file with all edges reversed; empty: the graph is symmetric, and the
  ///                    in-edges of a node are its edges
  /// @throws GraphError with one line that says what is wrong with a file
  void openFiles(const std::string& filename, const std::string& transposed = {});

private:
  using File = std::shared_ptr<const FileGraph>;

  static File open(const std::string& filename);
  segment_type segmentFrom(std::uint64_t begin, std::size_t edges) const;
  static std::uint64_t edgesBefore(const FileGraph& file, std::uint64_t n) {
    return n == 0 ? 0 : file.edge_id_begin()[n - 1];
  }
  File partOf(const std::string& filename, const FileGraph& whole,
              const segment_type& segment) const;

  edge_iterator firstOf(const FileGraph& edges, GraphNode n, MethodFlag flag) {
    nodes_.getData(n, flag);
    const edge_iterator first = edges.edge_begin(n);
    if constexpr (!HasNoLockable) {
      if (runtime::shouldLock(flag) && runtime::getThreadContext() != nullptr) {
        for (edge_iterator edge = first; edge != edges.edge_end(n); ++edge) {
          nodes_.getData(static_cast<GraphNode>(edges.getEdgeDst(edge)), flag);
        }
      }
    }
    return first;
  }
  static edge_data_reference dataOf([[maybe_unused]] const FileGraph& edges,
                                    [[maybe_unused]] edge_iterator edge) {
    if constexpr (kReads) {
      return static_cast<EdgeTy>(edges.template getEdgeData<FileEdgeTy>(edge));
    } else {
      return {};
    }
  }

  Nodes nodes_;
  File out_; ///< maps the whole file: of it, the index is used, and the edges only in memory
  File in_;  ///< the same file as out_ if the graph is symmetric
  std::string outName_;
  std::string inName_;
  bool inMemory_ = false;
};

template <typename NodeTy, typename EdgeTy, bool HasNoLockable, typename FileEdgeTy>
auto OCImmutableEdgeGraph<NodeTy, EdgeTy, HasNoLockable, FileEdgeTy>::open(
    const std::string& filename) -> File {
  auto file = std::make_shared<FileGraph>();
  file->fromFile(filename);
  if constexpr (kReads) {
    file->checkEdgeSize(sizeof(FileEdgeTy));
  }
  return file;
}

template <typename NodeTy, typename EdgeTy, bool HasNoLockable, typename FileEdgeTy>
void OCImmutableEdgeGraph<NodeTy, EdgeTy, HasNoLockable, FileEdgeTy>::openFiles(
    const std::string& filename, const std::string& transposed) {
  const std::string inName = transposed.empty() ? filename : transposed;
  File out = open(filename);
  File in = out;
  if (inName != filename) {
    internal::GrFile(inName).checkSize(out->size(), out->sizeEdges());
    in = open(inName);
  }
  nodes_.allocateFrom(internal::nodesFor32BitIds(out->size(), out->name()), 0);
  nodes_.constructNodes();
  out_ = std::move(out);
  in_ = std::move(in);
  outName_ = filename;
  inName_ = inName;
  inMemory_ = false;
}

template <typename NodeTy, typename EdgeTy, bool HasNoLockable, typename FileEdgeTy>
void OCImmutableEdgeGraph<NodeTy, EdgeTy, HasNoLockable, FileEdgeTy>::keepInMemory() {
  if (out_ == nullptr || inMemory_) {
    return;
  }
  const auto copyOf = [](const File& file) {
    auto copy = std::make_shared<FileGraph>(*file);
    copy->checkDestinations();
    return copy;
  };
  File out = copyOf(out_);
  in_ = in_ == out_ ? out : copyOf(in_);
  out_ = std::move(out);
  inMemory_ = true;
}

template <typename NodeTy, typename EdgeTy, bool HasNoLockable, typename FileEdgeTy>
auto OCImmutableEdgeGraph<NodeTy, EdgeTy, HasNoLockable, FileEdgeTy>::segmentFrom(
    std::uint64_t begin, std::size_t edges) const -> segment_type {
  if (begin >= size()) {
    return segment_type(size(), size());
  }
  const auto before = [this](std::uint64_t n) {
    return edgesBefore(*out_, n) + edgesBefore(*in_, n);
  };
  // The largest end for which the edges of [begin, end) are not too many.
  std::uint64_t low = begin + 1;
  std::uint64_t high = size();
  while (low < high) {
    const std::uint64_t middle = high - (high - low) / 2;
    if (before(middle) - before(begin) <= edges) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return segment_type(begin, low);
}

template <typename NodeTy, typename EdgeTy, bool HasNoLockable, typename FileEdgeTy>
auto OCImmutableEdgeGraph<NodeTy, EdgeTy, HasNoLockable, FileEdgeTy>::partOf(
    const std::string& filename, const FileGraph& whole, const segment_type& segment) const
    -> File {
  using Range = FileGraph::edge_iterator;
  auto part = std::make_shared<FileGraph>();
  part->partFromFile(
      filename, {Range(segment.begin_), Range(segment.end_)},
      {Range(edgesBefore(whole, segment.begin_)), Range(edgesBefore(whole, segment.end_))});
  if constexpr (kReads) {
    part->checkEdgeSize(sizeof(FileEdgeTy));
  }
  part->checkDestinations();
  return part;
}

template <typename NodeTy, typename EdgeTy, bool HasNoLockable, typename FileEdgeTy>
void OCImmutableEdgeGraph<NodeTy, EdgeTy, HasNoLockable, FileEdgeTy>::load(
    segment_type& segment) const {
  if (segment.loaded() || !segment) {
    return;
  }
  if (inMemory_) {
    segment.out_ = out_;
    segment.in_ = in_;
    return;
  }
  File out = partOf(outName_, *out_, segment);
  segment.in_ = in_ == out_ ? out : partOf(inName_, *in_, segment);
  segment.out_ = std::move(out);
}

/// Opens the file of such a graph, and that with all edges reversed. Without the latter, the graph
/// must be symmetric. @throws GraphError as OCImmutableEdgeGraph::openFiles()
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_oc_immutable_edge_graph_tag /*tag*/,
                       const std::string& filename, const std::string& transposed = {}) {
  graph.openFiles(filename, transposed);
}

} // namespace galois::graphs
