/**
 * A graph in compressed sparse rows, which most applications use. Its nodes and edges are fixed
 * once it is built; node and edge data may change at any time.
 *
 * It consists of four arrays: the data of each node, the end of each node's row of edges, the
 * destination of each edge, and the data of each edge. Destinations and edge data are in separate
 * arrays, so that loops over the topology read no data. PackedCSR.h stores them together, for loops
 * that always use both.
 *
 * Thread-safety: threads may call const functions and access data of nodes and edges concurrently.
 * The program must prevent data races on this data. Building, transposing and moving need exclusive
 * access to the graph, and sorting needs exclusive access to the row.
 *
 * Conflict detection: unless HasNoLockable, each node has an abstract lock (runtime/Context.h). In a
 * for_each with conflict detection, a call with the flag WRITE or READ takes the lock of its node,
 * and edge_begin() and edges() also those of the nodes to which the edges lead. Everywhere else no
 * flag takes a lock, and operators use atomics for shared data.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/iterator/counting_iterator.hpp>

#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/MethodFlags.h"
#include "galois/NoDerefIterator.h"
#include "galois/Timer.h"
#include "galois/graphs/Details.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/GraphHelpers.h"
#include "galois/graphs/LocalRanges.h"
#include "galois/runtime/Context.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Charge.h"

namespace galois::graphs {

/**
 * @tparam NodeTy  data of a node; void: none
 * @tparam EdgeTy  data of an edge; void: none
 * @tparam HasNoLockable  whether nodes have no abstract locks, which saves 16 bytes per node
 * @tparam HasOutOfLineLockable  accepted for Galois' signature, without effect: the locks are always
 *                      in an array of their own
 * @tparam UseNumaAlloc  if true, each thread's share of the arrays is placed on its NUMA node and
 *                      local_begin() returns this share; otherwise pages are interleaved over all
 *                      NUMA nodes
 * @tparam FileEdgeTy  data of an edge in the file, which is converted to EdgeTy; void: the file's
 *                      edge data is ignored
 */
template <typename NodeTy, typename EdgeTy, bool HasNoLockable = false, bool UseNumaAlloc = false,
          bool HasOutOfLineLockable = false, typename FileEdgeTy = EdgeTy>
class LC_CSR_Graph {
public: /// For programs written for Galois: the same graph.
  template <bool>
  struct with_id { /// That type.
    using type = LC_CSR_Graph;
  };
  template <typename T>   /// The graph type with other node data.
  struct with_node_data { /// That type.
    using type =
        LC_CSR_Graph<T, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, FileEdgeTy>;
  };
  template <typename T>   /// The graph type with other edge data.
  struct with_edge_data { /// That type.
    using type =
        LC_CSR_Graph<NodeTy, T, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, FileEdgeTy>;
  };
  template <typename T>        /// The graph type with other edge data in the file.
  struct with_file_edge_data { /// That type.
    using type = LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, T>;
  };
  template <bool B>         /// The graph type with another flag.
  struct with_no_lockable { /// That type.
    using type = LC_CSR_Graph<NodeTy, EdgeTy, B, UseNumaAlloc, HasOutOfLineLockable, FileEdgeTy>;
  };
  template <bool B> /// The type itself.
  using _with_no_lockable =
      LC_CSR_Graph<NodeTy, EdgeTy, B, UseNumaAlloc, HasOutOfLineLockable, FileEdgeTy>;
  template <bool B>        /// The graph type with other placement.
  struct with_numa_alloc { /// That type.
    using type = LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, B, HasOutOfLineLockable, FileEdgeTy>;
  };
  template <bool B> /// The type itself.
  using _with_numa_alloc =
      LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, B, HasOutOfLineLockable, FileEdgeTy>;
  template <bool B>                  /// The graph type with another flag.
  struct with_out_of_line_lockable { /// That type.
    using type = LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, B, FileEdgeTy>;
  };
  /// The types that Galois names. @{
  using read_tag = read_default_graph_tag; ///< how readGraph fills it
  using GraphNode = std::uint32_t;         ///< a node
  using node_data_type = NodeTy;           ///< the data of a node
  using edge_data_type = EdgeTy;           ///< the data of an edge
  using file_edge_data_type = FileEdgeTy;  ///< the same in the file
  using node_data_reference = typename galois::LargeArray<NodeTy>::reference; ///< a reference
  using edge_data_reference = typename galois::LargeArray<EdgeTy>::reference; ///< a reference
  using edge_iterator = boost::counting_iterator<std::uint64_t>;              ///< an edge
  using iterator = boost::counting_iterator<std::uint32_t>; ///< iterates over nodes
  using const_iterator = iterator;                          ///< the same
  using local_iterator = iterator;                          ///< the same
  using const_local_iterator = iterator;                    ///< the same
  /// @}
  /// Makes a graph without nodes.
  LC_CSR_Graph() = default;
  LC_CSR_Graph(LC_CSR_Graph&& other) noexcept { swap(*this, other); } ///< moves the graph
  LC_CSR_Graph& operator=(LC_CSR_Graph&& other) noexcept {
    LC_CSR_Graph moved(std::move(other));
    swap(*this, moved);
    return *this;
  } ///< moves the graph
  ~LC_CSR_Graph() = default;

