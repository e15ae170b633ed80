/**
 * Galois' LC_CSR_Hypergraph: a hypergraph whose topology is fixed, as an LC_CSR_Graph. Its first
 * nodes are the hyperedges, and the others are the nodes of the hypergraph. An edge leads from a
 * hyperedge to each of its nodes.
 *
 * Thread-safety as LC_CSR_Graph.
 */
#ifndef GALOIS_GRAPHS_LC_CSR_HYPERGRAPH_H
#define GALOIS_GRAPHS_LC_CSR_HYPERGRAPH_H

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/range/iterator_range.hpp>

#include "galois/graphs/HmetisFile.h"
#include "galois/graphs/LC_CSR_Graph.h"

namespace galois::graphs {

/// The read_tag of hypergraphs that are read from files of hMetis.
struct read_hypergraph_tag {};

/// @tparam NodeTy  data of a hyperedge or a node; void: none
/// @tparam EdgeTy  data of a pin: of a node in a hyperedge; void: none. The other parameters are those
///                 of LC_CSR_Graph.
template <typename NodeTy, typename EdgeTy, bool HasNoLockable = false, bool UseNumaAlloc = false,
          bool HasOutOfLineLockable = false, typename FileEdgeTy = EdgeTy>
class LC_CSR_Hypergraph : public LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc,
                                              HasOutOfLineLockable, FileEdgeTy> {
  using Base =
      LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable, FileEdgeTy>;

public:
  using read_tag = read_hypergraph_tag; ///< how readGraph fills it
  using typename Base::GraphNode;       ///< a hyperedge or a node
  using typename Base::iterator;        ///< iterates over hyperedges or nodes

  /// The same graph with ids.
  template <bool>
  struct with_id {
    using type = LC_CSR_Hypergraph; ///< that graph
  };
  /// The same graph with other node data.
  template <typename T>
  struct with_node_data {
    using type = LC_CSR_Hypergraph<T, EdgeTy, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable,
                                   FileEdgeTy>; ///< that graph
  };
  /// The same graph with other data of pins.
  template <typename T>
  struct with_edge_data {
    using type = LC_CSR_Hypergraph<NodeTy, T, HasNoLockable, UseNumaAlloc, HasOutOfLineLockable,
                                   FileEdgeTy>; ///< that graph
  };
  /// The same graph with other data of pins in a file.
  template <typename T>
  struct with_file_edge_data {
    using type = LC_CSR_Hypergraph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc,
                                   HasOutOfLineLockable, T>; ///< that graph
  };
  /// The same graph with locks or without.
  template <bool B>
  struct with_no_lockable {
    using type = LC_CSR_Hypergraph<NodeTy, EdgeTy, B, UseNumaAlloc, HasOutOfLineLockable,
                                   FileEdgeTy>; ///< that graph
  };
  /// The same graph with other placement.
  template <bool B>
  struct with_numa_alloc {
    using type = LC_CSR_Hypergraph<NodeTy, EdgeTy, HasNoLockable, B, HasOutOfLineLockable,
                                   FileEdgeTy>; ///< that graph
  };
  /// The same graph with another place of the locks.
  template <bool B>
  struct with_out_of_line_lockable {
    using type = LC_CSR_Hypergraph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc, B,
                                   FileEdgeTy>; ///< that graph
  };
  using Base::Base;

  /// Returns the number of hyperedges. They are the nodes from 0.
  std::size_t sizeHyperedges() const noexcept { return hyperedges_; }
  /// Returns the number of nodes that are no hyperedges.
  std::size_t sizeNodes() const noexcept { return this->size() - hyperedges_; }
  /// Says how many of the first nodes are hyperedges, for graphs that are not read from a file of
  /// hMetis. At most size().
  void setHyperedges(std::uint32_t count) {
    assert(count <= this->size());
    hyperedges_ = count;
  }
  /// Returns whether this is a hyperedge.
  bool isHyperedge(GraphNode n) const noexcept { return n < hyperedges_; }
  /// Returns the hyperedges, as a range.
  auto hyperedges() const {
    return boost::make_iterator_range(this->begin(), iterator(hyperedges_));
  }
  /// Returns the nodes that are no hyperedges, as a range.
  auto nodes() const { return boost::make_iterator_range(iterator(hyperedges_), this->end()); }
  /// Returns the weight of a hyperedge or a node in the file; 1 if it has none there.
  std::uint64_t getWeight(GraphNode n) const { return weights_.empty() ? 1 : weights_[n]; }

  /// Discards the graph and reads another one, for readGraph(). Data is value-initialised.
  /// @throws GraphError with one line that says what is wrong with the file
  void readHmetis(const std::string& filename) {
    const HmetisFile file = HmetisFile::read(filename);
    this->allocateFrom(file.hyperedges + file.nodes, file.pins.size());
    this->constructNodes();
    for (std::uint64_t pin = 0; pin < file.pins.size(); ++pin) {
      this->constructEdge(pin, file.hyperedges + file.pins[pin]);
    }
    for (std::uint32_t n = 0; n < this->size(); ++n) {
      this->fixEndEdge(n, n < file.hyperedges ? file.ends[n] : file.pins.size());
    }
    this->initializeLocalRanges();
    hyperedges_ = file.hyperedges;
    weights_.clear();
    if (!file.hyperedgeWeights.empty() || !file.nodeWeights.empty()) {
      weights_.assign(this->size(), 1);
      std::copy(file.hyperedgeWeights.begin(), file.hyperedgeWeights.end(), weights_.begin());
      std::copy(file.nodeWeights.begin(), file.nodeWeights.end(),
                weights_.begin() + file.hyperedges);
    }
  }

private:
  std::uint32_t hyperedges_ = 0;
  std::vector<std::uint64_t> weights_; ///< of all, or empty
};

/// Fills such a graph from a file of hMetis. @throws GraphError as LC_CSR_Hypergraph::readHmetis()
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_hypergraph_tag /*tag*/, const std::string& filename) {
  graph.readHmetis(filename);
}

} // namespace galois::graphs

#endif
