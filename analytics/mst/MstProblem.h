/** What the parts of mst-cpu share: the graph, an edge of the answer, and the order of edges. */
#pragma once

#include <algorithm>
#include <cstdint>

#include "analytics/graphs/UndirectedGraph.h"
#include "analytics/scheduler/LoopRun.h"

namespace mst {

using Node = std::uint32_t;
using Weight = std::uint32_t;
using Graph = lonestar::UndirectedGraph<Weight>;
using RowEdge = Graph::Edge; ///< the other end and the weight

/// An edge; `u` is the smaller of its ends.
struct Edge {
  Node u, v;
  Weight weight;

  static Edge between(Node a, Node b, Weight weight) {
    return {std::min(a, b), std::max(a, b), weight};
  }
  /// Returns both ends as one number.
  std::uint64_t ends() const { return static_cast<std::uint64_t>(u) << 32 | v; }
  bool operator==(const Edge&) const = default;
};

/// Orders edges by weight, and edges of equal weight by their ends. No two edges are equal in this
/// order. So there is exactly one least forest, whichever algorithm computes it on however many
/// threads.
struct Lighter {
  bool operator()(const Edge& a, const Edge& b) const {
    return a.weight != b.weight ? a.weight < b.weight : a.ends() < b.ends();
  }
};

class Components;

/// Contracts components under a worklist policy until none can be contracted. Each policy is
/// instantiated in a source file of its own.
template <typename Policy>
lonestar::LoopRun runWorklist(Components& components, const lonestar::WorklistSettings& settings);

} // namespace mst
