#ifndef GALOIS_INPUTS_GENERATE_UNIFORMRANDOM_H
#define GALOIS_INPUTS_GENERATE_UNIFORMRANDOM_H

#include "inputs/Graph.h"

#include <cstdint>

namespace galois::inputs {

/// A directed graph of `arcs` arcs, both ends of each uniformly random among `nodes` nodes (Erdos
/// and Renyi's model, with loops and parallel arcs as they fall). Weights are for the caller to
/// set. O(nodes + arcs). Throws UsageError for arcs without nodes, InputError when it does not fit.
Graph generateUniform(uint64_t nodes, uint64_t arcs, uint64_t seed, bool progress = false);

} // namespace galois::inputs

#endif
