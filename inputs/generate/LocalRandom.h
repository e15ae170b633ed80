/**
 * Random graphs with near neighbours, as in the Problem Based Benchmark Suite (J. Shun et al., SPAA
 * 2012): the nodes form a ring, and an arc spans a distance k with a probability proportional to
 * k^(-4/3), the law of a graph in three dimensions.
 */
#pragma once

#include "inputs/Graph.h"
#include "inputs/generate/NodeRange.h"

#include <cstdint>

namespace galois::inputs {

/// Returns a directed graph of `nodes` nodes with `degree` arcs out of each. The head of an arc is
/// up to nodes / 2 places before or after its tail, in a random direction. Parallel arcs are kept;
/// there are no loops. The caller sets the weights. Takes O(nodes * degree) expected time.
/// @param rows  the nodes whose arcs are made
/// @throws UsageError for arcs in a graph of fewer than two nodes
/// @throws InputError when the graph does not fit in memory
Graph generateLocal(std::uint64_t nodes, std::uint64_t degree, std::uint64_t seed,
                    bool progress = false, NodeRange rows = {});

} // namespace galois::inputs
