#ifndef GALOIS_INPUTS_DESCRIBE_DESCRIPTION_H
#define GALOIS_INPUTS_DESCRIBE_DESCRIPTION_H

// What a graph looks like, in numbers: what graph-info reports.

#include "inputs/Graph.h"
#include "inputs/describe/Distances.h"
#include "inputs/describe/Distribution.h"

#include <cstdint>
#include <optional>

namespace galois::inputs {

/// What describe() finds out. A plain value.
struct Description {
  uint64_t nodes = 0;
  uint64_t arcs = 0;
  uint64_t loops = 0; ///< arcs from a node to itself
  uint64_t parallelArcs =
      0; ///< arcs beyond the first between the same two nodes, in that direction
  /// Arcs without a reverse arc of the same weight; 0: the graph is symmetric, as good as
  /// undirected.
  uint64_t oneWayArcs = 0;
  /// Arcs without a reverse arc of any weight; at most oneWayArcs.
  uint64_t oneWayEnds = 0;
  uint64_t isolated = 0; ///< nodes without arcs, in or out, but to themselves

  uint64_t components = 0;       ///< weakly connected
  uint64_t largestComponent = 0; ///< nodes of the largest

  Distribution outDegrees;
  std::optional<Distribution> inDegrees; ///< where the graph is not symmetric
  std::optional<Distribution> weights;   ///< where it has weights

  unsigned sweeps = 0;           ///< that were made for each of the next two
  std::optional<FarPair> hops;   ///< within the largest component; empty without sweeps or nodes
  std::optional<FarPair> length; ///< by weight; empty for graphs without weights, too

  unsigned weightBytes = 0; ///< 0, 4 or 8
  WeightType weightType = WeightType::kInteger;
  uint64_t fileBytes = 0;   ///< as a binary .gr
  uint64_t memoryBytes = 0; ///< in an application: its rows, heads and weights, and 8 bytes a node
};

/// Describes a graph with `sweeps` sweeps for each of its two diameters (0: leave them out). Sorts
/// the arcs of each node on the way. Needs a SharedMemSys, uses all active threads; the result is
/// the same on any number of them, but for the last digits of means. O(nodes + arcs log degree) and
/// the sweeps; besides the graph 12 bytes a node, and a reversed copy where the graph is not
/// symmetric.
Description describe(Graph& graph, unsigned sweeps);

} // namespace galois::inputs

#endif
