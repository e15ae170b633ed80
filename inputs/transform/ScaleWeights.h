/** Multiplies the weights of a graph. */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>

namespace galois::inputs {

/// Multiplies every weight by `factor`, which is at least 1, in O(arcs) time. Shortest paths stay
/// the same, and their lengths grow by the factor. That shows whether a scheduler depends on the
/// scale of priorities. A graph without weights does not change.
/// @throws UsageError if a product does not fit in 64 bits, or in a float
void scaleWeights(Graph& graph, std::uint64_t factor);

} // namespace galois::inputs
