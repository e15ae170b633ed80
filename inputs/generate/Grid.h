#ifndef GALOIS_INPUTS_GENERATE_GRID_H
#define GALOIS_INPUTS_GENERATE_GRID_H

#include "inputs/Graph.h"
#include "inputs/transform/RandomWeights.h"

#include <cstdint>

namespace galois::inputs {

/// A grid of width x height nodes, node y * width + x at column x of row y, with an edge (an arc
/// each way) between horizontal and between vertical neighbours, and random weights. Width and
/// height are at least 1. O(nodes). Throws InputError when it does not fit in memory.
Graph generateGrid(uint64_t width, uint64_t height, const WeightSpec& weights,
                   bool progress = false);

} // namespace galois::inputs

#endif