  /// Builds a graph from functions: node n has edgesOf(n) edges. The i-th of them, counted from 0,
  /// leads to dstOf(n, i) and has the data dataOf(n, i). Several threads call the functions
  /// concurrently unless GALOIS_GRAPH_CONSTRUCT_SERIAL is defined. edgesOf is called once per node,
  /// the others once per edge.
  /// @throws GraphError if there are not edgeCount edges, or if a destination does not exist
  template <typename EdgeNumFn, typename EdgeDstFn, typename EdgeDataFn>
  LC_CSR_Graph(std::uint32_t nodeCount, std::uint64_t edgeCount, EdgeNumFn edgesOf, EdgeDstFn dstOf,
               EdgeDataFn dataOf);
  /// Exchanges two graphs.
  friend void swap(LC_CSR_Graph& a, LC_CSR_Graph& b) noexcept {
    using std::swap;
    swap(a.nodeData, b.nodeData);
    swap(a.locks_, b.locks_);
    swap(a.rowOffset_, b.rowOffset_);
    swap(a.edgeIndData, b.edgeIndData);
    swap(a.edgeDst, b.edgeDst);
    swap(a.edgeData, b.edgeData);
    swap(a.numNodes, b.numNodes);
    swap(a.numEdges, b.numEdges);
    swap(a.localRanges_, b.localRanges_);
  }

