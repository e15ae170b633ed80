/**
 * Edges that a surfer follows with a probability in proportion to their weights. Edges of weight 0,
 * which nobody follows, are left out. So a node whose weights are all 0 is one without edges, and
 * no other code treats it differently.
 */
#pragma once

#include <span>

#include "PagerankProblem.h"

namespace pagerank {

/// The edges of a graph with weights, ready for Question.
class WeightedEdges {
public:
  /// Runs on all active threads, in O(nodes + edges) time, with up to 36 bytes per edge.
  /// @param graph    the graph, which must outlive this
  /// @param weights  one per edge, in the order of graph.edges()
  /// @param inEdges  whether inChances() is needed, which has 16 of these bytes
  /// @throws galois::analytics::InvalidGraph  that names an edge, for a weight that is negative,
  ///                                          infinite or not a number
  WeightedEdges(const Graph& graph, std::span<const double> weights, bool inEdges);

  /// Returns the graph without the edges of weight 0.
  const Graph& graph() const { return dropped_ ? kept_ : given_; }
  /// Returns the probabilities of following the edges of graph(). Those of a node sum to 1.
  const Chances& chances() const { return chances_; }
  /// Returns the reversed edges with these probabilities; null where they were not wanted.
  const Chances* inChances() const { return turned_ ? &inChances_ : nullptr; }
  /// Returns whether each edge has its reverse of the same weight, with equally many parallel ones
  /// each way. Is wrong as lonestar::isSymmetric() is.
  bool symmetric() const { return symmetric_; }

private:
  const Graph& given_;
  bool dropped_ = false; ///< whether there are edges of weight 0
  Graph kept_;           ///< the others, if so
  Chances chances_;
  bool turned_;
  Chances inChances_;
  bool symmetric_ = false;
};

} // namespace pagerank
