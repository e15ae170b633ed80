/** The edges of the input both ways: `--transposed`, `-transposedGraph`, `-symmetricGraph`. */
#ifndef GALOIS_LONESTAR_PAGERANK_EDGES_H
#define GALOIS_LONESTAR_PAGERANK_EDGES_H

#include "PagerankProblem.h"

namespace pagerank {

/// The in-edges of a graph: the graph itself where every edge has its reverse, else read or built.
class Edges {
public:
  /// @param graph   the input; with -transposedGraph it is turned round here
  /// @param wanted  whether in-edges are needed; without, none are built
  /// @throws lonestar::AppError when --transposed names another graph's edges, or -symmetricGraph
  ///         is wrong
  Edges(Graph& graph, bool wanted);

  bool symmetric() const { return symmetric_; }
  /// Null when they are not wanted and not at hand.
  const Graph* inEdges() const { return inEdges_; }

private:
  bool symmetric_ = false;
  Graph turned_;
  const Graph* inEdges_ = nullptr;
};

} // namespace pagerank

#endif
