/**
 * Galois' LC_Morph_Graph: a graph that grows while loops run. Each node is made with room for a
 * fixed number of edges. Nodes are never removed; edges are added and removed within this room.
 *
 * A node is an object with its data, its abstract lock and a pointer to an array of its edges, and
 * a GraphNode is a pointer to it. The array is in memory of the thread that makes the node, and its
 * length never changes. So adding an edge never moves other edges, and it allocates nothing.
 *
 * Thread-safety: createNode() may be called by several threads at any time. In a for_each with
 * conflict detection, the other methods take the abstract locks of the nodes that they touch, if
 * their flag asks for them, before they change anything. Without conflict detection, different
 * threads may use different nodes. Iterating over the nodes needs a time at which none is made.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/iterator/transform_iterator.hpp>
#include <boost/range/iterator_range.hpp>

#include "galois/Bag.h"
#include "galois/MethodFlags.h"
#include "galois/NoDerefIterator.h"
#include "galois/graphs/Details.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/GraphOptions.h"
#include "galois/graphs/NodeObjects.h"
#include "galois/graphs/ReadWithAux.h"
#include "galois/runtime/Mem.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"

namespace galois::graphs {

namespace internal {

/// The number of a node object; nothing without numbers.
template <bool HasId>
struct NodeId {
  std::size_t id = 0;
};
template <>
struct NodeId<false> {};

} // namespace internal

/**
 * @tparam NodeTy                data of a node; void: none
 * @tparam EdgeTy                data of an edge; void: none
 * @tparam HasNoLockable         whether nodes have no abstract locks
 * @tparam UseNumaAlloc          accepted for Galois' signature, without effect: a node and its edges
 *                               are always in memory of the thread that makes it
 * @tparam HasOutOfLineLockable  accepted for Galois' signature, without effect: the lock is always
 *                               in the node
 * @tparam HasId                 whether nodes have numbers, see getId()
 * @tparam FileEdgeTy            data of an edge in a file; void: the file's edge data is ignored
 */
template <typename NodeTy, typename EdgeTy, bool HasNoLockable = false, bool UseNumaAlloc = false,
          bool HasOutOfLineLockable = false, bool HasId = false, typename FileEdgeTy = EdgeTy>
