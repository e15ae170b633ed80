/**
 * The edges of the input in both directions: `--transposed`, `--transposedGraph`, `--symmetricGraph`.
 */
#pragma once

#include <string>

#include "analytics/pagerank/PagerankProblem.h"

namespace pagerank {

/// Returns --transposed or --transposedGraph if one of them is given, else "".
std::string givenTransposed();

/// The in-edges of a graph: the graph itself where every edge has its reverse, otherwise read from
/// a file or built.
class Edges {
public:
  /// Finds the in-edges.
  /// @param graph   the input; with --transposedGraph it is transposed here
  /// @param wanted  whether in-edges are needed; if not, none are built
  /// @throws lonestar::AppError when --transposed names another graph's edges, or when
  ///         --symmetricGraph is given for a graph that is not symmetric
  Edges(Graph& graph, bool wanted);

  bool symmetric() const { return symmetric_; }
  /// Returns the in-edges, or null when they are neither wanted nor available without building
  /// them.
  const Graph* inEdges() const { return inEdges_; }

private:
  bool symmetric_ = false;
  Graph turned_;
  const Graph* inEdges_ = nullptr;
};

} // namespace pagerank
