/**
 * Galois' LC_Adaptor_Graph: gives a program's own arrays the interface of a graph, without copying
 * them. The program derives a class from it, which says where nodes, edges and their data are:
 *
 *     class Grid
 *         : public LC_Adaptor_Graph<int, void, Grid, int, boost::counting_iterator<int>, int*> {
 *     public:
 *       int& get_data(GraphNode n);
 *       int get_edge_dst(edge_iterator edge);
 *       edge_iterator get_edge_begin(GraphNode n);
 *       edge_iterator get_edge_end(GraphNode n);
 *       iterator get_begin();
 *       iterator get_end();
 *       int get_size();
 *       int get_size_edges();       // optional: edges are counted otherwise
 *       E& get_edge_data(edge_iterator edge); // with edge data; may return a value, as get_data()
 *       int get_id(GraphNode n);    // only if getId() is used
 *     };
 *
 * Thread-safety: this class adds nothing that threads could disturb each other with.
 */
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

#include "galois/Bag.h"
#include "galois/MethodFlags.h"
#include "galois/NoDerefIterator.h"
#include "galois/PODResizeableArray.h"
#include "galois/SharedMemSys.h"
#include "galois/gstl.h"
#include "galois/runtime/Context.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::graphs {

namespace internal {

/// The abstract locks of nodes that have none in their data. Nodes share the locks of a table, so a
/// conflict between two nodes may be reported where there is none; the iteration is then repeated,
/// as after any conflict.
class SharedLocks {
public:
  /// Returns the lock of a node.
  template <typename GraphNode>
  runtime::Lockable& operator[](const GraphNode& n) const {
    const auto hash = static_cast<std::uint64_t>(std::hash<GraphNode>()(n));
    return locks_[(hash * 0x9E3779B97F4A7C15U) >> (64 - kBits)];
  }

private:
  static constexpr unsigned kBits = 10;
  mutable std::array<runtime::Lockable, std::size_t{1} << kBits> locks_;
};

template <typename Graph, typename = void>
struct CountsEdges : std::false_type {};
template <typename Graph>
struct CountsEdges<Graph, std::void_t<decltype(std::declval<Graph&>().get_size_edges())>>
    : std::true_type {};

/// In place of the iterators over edges that a program forgot.
struct NoEdgeIterator {};

/// What an iterator refers to; GraphNodes of a graph cannot be made from void.
template <typename Iter, typename = void>
struct ElementOfIterator {
  using type = void;
};
template <typename Iter>
struct ElementOfIterator<Iter, std::void_t<decltype(*std::declval<Iter&>())>> {
  using type = decltype(*std::declval<Iter&>());
};
template <typename Iter>
using ElementOf = typename ElementOfIterator<Iter>::type;

} // namespace internal

/**
 * @tparam NodeTy         data of a node; void: none. If it derives from runtime::Lockable, it is the
 *                        node's lock; otherwise the locks are in this class
 * @tparam EdgeTy         data of an edge; void: none
 * @tparam DerivedTy      the class that the program derives
 * @tparam GraphNodeTy    a node, for instance its number or a pointer to it
 * @tparam NodeIterTy     iterates over nodes: `*it` is a GraphNodeTy
 * @tparam EdgeIterTy     an edge, and the iterator to the next one of its node
 * @tparam HasNoLockable  whether nodes have no abstract locks
 */
template <typename NodeTy, typename EdgeTy, typename DerivedTy, typename GraphNodeTy,
          typename NodeIterTy, typename EdgeIterTy = internal::NoEdgeIterator,
          bool HasNoLockable = false>
class LC_Adaptor_Graph {
  static_assert(
      !std::is_same_v<EdgeIterTy, internal::NoEdgeIterator>,
      "LC_Adaptor_Graph has the template arguments NodeTy, EdgeTy, DerivedTy, GraphNodeTy, "
      "NodeIterTy, EdgeIterTy: the type of a node comes before the two iterators");
  static_assert(std::is_convertible_v<internal::ElementOf<NodeIterTy>, GraphNodeTy>,
                "the fifth template argument of LC_Adaptor_Graph iterates over nodes: *it must "
                "convert to the fourth, which is the type of a node");
  static constexpr bool kOwnLocks = !HasNoLockable && !std::is_base_of_v<runtime::Lockable, NodeTy>;
  struct NoLocks {};

public:
  using GraphNode = GraphNodeTy;                                   ///< a node
  using node_data_type = NodeTy;                                   ///< the data of a node
  using edge_data_type = EdgeTy;                                   ///< the data of an edge
  using node_data_reference = std::add_lvalue_reference_t<NodeTy>; ///< a reference
  using edge_data_reference = std::add_lvalue_reference_t<EdgeTy>; ///< a reference
  using iterator = NodeIterTy;                                     ///< iterates over nodes
  using const_iterator = iterator;                                 ///< the same
  using local_iterator = iterator;                                 ///< the same
  using const_local_iterator = iterator;                           ///< the same
  using edge_iterator = EdgeIterTy;                                ///< an edge

