/**
 * Galois' MorphGraph: a graph whose nodes and edges may be added and removed while loops run.
 *
 * A node is an object with its data, its abstract lock and its lists of edges, and a GraphNode is a
 * pointer to it. Directed graphs keep an edge at its source and, with InOut, a second entry at its
 * destination. Undirected graphs keep an entry at both ends, so a loop has two entries at its node,
 * and their in-edges are their edges. Both entries refer to the same edge data.
 *
 * Thread-safety: in a for_each with conflict detection, each method takes the abstract locks of the
 * nodes that it touches, if its flag asks for them, before it changes anything. Operators that do so
 * in all their calls, before the first change, need nothing else. Without conflict detection,
 * different threads may use different nodes whose neighbourhoods do not meet. createNode() may always
 * be called by several threads.
 *
 * Memory: a node that is removed stays allocated until the graph is destroyed or cleared, because
 * other threads may still refer to it. Edges are freed when they are removed.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/iterator/filter_iterator.hpp>
#include <boost/iterator/transform_iterator.hpp>

#include "galois/Bag.h"
#include "galois/Loops.h"
#include "galois/MethodFlags.h"
#include "galois/NoDerefIterator.h"
#include "galois/graphs/Details.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/NodeObjects.h"

namespace galois::graphs {

/// The read_tag of graphs that make their nodes first and then their edges, such as MorphGraph.
struct read_with_aux_first_graph_tag {};

/**
 * @tparam NodeTy           data of a node; void: none
 * @tparam EdgeTy           data of an edge; void: none
 * @tparam Directional      whether edges have a direction
 * @tparam InOut            whether nodes of a directed graph know their in-edges; otherwise they have
 *                          none, as in Galois
 * @tparam HasNoLockable    whether nodes have no abstract locks
 * @tparam SortedNeighbors  whether edges are kept sorted by destination, by the addresses of the
 *                          nodes; findEdge() then takes O(log degree)
 * @tparam FileEdgeTy       data of an edge in a file; void: the file's edge data is ignored
 */
template <typename NodeTy, typename EdgeTy, bool Directional, bool InOut = false,
          bool HasNoLockable = false, bool SortedNeighbors = false, typename FileEdgeTy = EdgeTy>
class MorphGraph {
  struct Node;

  /// An edge as one of its ends keeps it.
  struct Entry {
    Node* dst;
    internal::MorphData<EdgeTy>* data; ///< null without data
    bool owner;                        ///< of the two entries of an edge, one frees its data
  };
  using Entries = std::vector<Entry>;

  struct Node : internal::NodeLock<HasNoLockable>, internal::MorphData<NodeTy> {
    template <typename... Args>
    explicit Node(Args&&... args) : internal::MorphData<NodeTy>(std::forward<Args>(args)...) {}
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;
    ~Node() {
      for (Entries* entries : {&out, &in}) {
        for (const Entry& entry : *entries) {
          if (entry.owner) {
            delete entry.data;
          }
        }
      }
    }
    /// Returns the data without taking the lock. There must be data.
    std::add_lvalue_reference_t<NodeTy> getData() { return this->value; }
    Entries out; ///< all edges of an undirected graph
    Entries in;  ///< only with InOut
    bool active = false;
  };

  /// An entry counts if the node to which it leads is part of the graph.
  struct LeadsToNode {
    bool operator()(const Entry& entry) const { return entry.dst->active; }
  };
  struct IsNode {
    bool operator()(const Node& node) const { return node.active; }
  };
  using Nodes = galois::InsertBag<Node>;

  static constexpr bool kMirrors = !Directional || InOut;

