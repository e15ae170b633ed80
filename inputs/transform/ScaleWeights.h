#ifndef GALOIS_INPUTS_TRANSFORM_SCALEWEIGHTS_H
#define GALOIS_INPUTS_TRANSFORM_SCALEWEIGHTS_H

#include "inputs/Graph.h"

#include <cstdint>

namespace galois::inputs {

/// Multiplies every weight by `factor`, 1 or more. Shortest paths stay what they are, lengths are
/// `factor` times as long: a scheduler that is sensitive to the scale of priorities shows it. A
/// graph without weights stays without. Throws UsageError if a product does not fit 64 bits, or a
/// float.
/// O(arcs).
void scaleWeights(Graph& graph, uint64_t factor);

} // namespace galois::inputs

#endif
