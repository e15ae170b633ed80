/** Uniform random graphs. */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>

namespace galois::inputs {

/// Returns a directed graph of `arcs` arcs, both ends of each uniformly random among `nodes` nodes
/// (Erdos and Renyi's model, with loops and parallel arcs). The caller sets the weights. Takes
/// O(nodes + arcs) time.
/// @throws UsageError for arcs without nodes
/// @throws InputError when the graph does not fit in memory
Graph generateUniform(std::uint64_t nodes, std::uint64_t arcs, std::uint64_t seed,
                      bool progress = false);

} // namespace galois::inputs
