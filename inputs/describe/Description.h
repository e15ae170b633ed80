/** The description of a graph in numbers that graph-info reports. */
#pragma once

#include "inputs/Graph.h"
#include "inputs/describe/Distances.h"
#include "inputs/describe/Distribution.h"

#include <cstdint>
#include <optional>

namespace galois::inputs {

/// The result of describe(). A plain value.
struct Description {
  std::uint64_t nodes = 0;        ///< number of nodes
  std::uint64_t arcs = 0;         ///< number of arcs
  std::uint64_t loops = 0;        ///< arcs from a node to itself
  std::uint64_t parallelArcs = 0; ///< arcs beyond the first from one node to the same other node
  /// Arcs without a reverse arc of the same weight. With 0 the graph is symmetric, that is, as good
  /// as undirected.
  std::uint64_t oneWayArcs = 0;
  /// Arcs without a reverse arc of any weight; at most oneWayArcs.
  std::uint64_t oneWayEnds = 0;
  std::uint64_t isolated = 0; ///< nodes without arcs to or from other nodes

  std::uint64_t components = 0;       ///< number of weakly connected components
  std::uint64_t largestComponent = 0; ///< number of nodes of the largest component

  Distribution outDegrees;               ///< arcs out of each node
  std::optional<Distribution> inDegrees; ///< none if the graph is symmetric
  std::optional<Distribution> weights;   ///< none if the graph has no weights

  unsigned sweeps = 0;         ///< number of sweeps for each of the next two
  std::optional<FarPair> hops; ///< in the largest component; none without sweeps or nodes
  /// The same by weight; also none without weights, and with negative ones.
  std::optional<FarPair> length;

  unsigned weightBytes = 0;                     ///< 0, 4 or 8
  WeightType weightType = WeightType::kInteger; ///< the type of the weights
  std::uint64_t fileBytes = 0;                  ///< size as a binary .gr
  std::uint64_t memoryBytes = 0; ///< in an application: rows, heads, weights, and 8 bytes per node
};

/// Describes a graph. Sorts the arcs of each node on the way. Needs a SharedMemSys and uses all
/// active threads; except for the last digits of means, the result does not depend on their number.
/// Takes O(nodes + arcs log degree) time and the sweeps. Besides the graph it takes 12 bytes per
/// node, and a reversed copy where the graph is not symmetric.
/// @param sweeps  number of sweeps for each of the two diameters; 0 leaves them out
Description describe(Graph& graph, unsigned sweeps);

} // namespace galois::inputs
