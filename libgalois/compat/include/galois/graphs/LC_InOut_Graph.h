/**
 * Galois' LC_InOut_Graph: a graph whose topology is fixed and that also knows the edges that lead to
 * each node. Unlike LC_CSR_CSC_Graph, which derives the in-edges, it reads them from a second file.
 * A symmetric graph needs only one file: there, the in-edges of a node are its edges.
 *
 * Thread-safety as that of the graph from which it is derived.
 */
#pragma once

#include <cassert>
#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "galois/MethodFlags.h"
#include "galois/NoDerefIterator.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/GraphError.h"
#include "galois/graphs/LC_CSR_Graph.h"
#include "galois/graphs/ReadGraph.h"

namespace galois::graphs {

/// The read_tag of graphs that are read from a file and from that of their in-edges.
struct read_lc_inout_graph_tag {};

/// @tparam GraphTy  the graph without in-edges: LC_CSR_Graph, or one derived from it
template <typename GraphTy>
class LC_InOut_Graph : public GraphTy {
  using EdgeTy = typename GraphTy::edge_data_type;
  /// The in-edges of an asymmetric graph, as edges of the reversed graph.
  using Reversed =
      LC_CSR_Graph<void, EdgeTy, true, false, false, typename GraphTy::file_edge_data_type>;
  static constexpr MethodFlag kFree = MethodFlag::UNPROTECTED;
  template <typename Other>
  struct Over {
    using type = LC_InOut_Graph<Other>;
  };

public:
  using read_tag = read_lc_inout_graph_tag;                 ///< how readGraph fills it
  using typename GraphTy::edge_data_reference;              ///< the data of an edge
  using typename GraphTy::edge_iterator;                    ///< an edge
  using typename GraphTy::GraphNode;                        ///< a node
  using in_edge_iterator = typename GraphTy::edge_iterator; ///< an in-edge
  static_assert(std::is_same_v<in_edge_iterator, typename Reversed::edge_iterator>);

  /// The same graph with other data, or with another flag. @{
  template <bool B>
  using with_id = Over<typename GraphTy::template with_id<B>::type>;
  template <typename T>
  using with_node_data = Over<typename GraphTy::template with_node_data<T>::type>;
  template <typename T>
  using with_edge_data = Over<typename GraphTy::template with_edge_data<T>::type>;
  template <typename T>
  using with_file_edge_data = Over<typename GraphTy::template with_file_edge_data<T>::type>;
  template <bool B>
  using with_no_lockable = Over<typename GraphTy::template with_no_lockable<B>::type>;
  template <bool B>
  using with_numa_alloc = Over<typename GraphTy::template with_numa_alloc<B>::type>;
  template <bool B>
  using with_out_of_line_lockable =
      Over<typename GraphTy::template with_out_of_line_lockable<B>::type>;
  /// @}
  using GraphTy::GraphTy;

