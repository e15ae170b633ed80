#ifndef GALOIS_INPUTS_DESCRIBE_COMPONENTS_H
#define GALOIS_INPUTS_DESCRIBE_COMPONENTS_H

#include "inputs/Graph.h"

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// The weakly connected components of a graph: its parts when arcs are roads for both directions.
struct Components {
  uint64_t count = 0;
  uint64_t largest = 0;     ///< nodes of the largest one; of several the one with the lowest node
  std::vector<uint32_t> of; ///< of each node, the number of its component: a node in it
  uint32_t largestId = 0;
};

/// Finds them on all active threads. Needs a SharedMemSys. O(nodes + arcs), nearly; 12 bytes a
/// node, 4 of which remain.
Components weakComponents(const Graph& graph);

} // namespace galois::inputs

#endif