  /// Names a graph as Galois' options do. A graph need not be valid to be named.
  template <typename N, typename E, bool D, bool I, bool L, bool S, typename F>
  struct Named {
    using type = MorphGraph<N, E, D, I, L, S, F>;
  };

public:
  using read_tag = read_with_aux_first_graph_tag;                  ///< how readGraph fills it
  using GraphNode = Node*;                                         ///< a node
  using node_data_type = NodeTy;                                   ///< the data of a node
  using edge_data_type = EdgeTy;                                   ///< the data of an edge
  using file_edge_data_type = FileEdgeTy;                          ///< the same in the file
  using node_data_reference = std::add_lvalue_reference_t<NodeTy>; ///< a reference
  using edge_data_reference = std::add_lvalue_reference_t<EdgeTy>; ///< a reference
  /// An edge.
  using edge_iterator = boost::filter_iterator<LeadsToNode, typename Entries::iterator>;
  using in_edge_iterator = edge_iterator;  ///< an in-edge
  using out_edge_iterator = edge_iterator; ///< an edge
  /// Iterates over nodes.
  using iterator =
      boost::transform_iterator<internal::AddressOf,
                                boost::filter_iterator<IsNode, typename Nodes::iterator>>;
  using local_iterator = iterator;       ///< the same
  using const_iterator = iterator;       ///< the same
  using const_local_iterator = iterator; ///< the same
  template <bool>                        /// The same graph.
  using with_id =
      Named<NodeTy, EdgeTy, Directional, InOut, HasNoLockable, SortedNeighbors, FileEdgeTy>;
  template <typename T> /// With other data of nodes.
  using with_node_data =
      Named<T, EdgeTy, Directional, InOut, HasNoLockable, SortedNeighbors, FileEdgeTy>;
  template <typename T> /// With other data of edges.
  using with_edge_data =
      Named<NodeTy, T, Directional, InOut, HasNoLockable, SortedNeighbors, FileEdgeTy>;
  template <typename T> /// With other data of edges in files.
  using with_file_edge_data =
      Named<NodeTy, EdgeTy, Directional, InOut, HasNoLockable, SortedNeighbors, T>;
  template <bool B> /// With or without locks.
  using with_no_lockable =
      Named<NodeTy, EdgeTy, Directional, InOut, B, SortedNeighbors, FileEdgeTy>;
  template <bool B> /// The same type at once.
  using _with_no_lockable = typename with_no_lockable<B>::type;
  template <bool B> /// Directed or not.
  using with_directional =
      Named<NodeTy, EdgeTy, B, InOut, HasNoLockable, SortedNeighbors, FileEdgeTy>;
  template <bool B> /// With in-edges or without.
  using with_in_edges =
      Named<NodeTy, EdgeTy, Directional, B, HasNoLockable, SortedNeighbors, FileEdgeTy>;
  template <bool B> /// With sorted edges or not.
  using with_sorted_neighbors =
      Named<NodeTy, EdgeTy, Directional, InOut, HasNoLockable, B, FileEdgeTy>;
  /// Makes a graph without nodes.
  MorphGraph() = default;
  MorphGraph(const MorphGraph&) = delete;
  MorphGraph& operator=(const MorphGraph&) = delete;
  ~MorphGraph() = default;

  /// @name Nodes
  ///@{

  /// Makes a node with data from these arguments. It is not part of the graph before addNode().
  /// Thread-safe. @throws std::bad_alloc
  template <typename... Args>
  GraphNode createNode(Args&&... args) {
    return &nodes_.emplace(std::forward<Args>(args)...);
  }
  /// Makes a node part of the graph. No effect if it is.
  void addNode(GraphNode n, MethodFlag flag = MethodFlag::WRITE) {
    lock(n, flag);
    n->active = true;
  }
  /// Returns whether a node is part of the graph.
  bool containsNode(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    lock(n, flag);
    return n->active;
  }
  /// Removes a node with its edges. Takes the locks of its neighbours, too. Edges that lead to it in
  /// a directed graph without in-edges are skipped by iterators as long as it is not added again.
  void removeNode(GraphNode n, MethodFlag flag = MethodFlag::WRITE);
  /// Returns the data of a node. There must be data.
  node_data_reference getData(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    lock(n, flag);
    return n->value;
  }
  /// Returns the first node. The order is that of their creation, thread by thread. Not while other
  /// threads create nodes.
  iterator begin() { return nodeAt(nodes_.begin(), nodes_.end()); }
  /// Returns the end of the nodes.
  iterator end() { return nodeAt(nodes_.end(), nodes_.end()); }
  /// Returns the first node of the calling thread's share.
  local_iterator local_begin() { return nodeAt(nodes_.local_begin(), nodes_.local_end()); }
  /// Returns the end of the calling thread's share.
  local_iterator local_end() { return nodeAt(nodes_.local_end(), nodes_.local_end()); }
  /// Returns the number of nodes. O(nodes).
  std::size_t size() { return static_cast<std::size_t>(std::distance(begin(), end())); }
  /// Returns the number of edges; of an undirected graph, each counts at both ends. O(edges).
  std::size_t sizeEdges();
  /// Removes all nodes and edges and frees their memory.
  void clear() { nodes_.clear_serial(); }
  ///@}

  /// @name Edges
  ///@{

