/** Weakly connected components, in parallel. */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// The weakly connected components of a graph, that is, with the direction of arcs ignored.
struct Components {
  std::uint64_t count = 0; ///< number of components
  std::uint64_t largest =
      0; ///< nodes of the largest one; among equals, of the one with the lowest node
  std::vector<std::uint32_t>
      of; ///< for each node, the number of its component, which is a node in it
  std::uint32_t largestId = 0; ///< the number of the largest one
};

/// Computes the components on all active threads. Needs a SharedMemSys. Takes nearly O(nodes +
/// arcs) time, and 12 bytes per node, of which 4 remain.
Components weakComponents(const Graph& graph);

} // namespace galois::inputs