  /// @name Nodes and edges. Each call takes O(1). Arguments are checked only in debug builds.
  ///@{
  std::size_t size() const noexcept { return numNodes; }       ///< returns the number of nodes
  std::size_t sizeEdges() const noexcept { return numEdges; }  ///< returns the number of edges
  iterator begin() const noexcept { return iterator(0); }      ///< returns the first node
  iterator end() const noexcept { return iterator(numNodes); } ///< returns the end of the nodes
  /// Iterate over the nodes of the calling thread's share.
  local_iterator local_begin() const { return localRanges_.begin(numNodes); }
  local_iterator local_end() const { return localRanges_.end(numNodes); } ///< its end
  /// Returns the data of node n; a null pointer if nodes have no data.
  node_data_reference getData(GraphNode n, MethodFlag flag = MethodFlag::WRITE) {
    assert(n < numNodes);
    lockNode(n, flag);
    return nodeData[n];
  }
  /// Returns the data of an edge; a null pointer if edges have no data.
  edge_data_reference getEdgeData(edge_iterator edge,
                                  [[maybe_unused]] MethodFlag flag = MethodFlag::UNPROTECTED) {
    assert(*edge < numEdges);
    return edgeData[*edge];
  }
  GraphNode getEdgeDst(edge_iterator edge) const {
    assert(*edge < numEdges);
    return edgeDst[*edge];
  } ///< returns the node to which an edge leads
  /// Returns the first edge of node n.
  edge_iterator edge_begin(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    assert(n < numNodes);
    lockNeighbourhood(n, flag);
    return edge_iterator(rowOffset_[n]);
  }
  edge_iterator edge_end(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    assert(n < numNodes);
    lockNode(n, flag);
    return edge_iterator(rowOffset_[std::size_t{n} + 1]);
  } ///< returns the position after the last edge of node n
  std::size_t getDegree(GraphNode n) const {
    return rowOffset_[std::size_t{n} + 1] - rowOffset_[n];
  } ///< returns the number of edges of node n
  /// Returns the edges of node n, for a range-for loop whose variable is an edge_iterator.
  auto edges(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    substrate::charge(substrate::Work::kEdge, getDegree(n));
    substrate::chargeRow(rowOffset_.data() + n, 1);
    substrate::chargeRow(edgeDst.data() + rowOffset_[n], getDegree(n) * sizeof(edgeDst[0]));
    return galois::make_no_deref_range(edge_begin(n, flag), edge_end(n, flag));
  } /// Does the same as edges().
  auto out_edges(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const { return edges(n, flag); }
  ///@}

  /// Returns the first edge from n1 to n2, or edge_end(n1) if there is none. O(degree).
  edge_iterator findEdge(GraphNode n1, GraphNode n2) const {
    constexpr MethodFlag kFree = MethodFlag::UNPROTECTED;
    return std::find_if(edge_begin(n1, kFree), edge_end(n1, kFree),
                        [&](std::uint64_t e) { return edgeDst[e] == n2; });
  }
  /// Does the same, provided that the edges of n1 are sorted by destination. O(log degree).
  edge_iterator findEdgeSortedByDst(GraphNode n1, GraphNode n2) const {
    constexpr MethodFlag kFree = MethodFlag::UNPROTECTED;
    const edge_iterator end = edge_end(n1, kFree);
    const auto found =
        std::lower_bound(edge_begin(n1, kFree), end, n2,
                         [&](std::uint64_t e, GraphNode dst) { return edgeDst[e] < dst; });
    return found != end && edgeDst[*found] == n2 ? found : end;
  }
  /// @name Sorting a row. Threads may sort different rows concurrently. O(d log d) for degree d.
  ///@{

  /// Sorts by a comparison of edge data.
  template <typename Comp = std::less<EdgeTy>>
  void sortEdgesByEdgeData(GraphNode n, const Comp& comp = Comp(),
                           MethodFlag flag = MethodFlag::WRITE) {
    using Value = EdgeSortValue<GraphNode, EdgeTy>;
    sortEdges(
        n, [&comp](const Value& a, const Value& b) { return comp(a.data, b.data); }, flag);
  }
  /// Sorts by a comparison of EdgeSortValue<GraphNode, EdgeTy>, which has `dst` and `get()`.
  template <typename Comp>
  void sortEdges(GraphNode n, const Comp& comp, MethodFlag flag = MethodFlag::WRITE) {
    const std::uint64_t at = *edge_begin(n, flag);
    EdgeTy* data = nullptr;
    if constexpr (!std::is_void_v<EdgeTy>) {
      data = edgeData.data() + at;
    }
    internal::sortEdgeRow<GraphNode>(edgeDst.data() + at, data, getDegree(n), comp);
  }
  /// Sorts by destination, for findEdgeSortedByDst.
  void sortEdgesByDst(GraphNode n, MethodFlag flag = MethodFlag::WRITE) {
    using Value = EdgeSortValue<GraphNode, EdgeTy>;
    sortEdges(
        n, [](const Value& a, const Value& b) { return a.dst < b.dst; }, flag);
  }
  /// Sorts the edges of every node by destination, in parallel.
  void sortAllEdgesByDst(MethodFlag flag = MethodFlag::WRITE) {
    galois::do_all(
        galois::iterate(std::uint32_t{0}, numNodes),
        [this, flag](std::uint32_t n) { sortEdgesByDst(n, flag); }, galois::no_stats(),
        galois::steal());
  }
  ///@}

  /// Returns the index after the last edge of node n: the graph is its own prefix sum.
  std::uint64_t operator[](std::uint64_t n) const { return rowOffset_[n + 1]; }
  /// Returns an array whose entry n is the index after the last edge of node n.
  /// It is a view, valid until the graph is changed or destroyed.
  const galois::LargeArray<std::uint64_t>& getEdgePrefixSum() const noexcept { return edgeIndData; }
  /// @name The arrays, for inner loops that use plain pointers. Not part of Galois.
  ///@{

  /// Returns size() + 1 entries: the edges of node n are [rowOffsets()[n], rowOffsets()[n + 1]).
  const std::uint64_t* rowOffsets() const noexcept { return rowOffset_.data(); }
  /// Returns sizeEdges() entries: the destination of each edge.
  const std::uint32_t* edgeDestinations() const noexcept { return edgeDst.data(); }
  /// Returns sizeEdges() entries: the data of each edge.
  EdgeTy* edgeValues() noexcept { return valuesOf<EdgeTy>(edgeData); }
  /// Returns size() entries: the data of each node.
  NodeTy* nodeValues() noexcept { return valuesOf<NodeTy>(nodeData); }
  ///@}

  /// Returns part `id` of `total` when nodes are split so that nodeSize * nodes + edgeSize * edges
  /// is about the same in each part: {node range, edge range}. O(log n).
  auto divideByNode(std::size_t nodeSize, std::size_t edgeSize, std::size_t id,
                    std::size_t total) const {
    return divideNodesBinarySearch<LC_CSR_Graph, std::uint32_t>(numNodes, numEdges, nodeSize,
                                                                edgeSize, id, total, *this);
  }

  /// Reverses every edge, keeping its data. A new row is sorted by destination, and parallel edges
  /// keep their order. Runs in parallel in O((n + m) log max degree) time and needs memory for
  /// another copy of the edges.
  /// @param region  report the running time under this region; null: do not report it
  void transpose(const char* region = nullptr);
  /// @name Building a graph by hand
  ///
  /// Call allocateFrom, then constructNodes(), constructEdge() for every edge and fixEndEdge() for
  /// every node. Different threads may write different nodes and edges concurrently.
  ///@{

  /// Allocates a graph of this size and discards the previous contents.
  /// @throws GraphError if there are too many nodes for 32-bit ids, or not enough memory
  void allocateFrom(std::uint32_t nodeCount, std::uint64_t edgeCount);
  void allocateFrom(const FileGraph& graph); ///< makes it as large as a file
  void destroyAndAllocateFrom(std::uint32_t nodeCount, std::uint64_t edgeCount) {
    allocateFrom(nodeCount, edgeCount);
  } ///< the same as allocateFrom
  /// Value-initialises the data of every node, in parallel.
  void constructNodes();
  /// Makes edge number `e` lead to dst, with value-initialised data.
  void constructEdge(std::uint64_t e, std::uint32_t dst) {
    edgeDst[e] = dst;
    if constexpr (!std::is_void_v<EdgeTy>) {
      put(edgeData, e);
    }
  }
  /// Makes edge number `e` lead to dst, with data `value`.
  template <typename Value>
  void constructEdge(std::uint64_t e, std::uint32_t dst, const Value& value) {
    edgeDst[e] = dst;
    put(edgeData, e, value);
  }
  /// Ends the edges of node n before edge number e, which is the first edge of node n + 1.
  void fixEndEdge(std::uint32_t n, std::uint64_t e) { rowOffset_[std::size_t{n} + 1] = e; }
  /// Sets the shares that local_begin() returns to ranges of equal weight instead of equal length,
  /// for the current number of active threads. Has an effect only with UseNumaAlloc.
  void initializeLocalRanges() {
    if constexpr (UseNumaAlloc) {
      localRanges_.assign(*this, nodeBytes(), edgeBytes());
    }
  }
  ///@}

  /// Fills part tid of total from a file. Call allocateFrom(graph) first. Every part must be
  /// filled, concurrently or one after the other. Checks the destinations.
  /// @param readUnweighted  value-initialise edge data, whatever the file contains
  /// @throws GraphError if the file's edge data does not have the size of FileEdgeTy, or if a
  ///         destination does not exist
  void constructFrom(const FileGraph& graph, unsigned tid, unsigned total,
                     bool readUnweighted = false);

  /// Builds a graph from rows in memory, in parallel: node n has edges to ids[n][0], ids[n][1], ...
  /// Each argument may be a vector of vectors, a gstl::Vector of PODResizeableArrays, or the like.
  /// @param prefixSum  entry n: number of edges of nodes 0 to n
  /// @param data       entry [n][i]: data of the edge to ids[n][i]. If it has no rows at all, or that
  ///                   of a node is empty, the data of the edges is value-initialised
  /// @throws GraphError if sizes do not match or a destination does not exist
  template <typename PrefixSum, typename Rows, typename DataRows>
  void constructFrom(std::uint32_t nodeCount, std::uint64_t edgeCount, const PrefixSum& prefixSum,
                     const Rows& ids, const DataRows& data);
  /// Does the same with value-initialised edge data, or without edge data.
  template <typename PrefixSum, typename Rows>
  void constructFrom(std::uint32_t nodeCount, std::uint64_t edgeCount, const PrefixSum& prefixSum,
                     const Rows& ids);

  /// Reads a `.gr` file in parallel, for readGraph(graph, filename).
  /// @throws GraphError with a message that says what is wrong with the file
  void readGraphFromGRFile(const std::string& filename, bool readUnweighted = false);

  /// Frees all memory. The graph has no nodes afterwards.
  void deallocate() { *this = LC_CSR_Graph(); }

  /// Writes the graph to a Boost archive. Data is archived as raw bytes, so it must be trivially
  /// copyable.
  template <typename Archive>
  void serializeGraph(Archive& archive) {
    archive << numNodes << numEdges << nodeData << rowOffset_ << edgeDst << edgeData;
  }
  /// Discards the graph and reads one that serializeGraph() has written.
  template <typename Archive>
  void deSerializeGraph(Archive& archive) {
    deallocate();
    archive >> numNodes >> numEdges >> nodeData >> rowOffset_ >> edgeDst >> edgeData;
    makeLocks();
    viewPrefixSum();
    initializeLocalRanges();
  }
  /// Writes the data of the nodes alone.
  template <typename Archive>
  void serializeNodeData(Archive& archive) const {
    archive << nodeData;
  }
  /// Reads what serializeNodeData() has written, of a graph with the same number of nodes.
  template <typename Archive>
  void deSerializeNodeData(Archive& archive) {
    archive >> nodeData;
  }

protected:
  using NodeData = galois::LargeArray<NodeTy>;           ///< the data of the nodes
  using EdgeData = galois::LargeArray<EdgeTy>;           ///< the data of the edges
  using EdgeDst = galois::LargeArray<std::uint32_t>;     ///< where the edges lead
  using EdgeIndData = galois::LargeArray<std::uint64_t>; ///< the ends of the rows

  // The representation, under the names that classes derived from Galois' graph use.
  // NOLINTBEGIN(readability-identifier-naming,misc-non-private-member-variables-in-classes)
  NodeData nodeData;          ///< size() entries
  EdgeIndData edgeIndData;    ///< size() entries: a view of the row offsets, not to be allocated
  EdgeDst edgeDst;            ///< sizeEdges() entries
  EdgeData edgeData;          ///< sizeEdges() entries
  std::uint32_t numNodes = 0; ///< number of nodes
  std::uint64_t numEdges = 0; ///< number of edges
  // NOLINTEND(readability-identifier-naming,misc-non-private-member-variables-in-classes)

  /// Takes the lock of a node if the flag asks for it.
  void lockNode([[maybe_unused]] GraphNode n, [[maybe_unused]] MethodFlag flag) const {
    if constexpr (!HasNoLockable) {
      runtime::acquire(&locks_[n], flag);
    }
  }
  /// Takes the locks of a node and of all nodes to which its edges lead, if the flag asks for it.
  void lockNeighbourhood([[maybe_unused]] GraphNode n, [[maybe_unused]] MethodFlag flag) const {
    if constexpr (!HasNoLockable) {
      if (runtime::shouldLock(flag) && runtime::getThreadContext() != nullptr) {
        lockNode(n, flag);
        for (std::uint64_t e = rowOffset_[n]; e < rowOffset_[std::size_t{n} + 1]; ++e) {
          lockNode(edgeDst[e], flag);
        }
      }
    }
  }

  /// Whether elements need no destruction, so that they may be constructed late or never.
  template <typename T>
  static constexpr bool kPlain = std::is_void_v<T> || std::is_trivially_destructible_v<T>;

  /// Allocates elements that put() can set in any order. Until then, those that must be destroyed
  /// are value-initialised.
  template <typename T>
  static void allocate(galois::LargeArray<T>& array, std::size_t entries) {
    if constexpr (UseNumaAlloc) {
      array.allocateBlocked(entries);
    } else {
      array.allocateInterleaved(entries);
    }
    // LargeArray destroys every element, so all elements must be constructed now.
    if constexpr (!kPlain<T>) {
      array.construct();
    }
  }
  /// Sets element i of an array from allocate().
  template <typename T, typename... Args>
  static void put(galois::LargeArray<T>& array, std::size_t i, Args&&... args) {
    if constexpr (kPlain<T>) {
      array.constructAt(i, std::forward<Args>(args)...);
    } else {
      array[i] = T(std::forward<Args>(args)...);
    }
  }

private:
  static constexpr std::size_t nodeBytes() {
    return internal::kSizeOrZero<NodeTy> + sizeof(std::uint64_t);
  }
  static constexpr std::size_t edgeBytes() {
    return internal::kSizeOrZero<EdgeTy> + sizeof(std::uint32_t);
  }

  template <typename T>
  static T* valuesOf([[maybe_unused]] galois::LargeArray<T>& array) {
    if constexpr (std::is_void_v<T>) {
      return nullptr;
    } else {
      return array.data();
    }
  }
  void makeLocks() {
    if constexpr (!HasNoLockable) {
      allocate(locks_, numNodes);
      locks_.construct();
    }
  }
  void viewPrefixSum() {
    edgeIndData = numNodes == 0 ? EdgeIndData() : EdgeIndData(rowOffset_.data() + 1, numNodes);
  }

  template <typename Fn>
  void forAllNodes(const Fn& fn) const {
    galois::do_all(galois::iterate(std::uint32_t{0}, numNodes), fn, galois::no_stats());
  }
  void constructData(const FileGraph& graph, std::uint64_t first, std::uint64_t last,
                     bool readUnweighted);
  void checkDestination(std::uint32_t src, std::uint64_t dst) const;
  template <typename PrefixSum, typename Rows, typename Construct>
  void constructRows(std::uint32_t nodeCount, std::uint64_t edgeCount, const PrefixSum& prefixSum,
                     const Rows& ids, const Construct& construct);

  mutable galois::LargeArray<std::conditional_t<HasNoLockable, void, runtime::Lockable>> locks_;
  EdgeIndData rowOffset_; ///< one entry more than nodes; entry 0 is 0
  internal::LocalRanges<UseNumaAlloc> localRanges_;
};

/// @cond  Doxygen finds no members behind a macro.
// The template head and the name of the class, which every definition here repeats.
#define GALOIS_CSR_TEMPLATE                                                                        \
  template <typename NodeTy, typename EdgeTy, bool HasNoLockable, bool UseNumaAlloc,               \
            bool HasOutOfLineLockable, typename FileEdgeTy>
#define GALOIS_CSR                                                                                 \
  LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, FileEdgeTy>

namespace internal {

/// Calls fn(n) for n in [0, count), in parallel unless GALOIS_GRAPH_CONSTRUCT_SERIAL is defined.
template <typename Fn>
void constructLoop(std::uint32_t count, const Fn& fn) {
#ifdef GALOIS_GRAPH_CONSTRUCT_SERIAL
  for (std::uint32_t n = 0; n < count; ++n) {
    fn(n);
  }
#else
  galois::do_all(galois::iterate(std::uint32_t{0}, count), fn, galois::no_stats());
#endif
}

} // namespace internal

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::checkDestination(std::uint32_t src, std::uint64_t dst) const {
  if (dst >= numNodes) {
    throw GraphError("edge " + std::to_string(src) + " -> " + std::to_string(dst) +
                     " leads to a node that does not exist: there are " + std::to_string(numNodes));
  }
}

GALOIS_CSR_TEMPLATE
template <typename EdgeNumFn, typename EdgeDstFn, typename EdgeDataFn>
GALOIS_CSR::LC_CSR_Graph(std::uint32_t nodeCount, std::uint64_t edgeCount, EdgeNumFn edgesOf,
                         EdgeDstFn dstOf, [[maybe_unused]] EdgeDataFn dataOf) {
  allocateFrom(nodeCount, edgeCount);
  internal::constructLoop(
      nodeCount, [&](std::uint32_t n) { fixEndEdge(n, static_cast<std::uint64_t>(edgesOf(n))); });
  std::uint64_t sum = 0;
  for (std::uint32_t n = 0; n < nodeCount; ++n) {
    sum += (*this)[n];
    fixEndEdge(n, sum);
  }
  if (sum != edgeCount) {
    throw GraphError("the nodes have " + std::to_string(sum) + " edges, but " +
                     std::to_string(edgeCount) + " were announced");
  }
  internal::constructLoop(nodeCount, [&](std::uint32_t n) {
    const std::uint64_t first = rowOffset_[n];
    for (std::uint64_t e = first; e < rowOffset_[std::size_t{n} + 1]; ++e) {
      const auto dst = dstOf(n, e - first);
      checkDestination(n, static_cast<std::uint64_t>(dst));
      if constexpr (std::is_void_v<EdgeTy>) {
        constructEdge(e, static_cast<std::uint32_t>(dst));
      } else {
        constructEdge(e, static_cast<std::uint32_t>(dst), dataOf(n, e - first));
      }
    }
  });
  constructNodes();
  initializeLocalRanges();
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::allocateFrom(std::uint32_t nodeCount, std::uint64_t edgeCount) {
  deallocate();
  try {
    LC_CSR_Graph fresh;
    allocate(fresh.nodeData, nodeCount);
    allocate(fresh.rowOffset_, std::size_t{nodeCount} + 1);
    allocate(fresh.edgeDst, edgeCount);
    allocate(fresh.edgeData, edgeCount);
    fresh.rowOffset_[0] = 0;
    fresh.numNodes = nodeCount;
    fresh.numEdges = edgeCount;
    fresh.makeLocks();
    fresh.viewPrefixSum();
    swap(*this, fresh);
  } catch (const std::bad_alloc&) {
    throw GraphError("out of memory: a graph of " + std::to_string(nodeCount) + " nodes and " +
                     std::to_string(edgeCount) + " edges does not fit");
  }
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::allocateFrom(const FileGraph& graph) {
  allocateFrom(internal::nodesFor32BitIds(graph.size(), graph.name()), graph.sizeEdges());
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::constructNodes() {
  if constexpr (!std::is_void_v<NodeTy>) {
    forAllNodes([this](std::uint32_t n) { put(nodeData, n); });
  }
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::constructFrom(const FileGraph& graph, unsigned tid, unsigned total,
                               bool readUnweighted) {
  if constexpr (!std::is_void_v<EdgeTy> && !std::is_void_v<FileEdgeTy>) {
    if (!readUnweighted) {
      graph.checkEdgeSize(sizeof(FileEdgeTy));
    }
  }
  const auto [nodes, edges] = graph.divideByNode(nodeBytes(), edgeBytes(), tid, total);
  graph.readIndex(*nodes.first, *nodes.second, [this](std::uint64_t n, std::uint64_t end) {
    rowOffset_[n + 1] = end;
    if constexpr (!std::is_void_v<NodeTy>) {
      put(nodeData, n);
    }
  });
  graph.readEdges(*edges.first, *edges.second, [&](std::uint64_t first, std::uint64_t last) {
    if (graph.version() == 1) {
      std::copy(graph.node_id_begin() + first, graph.node_id_begin() + last,
                edgeDst.data() + first);
    } else {
      for (std::uint64_t e = first; e < last; ++e) {
        edgeDst[e] = static_cast<std::uint32_t>(graph.getEdgeDst(FileGraph::edge_iterator(e)));
      }
    }
    constructData(graph, first, last, readUnweighted);
  });
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::constructData([[maybe_unused]] const FileGraph& graph,
                               [[maybe_unused]] std::uint64_t first,
                               [[maybe_unused]] std::uint64_t last,
                               [[maybe_unused]] bool readUnweighted) {
  if constexpr (!std::is_void_v<EdgeTy>) {
    if constexpr (!std::is_void_v<FileEdgeTy>) {
      if (!readUnweighted) {
        const FileEdgeTy* data = graph.edge_data_begin<FileEdgeTy>();
        for (std::uint64_t e = first; e < last; ++e) {
          put(edgeData, e, static_cast<EdgeTy>(data[e]));
        }
        return;
      }
    }
    for (std::uint64_t e = first; e < last; ++e) {
      put(edgeData, e);
    }
  }
}

GALOIS_CSR_TEMPLATE
template <typename PrefixSum, typename Rows, typename Construct>
void GALOIS_CSR::constructRows(std::uint32_t nodeCount, std::uint64_t edgeCount,
                               const PrefixSum& prefixSum, const Rows& ids,
                               const Construct& construct) {
  const std::uint64_t edges = nodeCount == 0 || prefixSum.empty() ? 0 : prefixSum[nodeCount - 1];
  if (prefixSum.size() < nodeCount || ids.size() < nodeCount || edges != edgeCount) {
    throw GraphError("the prefix sum and the rows do not describe " + std::to_string(nodeCount) +
                     " nodes and " + std::to_string(edgeCount) + " edges");
  }
  allocateFrom(nodeCount, edgeCount);
  forAllNodes([&](std::uint32_t n) {
    const std::uint64_t first = n == 0 ? 0 : prefixSum[n - 1];
    if (prefixSum[n] > edgeCount || prefixSum[n] - first != ids[n].size()) {
      throw GraphError("the row of node " + std::to_string(n) + " is not as long as the prefix " +
                       "sum says");
    }
    fixEndEdge(n, prefixSum[n]);
    for (std::size_t i = 0; i < ids[n].size(); ++i) {
      checkDestination(n, ids[n][i]);
      construct(n, i, first + i, ids[n][i]);
    }
  });
  constructNodes();
  initializeLocalRanges();
}

GALOIS_CSR_TEMPLATE
template <typename PrefixSum, typename Rows, typename DataRows>
void GALOIS_CSR::constructFrom(std::uint32_t nodeCount, std::uint64_t edgeCount,
                               const PrefixSum& prefixSum, const Rows& ids, const DataRows& data) {
  if constexpr (std::is_void_v<EdgeTy>) {
    constructFrom(nodeCount, edgeCount, prefixSum, ids);
  } else {
    if (data.empty()) {
      constructFrom(nodeCount, edgeCount, prefixSum, ids);
      return;
    }
    if (data.size() < nodeCount) {
      throw GraphError("there is not a row of edge data for every node");
    }
    constructRows(nodeCount, edgeCount, prefixSum, ids,
                  [&](std::uint32_t n, std::size_t i, std::uint64_t e, std::uint32_t dst) {
                    if (data[n].empty()) {
                      constructEdge(e, dst);
                      return;
                    }
                    if (data[n].size() != ids[n].size()) {
                      throw GraphError("node " + std::to_string(n) +
                                       " does not have data for each of its edges");
                    }
                    constructEdge(e, dst, data[n][i]);
                  });
  }
}

GALOIS_CSR_TEMPLATE
template <typename PrefixSum, typename Rows>
void GALOIS_CSR::constructFrom(std::uint32_t nodeCount, std::uint64_t edgeCount,
                               const PrefixSum& prefixSum, const Rows& ids) {
  constructRows(nodeCount, edgeCount, prefixSum, ids,
                [this](std::uint32_t, std::size_t, std::uint64_t e, std::uint32_t dst) {
                  constructEdge(e, dst);
                });
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::readGraphFromGRFile(const std::string& filename, bool readUnweighted) {
  FileGraph file;
  file.fromFile(filename);
  file.releaseWhenRead();
  file.release();
  allocateFrom(file);
  galois::on_each(
      [&](unsigned tid, unsigned total) { constructFrom(file, tid, total, readUnweighted); },
      galois::no_stats());
  initializeLocalRanges();
}

GALOIS_CSR_TEMPLATE
void GALOIS_CSR::transpose(const char* region) {
  galois::StatTimer timer("TIMER_GRAPH_TRANSPOSE", region);
  if (region) {
    timer.start(); // its destructor stops it
  }

  // The original position and source of each reversed edge. Sorting a row by the position restores
  // the order of the input, independently of how the threads were scheduled.
  struct Origin {
    std::uint64_t edge;
    std::uint32_t src;
  };
  const auto next = std::make_unique<galois::Atomic<std::uint64_t>[]>(numNodes);
  // Relaxed throughout: the end of each loop orders it before the next.
  galois::do_all(
      galois::iterate(std::uint64_t{0}, numEdges),
      [&](std::uint64_t e) { next[edgeDst[e]].fetch_add(1, order::relaxed); }, galois::no_stats());

  galois::LargeArray<std::uint64_t> newOffset;
  galois::LargeArray<std::uint32_t> newDst;
  EdgeData newData;
  allocate(newOffset, std::size_t{numNodes} + 1);
  allocate(newDst, numEdges);
  allocate(newData, numEdges);
  std::uint64_t sum = 0;
  for (std::uint32_t n = 0; n < numNodes; ++n) {
    newOffset[n] = sum;
    sum += next[n].exchange(sum, order::relaxed);
  }
  newOffset[numNodes] = sum;

  galois::LargeArray<Origin> origins;
  origins.allocateInterleaved(numEdges);
  galois::do_all(
      galois::iterate(std::uint32_t{0}, numNodes),
      [&](std::uint32_t n) {
        for (std::uint64_t e = rowOffset_[n]; e < rowOffset_[std::size_t{n} + 1]; ++e) {
          origins.constructAt(next[edgeDst[e]].fetch_add(1, order::relaxed), Origin{e, n});
        }
      },
      galois::no_stats(), galois::steal());
  galois::do_all(
      galois::iterate(std::uint32_t{0}, numNodes),
      [&](std::uint32_t n) {
        const std::uint64_t first = newOffset[n];
        const std::uint64_t last = newOffset[std::size_t{n} + 1];
        std::sort(origins.data() + first, origins.data() + last,
                  [](const Origin& a, const Origin& b) { return a.edge < b.edge; });
        for (std::uint64_t e = first; e < last; ++e) {
          newDst[e] = origins[e].src;
          if constexpr (!std::is_void_v<EdgeTy>) {
            put(newData, e, std::move(edgeData[origins[e].edge]));
          }
        }
      },
      galois::no_stats(), galois::steal());

  rowOffset_ = std::move(newOffset);
  edgeDst = std::move(newDst);
  edgeData = std::move(newData);
  viewPrefixSum();
  initializeLocalRanges();
}
#undef GALOIS_CSR_TEMPLATE
#undef GALOIS_CSR
/// @endcond

} // namespace galois::graphs
