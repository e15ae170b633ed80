/** What the parts of triangles-cpu share: the graph, the answer, and the run. */
#pragma once

#include <cstdint>
#include <span>

#include "analytics/graphs/UndirectedGraph.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Triangles.h"
#include "galois/graphs/PackedCSR.h"

namespace triangles {

using Undirected = lonestar::UndirectedGraph<void>;
using Arcs = galois::graphs::PackedCSR<void>;
using Node = std::uint32_t;

/// A graph, and the arrays that an algorithm fills in.
struct Problem {
  const Undirected& graph;
  /// The directed graph, if coefficients are wanted and not every edge has its reverse.
  const Arcs* arcs;
  std::span<std::uint64_t> triangles; ///< one per node
  std::span<double> clustering;       ///< one per node, or empty
};

/// Returns the problem of a graph, and builds what it needs.
Problem problemFor(const galois::analytics::Graph<void>& graph, std::span<std::uint64_t> triangles,
                   std::span<double> clustering);

/// Returns the algorithm that a plan stands for; never kAuto.
const galois::analytics::AlgorithmInfo<galois::analytics::TrianglesPlan>&
chosenAlgorithm(const galois::analytics::TrianglesPlan& plan, const Undirected& graph,
                unsigned threads);

/// Counts by the algorithm of a plan, which is chosen. The time includes all but making the problem.
galois::analytics::Execution countTriangles(const Problem& problem,
                                            const galois::analytics::TrianglesPlan& plan,
                                            const galois::analytics::RunOptions& options);

} // namespace triangles
