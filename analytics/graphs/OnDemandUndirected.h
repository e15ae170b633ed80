/** A graph that is made undirected when an algorithm needs it so. */
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "analytics/graphs/UndirectedGraph.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/graphs/FromArrays.h"
#include "galois/graphs/PackedCSR.h"

namespace lonestar {

/// Owns the arcs of a graph, and after the first call of undirected() that graph instead.
template <typename Weight>
class OnDemandUndirected {
public:
  using Arcs = galois::graphs::PackedCSR<Weight>;

  explicit OnDemandUndirected(Arcs arcs) : arcs_(std::move(arcs)) {}

  /// Returns the number of nodes.
  std::size_t size() const { return undirected_ ? undirected_->size() : arcs_.size(); }

  /// Returns the undirected graph with sorted rows. Makes it if there is none, on the active threads,
  /// outside loops. @throws std::bad_alloc
  UndirectedGraph<Weight>& undirected() {
    const OneThreadIfSmall few(size() + arcs_.sizeEdges());
    if (!undirected_) {
      undirected_.emplace(galois::graphs::viewOf(arcs_)); // a cancelled call leaves the arcs
      arcs_ = {};
    }
    undirected_->sortRows();
    return *undirected_;
  }

  /// Returns visit(graph) of the form in which the graph is now. Both have size() and edges(node).
  template <typename Visit>
  auto visit(const Visit& visit) const {
    return undirected_ ? visit(*undirected_) : visit(arcs_);
  }

private:
  Arcs arcs_;
  std::optional<UndirectedGraph<Weight>> undirected_;
};

} // namespace lonestar
