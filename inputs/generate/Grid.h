/** Grid graphs. */
#pragma once

#include "inputs/Graph.h"
#include "inputs/generate/NodeRange.h"
#include "inputs/transform/RandomWeights.h"

#include <cstdint>

namespace galois::inputs {

/// Returns a grid of width x height nodes with random weights. Node y * width + x is at column x of
/// row y. Horizontal and vertical neighbours are joined by an edge, that is, one arc in each
/// direction. Width and height are at least 1. Takes O(nodes) time.
/// @param rows  the nodes whose arcs are made
/// @throws InputError when the graph does not fit in memory
Graph generateGrid(std::uint64_t width, std::uint64_t height, const WeightSpec& weights,
                   bool progress = false, NodeRange rows = {});

} // namespace galois::inputs
