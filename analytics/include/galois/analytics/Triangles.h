/**
 * Triangles: three nodes that are neighbours of each other. Per node, how many there are, and which
 * share of the pairs of its neighbours are neighbours, the local clustering coefficient. Loops and
 * parallel edges are ignored. Nodes are neighbours if an edge leads either way.
 */
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "galois/LargeArray.h"
#include "galois/analytics/Algorithms.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// Selects the algorithm that counts. The answer does not depend on it.
struct TrianglesPlan {
  /// The algorithms. Both give each edge to the end of lower degree, and count a triangle at its
  /// first node. They run on all threads, in O(edges^1.5) time.
  enum Algorithm {
    /// The fastest: kMarks if its marks take no more memory than the edges, otherwise kMerge.
    kAuto,
    /// The later neighbours of a node are marked, and those of each of them are looked up. 4 bytes
    /// per node and thread.
    kMarks,
    /// The sorted rows of both ends of an edge are merged.
    kMerge
  };

  Algorithm algorithm = kAuto; ///< the algorithm that runs
};

/// Returns the algorithms of TrianglesPlan.
AlgorithmList<TrianglesPlan> trianglesAlgorithms();

/// Counts the triangles of every node.
///
/// The clustering coefficient of a node with d neighbours is the number of edges between these
/// neighbours, those in either direction counted, divided by d (d - 1); it is 0 for d < 2. This is
/// the definition of LDBC Graphalytics. If every edge has its reverse, it is twice the number of
/// triangles divided by d (d - 1), which is the definition for undirected graphs.
///
/// Any thread may call it, outside parallel loops (Session.h). The first call on a graph also builds
/// Graph::undirected(), and one with `clustering` finds out Graph::symmetric(). After an exception,
/// the contents of the arrays are unspecified.
///
/// @param graph       the graph
/// @param triangles   receives the number of triangles of each node; the previous contents do not
///                    matter
/// @param clustering  receives the clustering coefficient of each node. Empty if not wanted
/// @param plan        the algorithm
/// @param options     threads, and what is measured; no scheduler has an effect
/// @return what the run did. `executed` counts comparisons of neighbours; `useful` is the number of
///         triangles
/// @throws InvalidOption   when an array has another size than the graph, or an option of the run is
///                         out of range
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
Execution triangles(const Graph<void>& graph, std::span<std::uint64_t> triangles,
                    std::span<double> clustering = {}, const TrianglesPlan& plan = {},
                    const RunOptions& options = {});

/// The answer of triangles() in memory of its own.
struct TrianglesResult {
  LargeArray<std::uint64_t> triangles; ///< per node
  LargeArray<double> clustering;       ///< per node, the clustering coefficient
  std::uint64_t total = 0;             ///< the number of triangles of the graph
  Execution execution;                 ///< what the run did
};

/// Counts the triangles of every node and allocates the answer. Otherwise it behaves, and throws,
/// like the function above with `clustering`.
TrianglesResult triangles(const Graph<void>& graph, const TrianglesPlan& plan = {},
                          const RunOptions& options = {});

/// Returns the mean of clustering coefficients, 0 for none. They are added in the order of the nodes.
double meanClustering(std::span<const double> clustering);

/// Counts the triangles of a sample of the nodes, or of all, from the definition, and compares. The
/// code shares nothing with the algorithms.
///
/// Any thread may call it, outside parallel loops (Session.h). It also builds Graph::transpose(). It
/// runs on one thread. The sample is as large as about 16 times the edges of the graph allow to
/// visit; checking all nodes visits the sum of the squares of all degrees.
///
/// @param graph       the graph
/// @param triangles   one per node
/// @param clustering  one per node, or empty. A relative error of 1e-9 is accepted
/// @param fully       whether all nodes are checked
/// @return "" when no mistake was found, otherwise one line about the first node that is wrong
/// @throws InvalidOption   when an array has another size than the graph
/// @throws std::bad_alloc  when there is not enough memory
std::string verifyTriangles(const Graph<void>& graph, std::span<const std::uint64_t> triangles,
                            std::span<const double> clustering = {}, bool fully = false);

} // namespace galois::analytics