class LC_Morph_Graph : public internal::GraphOptions<LC_Morph_Graph, internal::NoGraph, NodeTy,
                                                     EdgeTy, HasNoLockable, UseNumaAlloc,
                                                     HasOutOfLineLockable, HasId, FileEdgeTy> {
  using Options = typename LC_Morph_Graph::GraphOptions;
  struct Node;
  using Edge = EdgeSortValue<Node*, EdgeTy>;

  struct Node : internal::NodeLock<HasNoLockable>,
                internal::NodeId<HasId>,
                internal::MorphData<NodeTy> {
    template <typename... Args>
    explicit Node(Edge* room, std::size_t edges, Args&&... args)
        : internal::MorphData<NodeTy>(std::forward<Args>(args)...), first(room), last(room),
          limit(room + edges) {}
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;
    ~Node() { std::destroy(first, last); }

    Edge* first; ///< the edges are [first, last)
    Edge* last;
    Edge* limit; ///< end of the room
  };

  using Nodes = galois::InsertBag<Node>;
  using EdgeMemory = runtime::BumpWithMallocHeap<runtime::SystemHeap>;
  static constexpr bool kReads = !std::is_void_v<EdgeTy> && !std::is_void_v<FileEdgeTy>;

public: /// The types that Galois names. @{
  using read_tag = read_with_aux_graph_tag;
  using GraphNode = Node*;
  using node_data_type = NodeTy;
  using edge_data_type = EdgeTy;
  using file_edge_data_type = FileEdgeTy;
  using node_data_reference = std::add_lvalue_reference_t<NodeTy>;
  using edge_data_reference = std::add_lvalue_reference_t<EdgeTy>;
  using edge_iterator = Edge*;
  using iterator = boost::transform_iterator<internal::AddressOf, typename Nodes::iterator>;
  using local_iterator = iterator;
  using const_iterator = iterator;
  using const_local_iterator = iterator;
  using ReadGraphAuxData = std::vector<GraphNode>; ///< the nodes by number in the file
  /// @}
  /// The same graph with numbers of nodes or without.
  template <bool B>
  using with_id = typename Options::template WithFlag<B>;
  /// Makes a graph without nodes.
  LC_Morph_Graph() = default;
  LC_Morph_Graph(const LC_Morph_Graph&) = delete;
  LC_Morph_Graph& operator=(const LC_Morph_Graph&) = delete;
  ~LC_Morph_Graph() = default;

  /// @name Nodes
  ///@{

  /// Makes a node that is part of the graph, with room for `nedges` edges and with data from the
  /// other arguments. Thread-safe. An iteration that is aborted later leaves its nodes in the graph,
  /// so operators make nodes when they hold all their locks.
  /// @throws std::length_error if the number is negative or too large; std::bad_alloc
  template <typename Count, typename... Args>
  GraphNode createNode(Count nedges, Args&&... args) {
    static_assert(std::is_integral_v<Count>, "the first argument is the largest number of edges");
    const std::size_t room = checkedCount(nedges);
    auto* edges = static_cast<Edge*>(edgeMemory_.getLocal()->allocate(room * sizeof(Edge)));
    Node& node = nodes_.emplace(edges, room, std::forward<Args>(args)...);
    if constexpr (HasId) {
      // relaxed: the numbers only have to differ
      node.id = nextId_.fetch_add(1, order::relaxed);
    }
    return &node;
  }
  /// Takes the lock of a node. Nodes are part of the graph from the time they are made.
  void addNode(GraphNode n, MethodFlag flag = MethodFlag::WRITE) { internal::lockNode(n, flag); }
  /// Returns true, and takes the lock of the node: nodes are never removed.
  bool containsNode(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    internal::lockNode(n, flag);
    return true;
  }
  /// Returns the number of a node, only with HasId. Nodes of a file have the numbers that they have
  /// there, and nodes that are made later have the numbers after these, each a different one.
  std::size_t getId(GraphNode n) const {
    static_assert(HasId, "nodes of this graph have no numbers: see with_id");
    return n->id;
  }
  /// Returns the data of a node. There must be data.
  node_data_reference getData(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    internal::lockNode(n, flag);
    return n->value;
  }
  /// Iterate over the nodes, or over the calling thread's share. The order is that of their
  /// creation, thread by thread. @{
  iterator begin() { return iterator(nodes_.begin()); }
  iterator end() { return iterator(nodes_.end()); }
  local_iterator local_begin() { return iterator(nodes_.local_begin()); }
  local_iterator local_end() { return iterator(nodes_.local_end()); } /// @}
  /// Returns the number of nodes. O(nodes).
  std::size_t size() { return static_cast<std::size_t>(std::distance(begin(), end())); }
  /// Returns the number of edges. O(nodes).
  std::size_t sizeEdges() {
    std::size_t sum = 0;
    for (GraphNode n : *this) {
      sum += getDegree(n, MethodFlag::UNPROTECTED);
    }
    return sum;
  }
  /// Removes all nodes and edges. Outside loops.
  void clear() {
    nodes_.clear_serial();
    for (unsigned tid = 0; tid < edgeMemory_.size(); ++tid) {
      edgeMemory_.getRemote(tid)->clear();
    }
    nextId_.store(0, order::relaxed);
  }
  ///@}

  /// @name Edges
  ///@{

  /// Returns the edge from src to dst. If there is none, adds one with data from the arguments,
  /// which is value-initialised without arguments. O(degree).
  /// @throws std::length_error if there is no room for another edge
  template <typename... Args>
  edge_iterator addEdge(GraphNode src, GraphNode dst, MethodFlag flag = MethodFlag::WRITE,
                        Args&&... args) {
    lockBoth(src, dst, flag);
    const edge_iterator found = find(src, dst);
    return found != src->last ? found : append(src, dst, std::forward<Args>(args)...);
  }
  /// Adds an edge, also beside others between the same nodes. O(1).
  /// @throws std::length_error if there is no room for another edge
  /// @{
  template <typename... Args>
  edge_iterator addMultiEdge(GraphNode src, GraphNode dst, MethodFlag flag = MethodFlag::WRITE,
                             Args&&... args) {
    lockBoth(src, dst, flag);
    return append(src, dst, std::forward<Args>(args)...);
  }
  template <typename... Args>
  edge_iterator addEdgeWithoutCheck(GraphNode src, GraphNode dst,
                                    MethodFlag flag = MethodFlag::WRITE, Args&&... args) {
    return addMultiEdge(src, dst, flag, std::forward<Args>(args)...);
  } /// @}
  /// Removes an edge of src. The last edge of src takes its place. Takes the locks of both ends.
  void removeEdge(GraphNode src, edge_iterator edge, MethodFlag flag = MethodFlag::WRITE) {
    internal::lockNode(src, flag);
    assert(src->first <= edge && edge < src->last);
    internal::lockNode(edge->dst, flag);
    if (edge + 1 != src->last) {
      *edge = std::move(src->last[-1]);
    }
    --src->last;
    std::destroy_at(src->last);
  }
  /// Returns the first edge from src to dst, or edge_end(src) if there is none. O(degree).
  edge_iterator findEdge(GraphNode src, GraphNode dst, MethodFlag flag = MethodFlag::WRITE) const {
    lockBoth(src, dst, flag);
    return find(src, dst);
  }
  /// Returns the data of an edge. There must be data.
  edge_data_reference
  getEdgeData(edge_iterator edge,
              [[maybe_unused]] MethodFlag flag = MethodFlag::UNPROTECTED) const {
    return edge->data;
  }
  /// Returns the node to which an edge leads.
  GraphNode getEdgeDst(edge_iterator edge) const { return edge->dst; }
  /// Returns the number of edges of a node.
  std::size_t getDegree(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    internal::lockNode(n, flag);
    return static_cast<std::size_t>(n->last - n->first);
  }
  /// Return the edges of a node. With a flag that takes locks, edge_begin() and edges() lock the
  /// node and all nodes to which the edges lead. @{
  edge_iterator edge_begin(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    internal::lockNode(n, flag);
    internal::lockEnds<HasNoLockable>(boost::make_iterator_range(n->first, n->last), flag);
    return n->first;
  }
  edge_iterator edge_end(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    internal::lockNode(n, flag);
    return n->last;
  }
  auto edges(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    return galois::make_no_deref_range(edge_begin(n, flag), edge_end(n, flag));
  }
  auto out_edges(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const { return edges(n, flag); }
  /// @}
  /// Sorts the edges of a node by a comparison of EdgeSortValue<GraphNode, EdgeTy>, which has `dst`
  /// and `get()`.
  template <typename Comp>
  void sortEdges(GraphNode n, const Comp& comp, MethodFlag flag = MethodFlag::WRITE) {
    internal::lockNode(n, flag);
    std::sort(n->first, n->last, comp);
  }
  /// Sorts the edges of a node by a comparison of their data.
  template <typename Comp = std::less<EdgeTy>>
  void sortEdgesByEdgeData(GraphNode n, const Comp& comp = Comp(),
                           MethodFlag flag = MethodFlag::WRITE) {
    sortEdges(
        n, [&comp](const Edge& a, const Edge& b) { return comp(a.data, b.data); }, flag);
  }
  ///@}

  /// @name Reading a file, for readGraph(): see ReadWithAux.h
  ///
  /// Nodes have value-initialised data, the order of the file, and room for exactly the edges that
  /// they have there.
  ///@{

  /// Discards the graph.
  void allocateFrom(const FileGraph& file, ReadGraphAuxData& aux) {
    clear();
    aux.assign(file.size(), nullptr);
    nextId_.store(file.size(), order::relaxed);
  }
  /// Makes part `tid` of `total` of the nodes.
  void constructNodesFrom(const FileGraph& file, unsigned tid, unsigned total,
                          ReadGraphAuxData& aux) {
    const auto nodes = partOf(file, tid, total).first;
    for (auto at = nodes.first; at != nodes.second; ++at) {
      const std::size_t room = file.getDegree(*at);
      auto* edges = static_cast<Edge*>(edgeMemory_.getLocal()->allocate(room * sizeof(Edge)));
      Node& node = nodes_.emplace(edges, room);
      if constexpr (HasId) {
        node.id = *at;
      }
      aux[*at] = &node;
    }
  }
  /// Makes the edges of this part when all nodes exist. Checks the destinations.
  /// @throws GraphError if the file's edge data does not have the size of FileEdgeTy, or if a
  ///         destination does not exist
  void constructEdgesFrom(const FileGraph& file, unsigned tid, unsigned total,
                          ReadGraphAuxData& aux, bool readUnweighted = false) {
    if constexpr (kReads) {
      if (!readUnweighted) {
        file.checkEdgeSize(sizeof(FileEdgeTy));
      }
    }
    const auto [nodes, edges] = partOf(file, tid, total);
    file.checkDestinations(*edges.first, *edges.second);
    for (auto at = nodes.first; at != nodes.second; ++at) {
      for (auto e = file.edge_begin(*at); e != file.edge_end(*at); ++e) {
        GraphNode dst = aux[file.getEdgeDst(e)];
        if constexpr (kReads) {
          if (!readUnweighted) {
            append(aux[*at], dst, static_cast<EdgeTy>(file.edge_data_begin<FileEdgeTy>()[*e]));
            continue;
          }
        }
        append(aux[*at], dst);
      }
    }
  }
  ///@}

private:
  /// Returns the number as the size of a room. @throws std::length_error if it cannot be one
  template <typename Count>
  static std::size_t checkedCount(Count nedges) {
    const auto room = static_cast<std::size_t>(nedges);
    if (nedges < Count{} || room > static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(Edge)) {
      throw std::length_error("LC_Morph_Graph::createNode: a node cannot have " +
                              std::to_string(nedges) + " edges");
    }
    return room;
  }
  static void lockBoth(Node* src, Node* dst, MethodFlag flag) {
    internal::lockNode(src, flag);
    internal::lockNode(dst, flag);
  }
  static Edge* find(Node* src, Node* dst) {
    return std::find_if(src->first, src->last, [dst](const Edge& e) { return e.dst == dst; });
  }
  template <typename... Args>
  static Edge* append(Node* src, Node* dst, Args&&... args) {
    static_assert(alignof(Edge) <= alignof(std::max_align_t), "edge data is aligned too strictly");
    if (src->last == src->limit) {
      throw std::length_error("LC_Morph_Graph: a node made for " +
                              std::to_string(src->limit - src->first) +
                              " edges has no room for another one; pass a larger number to "
                              "createNode()");
    }
    if constexpr (std::is_void_v<EdgeTy>) {
      ::new (static_cast<void*>(src->last)) Edge{dst};
    } else {
      ::new (static_cast<void*>(src->last)) Edge{dst, EdgeTy(std::forward<Args>(args)...)};
    }
    return src->last++;
  }
  static FileGraph::GraphRange partOf(const FileGraph& file, unsigned tid, unsigned total) {
    return file.divideByNode(sizeof(Node), sizeof(Edge), tid, total);
  }

  substrate::PerThreadStorage<EdgeMemory> edgeMemory_; ///< outlives the nodes, which free edges
  Nodes nodes_;
  galois::Atomic<std::size_t> nextId_{0}; ///< only with HasId
};

} // namespace galois::graphs
