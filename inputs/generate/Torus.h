/** Grid graphs of two or three dimensions without borders. */
#pragma once

#include "inputs/Graph.h"
#include "inputs/generate/NodeRange.h"

#include <cstdint>

namespace galois::inputs {

/// Returns a grid of side^dimensions nodes in which every node is joined to its two neighbours in
/// each dimension, and the last node of a line to the first. An edge is one arc in each direction.
/// A node's number has its coordinates as digits to the base `side`. A side of 1 gives no arcs, and
/// a side of 2 one edge per line. The arcs of a node are sorted. There are no weights. Takes
/// O(nodes) time.
/// @param dimensions  2 or 3
/// @param rows        the nodes whose arcs are made
/// @throws UsageError for a side of 0 or another number of dimensions
/// @throws InputError when the graph does not fit in memory
Graph generateTorus(unsigned dimensions, std::uint64_t side, bool progress = false,
                    NodeRange rows = {});

/// Returns the number of nodes, or more than kMaxNodes if it is too large.
std::uint64_t torusNodes(unsigned dimensions, std::uint64_t side);

/// Returns the largest side such that side^dimensions is at most `nodes`, at least 1.
std::uint64_t torusSide(unsigned dimensions, std::uint64_t nodes);

} // namespace galois::inputs
