/** Where surfers start anew, read from a file: `--personalize`. */
#ifndef GALOIS_LONESTAR_PAGERANK_PERSONALIZATION_H
#define GALOIS_LONESTAR_PAGERANK_PERSONALIZATION_H

#include <cstdint>
#include <string>

#include "galois/LargeArray.h"
#include "inputs/NodeIdMap.h"

namespace pagerank {

/// The probabilities that a file gives the nodes of a graph of `nodes` nodes. Its lines are "NODE
/// WEIGHT", the node as `names` calls it, the weight not negative; empty lines and those that start
/// with
/// '#' or '%' say nothing. Nodes that are not named have weight 0; weights are divided by their
/// sum. Any compression; "-" is standard input.
/// @throws galois::inputs::InputError with file and line for anything else, for a node that is
///         named twice and for a file without a positive weight
galois::LargeArray<double> readPersonalization(const std::string& path, std::uint64_t nodes,
                                               const galois::inputs::NodeIdMap& names);

} // namespace pagerank

#endif