  /// Reserves memory for edges of a node.
  void resizeEdges(GraphNode n, std::size_t size, MethodFlag flag = MethodFlag::WRITE) {
    lock(n, flag);
    n->out.reserve(size);
  }
  /// Returns the edge from src to dst, which it adds with value-initialised data if there is none.
  /// @throws std::bad_alloc
  edge_iterator addEdge(GraphNode src, GraphNode dst, MethodFlag flag = MethodFlag::WRITE) {
    lock(src, flag);
    lock(dst, flag);
    const edge_iterator found = find(src->out, dst);
    return found != endOf(src->out) ? found : insert(src, dst);
  }
  /// Adds an edge with data from these arguments, also beside others between the same nodes.
  /// @throws std::bad_alloc
  template <typename... Args>
  edge_iterator addMultiEdge(GraphNode src, GraphNode dst, MethodFlag flag, Args&&... args) {
    lock(src, flag);
    lock(dst, flag);
    return insert(src, dst, std::forward<Args>(args)...);
  }
  /// Removes an edge of src. Iterators over edges of src and of its other end become invalid.
  void removeEdge(GraphNode src, edge_iterator edge, MethodFlag flag = MethodFlag::WRITE) {
    lock(src, flag);
    const Entry entry = *edge;
    lock(entry.dst, flag);
    erase(src->out, edge.base());
    dropMirror(src, entry, Directional ? entry.dst->in : entry.dst->out);
    delete entry.data;
  }
  /// Removes an in-edge of dst. Iterators over in-edges of dst and over edges of its other end become
  /// invalid. @throws std::logic_error in a directed graph without InOut, which has none
  void removeInEdge(GraphNode dst, in_edge_iterator edge, MethodFlag flag = MethodFlag::WRITE) {
    if constexpr (!kMirrors) {
      throw std::logic_error("the nodes of this MorphGraph do not know their in-edges, so none can "
                             "be removed: its template argument InOut must be true");
    }
    lock(dst, flag);
    Entries& entries = inEdgesOf(dst);
    const Entry entry = *edge;
    lock(entry.dst, flag);
    erase(entries, edge.base());
    dropMirror(dst, entry, entry.dst->out);
    delete entry.data;
  }
  /// Returns the edge from src to dst, or edge_end(src) if there is none.
  edge_iterator findEdge(GraphNode src, GraphNode dst, MethodFlag flag = MethodFlag::WRITE) const {
    lock(src, flag);
    lock(dst, flag);
    return find(src->out, dst);
  }
  /// Does the same, provided that the edges of src are sorted by destination. O(log degree).
  edge_iterator findEdgeSortedByDst(GraphNode src, GraphNode dst,
                                    MethodFlag flag = MethodFlag::WRITE) const {
    lock(src, flag);
    lock(dst, flag);
    return findSorted(src->out, dst);
  }
  /// Returns the in-edge of n that comes from `from`, or in_edge_end(n) if there is none.
  in_edge_iterator findInEdge(GraphNode n, GraphNode from,
                              MethodFlag flag = MethodFlag::WRITE) const {
    lock(n, flag);
    lock(from, flag);
    return find(inEdgesOf(n), from);
  }
  /// Returns the data of an edge or an in-edge. There must be data.
  edge_data_reference
  getEdgeData(edge_iterator edge,
              [[maybe_unused]] MethodFlag flag = MethodFlag::UNPROTECTED) const {
    return edge->data->value;
  }
  /// Returns the other end of an edge or an in-edge.
  GraphNode getEdgeDst(edge_iterator edge) const { return edge->dst; }
  /// Returns the first edge of a node. With a flag that takes locks, it locks the node and all nodes
  /// to which the edges lead.
  edge_iterator edge_begin(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    return firstOf(n, n->out, flag);
  }
  /// Returns the end of the edges of a node. Locks only the node.
  edge_iterator edge_end(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    lock(n, flag);
    return endOf(n->out);
  }
  /// Returns the edges of a node, for a range-for loop whose variable is an edge_iterator. Locks as
  /// edge_begin().
  auto edges(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    return galois::make_no_deref_range(edge_begin(n, flag), edge_end(n, flag));
  }
  /// Does the same as edges().
  auto out_edges(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const { return edges(n, flag); }
  /// Returns the first in-edge of a node; of an undirected graph, the first edge. Locks as
  /// edge_begin(). In a directed graph without InOut, nodes have no in-edges, as in Galois.
  in_edge_iterator in_edge_begin(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    return firstOf(n, inEdgesOf(n), flag);
  }
  /// Returns the end of the in-edges. Locks only the node.
  in_edge_iterator in_edge_end(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    lock(n, flag);
    return endOf(inEdgesOf(n));
  }
  /// Returns the in-edges of a node, for a range-for loop. Locks as edge_begin().
  auto in_edges(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    return galois::make_no_deref_range(in_edge_begin(n, flag), in_edge_end(n, flag));
  }
  /// Sorts the edges of a node by destination, for findEdgeSortedByDst().
  void sortEdgesByDst(GraphNode n, MethodFlag flag = MethodFlag::WRITE) {
    lock(n, flag);
    std::sort(n->out.begin(), n->out.end(), byDestination);
  }
  /// Sorts the edges of all nodes by destination, in parallel.
  void sortAllEdgesByDst(MethodFlag flag = MethodFlag::WRITE) {
    galois::do_all(
        galois::iterate(*this), [this, flag](GraphNode n) { sortEdgesByDst(n, flag); },
        galois::no_stats(), galois::steal());
  }
  ///@}

  /// Discards the graph and reads another one, for readGraph(). Nodes have value-initialised data
  /// and the order of the file. In an undirected graph, each arc of the file is an edge, as in
  /// Galois, so a file with the arcs a-b and b-a gives two edges between a and b.
  /// @throws GraphError as LC_CSR_Graph::constructFrom(); std::bad_alloc
  void readFrom(FileGraph& file, bool readUnweighted = false);

private:
  static void lock(Node* n, MethodFlag flag) { internal::lockNode(n, flag); }
  static void lockEnds(const Entries& entries, MethodFlag flag) {
    internal::lockEnds<HasNoLockable>(entries, flag);
  }

  static bool byDestination(const Entry& a, const Entry& b) {
    return std::less<Node*>()(a.dst, b.dst);
  }
  /// Returns the entries of in-edges. Without InOut, those of a directed graph are always empty.
  static Entries& inEdgesOf(Node* n) { return Directional ? n->in : n->out; }

  template <typename Iter>
  static iterator nodeAt(Iter at, Iter end) {
    return iterator(boost::filter_iterator<IsNode, typename Nodes::iterator>(at, end));
  }
  static edge_iterator at(Entries& entries, typename Entries::iterator entry) {
    return edge_iterator(entry, entries.end());
  }
  static edge_iterator endOf(Entries& entries) { return at(entries, entries.end()); }
  static edge_iterator firstOf(Node* n, Entries& entries, MethodFlag flag) {
    lock(n, flag);
    lockEnds(entries, flag);
    return at(entries, entries.begin());
  }

  static edge_iterator find(Entries& entries, Node* dst) {
    if constexpr (SortedNeighbors) {
      return findSorted(entries, dst);
    } else {
      return at(entries, dst->active ? std::find_if(entries.begin(), entries.end(),
                                                    [&](const Entry& e) { return e.dst == dst; })
                                     : entries.end());
    }
  }
  static edge_iterator findSorted(Entries& entries, Node* dst) {
    const auto found =
        std::lower_bound(entries.begin(), entries.end(), Entry{dst, nullptr, false}, byDestination);
    const bool here = found != entries.end() && found->dst == dst && dst->active;
    return at(entries, here ? found : entries.end());
  }

  /// Adds an entry, and returns its place.
  static typename Entries::iterator append(Entries& entries, const Entry& entry) {
    const auto where = SortedNeighbors
                           ? std::upper_bound(entries.begin(), entries.end(), entry, byDestination)
                           : entries.end();
    return entries.insert(where, entry);
  }
  /// Removes an entry; the order of the others stays if it matters.
  static void erase(Entries& entries, typename Entries::iterator entry) {
    if constexpr (SortedNeighbors) {
      entries.erase(entry);
    } else {
      *entry = entries.back();
      entries.pop_back();
    }
  }

  template <typename... Args>
  edge_iterator insert(Node* src, Node* dst, Args&&... args) {
    std::unique_ptr<internal::MorphData<EdgeTy>> data;
    if constexpr (!std::is_void_v<EdgeTy>) {
      data = std::make_unique<internal::MorphData<EdgeTy>>(std::forward<Args>(args)...);
    }
    if constexpr (kMirrors) {
      Entries& other = Directional ? dst->in : dst->out;
      const std::size_t added = &other == &src->out ? 2 : 1;
      if (other.size() + added > other.capacity()) {
        other.reserve(2 * other.size() + 2); // so that nothing can fail between the two
      }
    }
    const auto entry = append(src->out, Entry{dst, data.get(), true});
    const auto place = entry - src->out.begin();
    if constexpr (kMirrors) {
      append(Directional ? dst->in : dst->out, Entry{src, data.get(), false});
    }
    data.release(); // NOLINT(bugprone-unused-return-value): the entry owns it now
    return at(src->out, src->out.begin() + place);
  }

  /// Removes the second entry of an edge, which leads back to src.
  static void dropMirror(Node* src, const Entry& entry, Entries& entries) {
    if constexpr (kMirrors) {
      const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& other) {
        return other.dst == src && other.data == entry.data;
      });
      if (found != entries.end()) {
        erase(entries, found);
      }
    }
  }

  Nodes nodes_;
};

