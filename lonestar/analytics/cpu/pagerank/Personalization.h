/** The distribution of restarts, read from a file: `--personalize`. */
#pragma once

#include <cstdint>
#include <string>

#include "galois/LargeArray.h"
#include "inputs/names/NodeIdMap.h"

namespace pagerank {

/// Returns the restart probabilities that a file gives the nodes of a graph. Its lines are "NODE
/// WEIGHT", with a weight of at least 0. Empty lines and lines that begin with '#' or '%' are
/// skipped. Nodes that are not named have weight 0. Weights are divided by their sum. The file may
/// be compressed; "-" is standard input.
/// @param nodes  number of nodes of the graph
/// @param names  what the file calls the nodes
/// @throws galois::inputs::InputError with file and line for anything else, for a node that is
///         named twice and for a file without a positive weight
galois::LargeArray<double> readPersonalization(const std::string& path, std::uint64_t nodes,
                                               const galois::inputs::NodeIdMap& names);

} // namespace pagerank
