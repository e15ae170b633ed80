/**
 * Galois' LC_CSR_Hypergraph: a hypergraph whose topology is fixed, as an LC_CSR_Graph. Its first
 * nodes are the hyperedges, and the others are the nodes of the hypergraph. An edge leads from a
 * hyperedge to each of its nodes.
 *
 * Thread-safety as LC_CSR_Graph.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/range/iterator_range.hpp>

#include "galois/graphs/GraphOptions.h"
#include "galois/graphs/HmetisFile.h"
#include "galois/graphs/LC_CSR_Graph.h"

namespace galois::graphs {

/// The read_tag of hypergraphs that are read from files of hMetis.
struct read_hypergraph_tag {};

template <typename NodeTy, typename EdgeTy, bool HasNoLockable, bool UseNumaAlloc,
          bool HasOutOfLineLockable, typename FileEdgeTy>
class LC_CSR_Hypergraph;

namespace internal {
/// A hypergraph with a flag that has no meaning, as GraphOptions needs it.
template <typename NodeTy, typename EdgeTy, bool HasNoLockable, bool UseNumaAlloc,
          bool HasOutOfLineLockable, bool, typename FileEdgeTy>
using FlaggedHypergraph = LC_CSR_Hypergraph<NodeTy, EdgeTy, HasNoLockable, UseNumaAlloc,
                                            HasOutOfLineLockable, FileEdgeTy>;
} // namespace internal

/// @tparam NodeTy  data of a hyperedge or a node; void: none
/// @tparam EdgeTy  data of a pin: of a node in a hyperedge; void: none. The other parameters are those
///                 of LC_CSR_Graph.
template <typename NodeTy, typename EdgeTy, bool HasNoLockable = false, bool UseNumaAlloc = false,
          bool HasOutOfLineLockable = false, typename FileEdgeTy = EdgeTy>
class LC_CSR_Hypergraph
    : public internal::CsrOptions<internal::FlaggedHypergraph, NodeTy, EdgeTy, HasNoLockable,
                                  UseNumaAlloc, HasOutOfLineLockable, false, FileEdgeTy> {
  using Base = typename LC_CSR_Hypergraph::GraphOptions;

public:
  using read_tag = read_hypergraph_tag; ///< how readGraph fills it
  using typename Base::GraphNode;       ///< a hyperedge or a node
  using typename Base::iterator;        ///< iterates over hyperedges or nodes

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