/// @cond  Doxygen finds no members behind a macro.
// The template head and the name of the class, which every definition here repeats.
#define GALOIS_MORPH_TEMPLATE                                                                      \
  template <typename NodeTy, typename EdgeTy, bool Directional, bool InOut, bool HasNoLockable,    \
            bool SortedNeighbors, typename FileEdgeTy>
#define GALOIS_MORPH                                                                               \
  MorphGraph<NodeTy, EdgeTy, Directional, InOut, HasNoLockable, SortedNeighbors, FileEdgeTy>

GALOIS_MORPH_TEMPLATE
void GALOIS_MORPH::removeNode(GraphNode n, MethodFlag flag) {
  lock(n, flag);
  lockEnds(n->out, flag);
  lockEnds(n->in, flag);
  n->active = false;
  for (const Entry& entry : n->out) {
    if (entry.dst != n) {
      dropMirror(n, entry, Directional ? entry.dst->in : entry.dst->out);
      delete entry.data;
    } else if (entry.owner) { // both entries of a loop are here
      delete entry.data;
    }
  }
  for (const Entry& entry : n->in) {
    if (entry.dst != n) {
      dropMirror(n, entry, entry.dst->out);
      delete entry.data;
    }
  }
  n->out.clear();
  n->in.clear();
}