  /// Returns the first in-edge of a node. With a flag that takes locks, it locks the node and all
  /// nodes from which the in-edges come.
  in_edge_iterator in_edge_begin(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    if (!asymmetric_) {
      return this->edge_begin(n, flag);
    }
    this->lockNode(n, flag);
    const in_edge_iterator first = reversed_.edge_begin(n, kFree);
    if (runtime::shouldLock(flag) && runtime::getThreadContext() != nullptr) {
      for (in_edge_iterator e = first; e != reversed_.edge_end(n, kFree); ++e) {
        this->lockNode(reversed_.getEdgeDst(e), flag);
      }
    }
    return first;
  }
  /// Returns the position after the last in-edge of a node.
  in_edge_iterator in_edge_end(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    this->lockNode(n, flag);
    return asymmetric_ ? reversed_.edge_end(n, kFree) : this->edge_end(n, kFree);
  }
  /// Returns the in-edges of a node, for a range-for loop whose variable is an in_edge_iterator.
  auto in_edges(GraphNode n, MethodFlag flag = MethodFlag::WRITE) const {
    return galois::make_no_deref_range(in_edge_begin(n, flag), in_edge_end(n, flag));
  }
  /// Returns the number of in-edges of a node.
  std::size_t getInDegree(GraphNode n) const {
    return asymmetric_ ? reversed_.getDegree(n) : this->getDegree(n);
  }
  /// Returns the node from which an in-edge comes.
  GraphNode getInEdgeDst(in_edge_iterator edge) const {
    return asymmetric_ ? reversed_.getEdgeDst(edge) : this->getEdgeDst(edge);
  }
  /// Returns the data of an in-edge. It is that of the second file; in a symmetric graph, it is that
  /// of the edge that leads back.
  edge_data_reference getInEdgeData(in_edge_iterator edge,
                                    [[maybe_unused]] MethodFlag flag = MethodFlag::UNPROTECTED) {
    return asymmetric_ ? reversed_.getEdgeData(edge, kFree) : this->getEdgeData(edge, kFree);
  }
  /// Sorts the in-edges of a node by a comparison of EdgeSortValue<GraphNode, EdgeTy>, which has
  /// `dst` and `get()`. In a symmetric graph, this sorts its edges.
  template <typename Comp>
  void sortInEdges(GraphNode n, const Comp& comp, MethodFlag flag = MethodFlag::WRITE) {
    if (asymmetric_) {
      this->lockNode(n, flag);
      reversed_.sortEdges(n, comp, kFree);
    } else {
      this->sortEdges(n, comp, flag);
    }
  }
  /// Sorts the in-edges of a node by a comparison of their data.
  template <typename Comp = std::less<EdgeTy>>
  void sortInEdgesByEdgeData(GraphNode n, const Comp& comp = Comp(),
                             MethodFlag flag = MethodFlag::WRITE) {
    using Value = EdgeSortValue<GraphNode, EdgeTy>;
    sortInEdges(
        n, [&comp](const Value& a, const Value& b) { return comp(a.data, b.data); }, flag);
  }

  /// Returns the number of a node in the file, counted from 0.
  std::size_t idFromNode(GraphNode n) const {
    assert(n < this->size());
    return n;
  }
  /// Returns the node that has this number, which is less than size().
  GraphNode nodeFromId(std::size_t id) const {
    assert(id < this->size());
    return static_cast<GraphNode>(id);
  }

  /// Discards the graph and reads another one, for readGraph().
  /// @param file            the graph
  /// @param reversed        the graph with all edges reversed; null: the graph is symmetric
  /// @param readUnweighted  ignore the edge data of both
  /// @throws GraphError as LC_CSR_Graph::constructFrom(), or if the two do not have as many nodes and
  ///         edges
  void readFrom(FileGraph& file, FileGraph* reversed, bool readUnweighted = false) {
    Reversed in;
    if (reversed != nullptr) {
      if (reversed->size() != file.size() || reversed->sizeEdges() != file.sizeEdges()) {
        throw GraphError(reversed->name() + " is not " + file.name() +
                         " with all edges reversed: "
                         "it has " +
                         std::to_string(reversed->size()) + " nodes and " +
                         std::to_string(reversed->sizeEdges()) + " edges instead of " +
                         std::to_string(file.size()) + " and " + std::to_string(file.sizeEdges()));
      }
      readGraph(in, *reversed, readUnweighted);
    }
    readGraphDispatch(static_cast<GraphTy&>(*this), typename GraphTy::read_tag(), file,
                      readUnweighted);
    reversed_ = std::move(in);
    asymmetric_ = reversed != nullptr;
  }

private:
  Reversed reversed_;
  bool asymmetric_ = false;
};

/// Fills such a graph, which is symmetric.
/// @throws GraphError as LC_InOut_Graph::readFrom()
/// @{
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_lc_inout_graph_tag /*tag*/, FileGraph& file) {
  graph.readFrom(file, nullptr);
}
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_lc_inout_graph_tag /*tag*/,
                       const std::string& filename) {
  FileGraph file;
  file.fromFile(filename);
  graph.readFrom(file, nullptr);
} /// @}
/// Fills such a graph from two files, of which the second has all edges of the first reversed.
/// @throws GraphError as LC_InOut_Graph::readFrom()
/// @{
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_lc_inout_graph_tag /*tag*/, FileGraph& file,
                       FileGraph& reversed, bool readUnweighted = false) {
  graph.readFrom(file, &reversed, readUnweighted);
}
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_lc_inout_graph_tag /*tag*/, const std::string& filename,
                       const std::string& reversedName, bool readUnweighted = false) {
  FileGraph file, reversed;
  file.fromFile(filename);
  reversed.fromFile(reversedName);
  graph.readFrom(file, &reversed, readUnweighted);
} /// @}

} // namespace galois::graphs