  /// Returns the data of a node: what get_data() returns, usually a reference.
  decltype(auto) getData(const GraphNode& n, MethodFlag flag = MethodFlag::WRITE) const {
    lockNode(n, flag);
    return derived().get_data(n);
  }
  /// Returns the data of an edge: what get_edge_data() returns, usually a reference.
  decltype(auto) getEdgeData(edge_iterator edge,
                             [[maybe_unused]] MethodFlag flag = MethodFlag::UNPROTECTED) const {
    return derived().get_edge_data(edge);
  }
  /// Returns the node to which an edge leads.
  GraphNode getEdgeDst(edge_iterator edge) const { return derived().get_edge_dst(edge); }
  /// Returns the number of a node, as the program counts them.
  std::size_t getId(const GraphNode& n) const {
    return static_cast<std::size_t>(derived().get_id(n));
  }
  /// Returns the number of nodes.
  std::size_t size() const { return static_cast<std::size_t>(derived().get_size()); }
  /// Returns the number of edges. O(edges) unless the program counts them.
  std::size_t sizeEdges() const {
    if constexpr (internal::CountsEdges<DerivedTy>::value) {
      return static_cast<std::size_t>(derived().get_size_edges());
    } else {
      std::size_t sum = 0;
      for (iterator n = begin(); n != end(); ++n) {
        sum += getDegree(*n);
      }
      return sum;
    }
  }
  iterator begin() const { return derived().get_begin(); } ///< returns the first node
  iterator end() const { return derived().get_end(); }     ///< returns the end of the nodes
  /// Returns the first node of the calling thread's share.
  local_iterator local_begin() const { return share().first; }
  /// Returns the end of the calling thread's share.
  local_iterator local_end() const { return share().second; }

  /// Returns the first edge of a node. With a flag that takes locks, it locks the node and all nodes
  /// to which the edges lead.
  edge_iterator edge_begin(const GraphNode& n, MethodFlag flag = MethodFlag::WRITE) const {
    lockNode(n, flag);
    if constexpr (!HasNoLockable) {
      if (runtime::shouldLock(flag) && runtime::getThreadContext() != nullptr) {
        const edge_iterator last = derived().get_edge_end(n);
        for (edge_iterator edge = derived().get_edge_begin(n); edge != last; ++edge) {
          lockNode(getEdgeDst(edge), flag);
        }
      }
    }
    return derived().get_edge_begin(n);
  }
  /// Returns the position after the last edge of a node.
  edge_iterator edge_end(const GraphNode& n, MethodFlag flag = MethodFlag::WRITE) const {
    lockNode(n, flag);
    return derived().get_edge_end(n);
  }
  /// Returns the edges of a node, for a range-for loop whose variable is an edge_iterator. Locks as
  /// edge_begin().
  auto edges(const GraphNode& n, MethodFlag flag = MethodFlag::WRITE) const {
    return galois::make_no_deref_range(edge_begin(n, flag), edge_end(n, flag));
  }
  /// Does the same as edges().
  auto out_edges(const GraphNode& n, MethodFlag flag = MethodFlag::WRITE) const {
    return edges(n, flag);
  }
  /// Returns the number of edges of a node.
  std::size_t getDegree(const GraphNode& n) const {
    return static_cast<std::size_t>(
        std::distance(derived().get_edge_begin(n), derived().get_edge_end(n)));
  }
  /// Returns the first edge from n1 to n2, or edge_end(n1) if there is none. O(degree).
  edge_iterator findEdge(const GraphNode& n1, const GraphNode& n2) const {
    const edge_iterator last = derived().get_edge_end(n1);
    edge_iterator edge = derived().get_edge_begin(n1);
    while (edge != last && getEdgeDst(edge) != n2) {
      ++edge;
    }
    return edge;
  }

protected:
  LC_Adaptor_Graph() = default;
  ~LC_Adaptor_Graph() = default;
  /// Copies nothing: the locks of a copy are free. @{
  LC_Adaptor_Graph(const LC_Adaptor_Graph&) = default;
  LC_Adaptor_Graph& operator=(const LC_Adaptor_Graph&) = default; /// @}

private:
  // The functions of the program may lack const.
  DerivedTy& derived() const {
    static_assert(
        std::is_base_of_v<LC_Adaptor_Graph, DerivedTy>,
        "the third template argument of LC_Adaptor_Graph is the class that derives from it");
    return const_cast<DerivedTy&>(static_cast<const DerivedTy&>(*this));
  }
  void lockNode([[maybe_unused]] const GraphNode& n, [[maybe_unused]] MethodFlag flag) const {
    if constexpr (kOwnLocks) {
      runtime::acquire(&locks_[n], flag);
    } else if constexpr (!HasNoLockable) {
      runtime::acquire(&derived().get_data(n), flag);
    }
  }
  auto share() const {
    return galois::block_range(begin(), end(), substrate::ThreadPool::getTID(),
                               substrate::getActiveThreads());
  }

  std::conditional_t<kOwnLocks, internal::SharedLocks, NoLocks> locks_;
};

} // namespace galois::graphs