GALOIS_MORPH_TEMPLATE
std::size_t GALOIS_MORPH::sizeEdges() {
  std::size_t sum = 0;
  for (GraphNode n : *this) {
    sum += static_cast<std::size_t>(std::count_if(n->out.begin(), n->out.end(), LeadsToNode()));
  }
  return sum;
}

GALOIS_MORPH_TEMPLATE
void GALOIS_MORPH::readFrom(FileGraph& file, bool readUnweighted) {
  constexpr bool kReads = !std::is_void_v<EdgeTy> && !std::is_void_v<FileEdgeTy>;
  if constexpr (kReads) {
    if (!readUnweighted) {
      file.checkEdgeSize(sizeof(FileEdgeTy));
    }
  }
  file.checkDestinations(0, file.sizeEdges());
  clear();
  std::vector<GraphNode> nodes;
  nodes.reserve(file.size());
  for (std::uint64_t n = 0; n < file.size(); ++n) {
    nodes.push_back(createNode());
    addNode(nodes.back(), MethodFlag::UNPROTECTED);
  }
  for (std::uint64_t n = 0; n < file.size(); ++n) {
    for (auto e = file.edge_begin(n); e != file.edge_end(n); ++e) {
      GraphNode dst = nodes[file.getEdgeDst(e)];
      if constexpr (kReads) {
        if (!readUnweighted) {
          insert(nodes[n], dst, static_cast<EdgeTy>(file.edge_data_begin<FileEdgeTy>()[*e]));
          continue;
        }
      }
      insert(nodes[n], dst);
    }
  }
}
#undef GALOIS_MORPH_TEMPLATE
#undef GALOIS_MORPH
/// @endcond

/// Fills a graph whose read_tag is read_with_aux_first_graph_tag from a FileGraph.
/// @param readUnweighted  ignore the file's edge data and value-initialise that of the graph
/// @throws GraphError as the graph type's functions do
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_with_aux_first_graph_tag /*tag*/, FileGraph& file,
                       bool readUnweighted = false) {
  graph.readFrom(file, readUnweighted);
}

/// Fills such a graph from a file.
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_with_aux_first_graph_tag tag,
                       const std::string& filename, bool readUnweighted = false) {
  FileGraph file;
  file.fromFile(filename);
  readGraphDispatch(graph, tag, file, readUnweighted);
}

} // namespace galois::graphs
