#ifndef GALOIS_INPUTS_FORMATS_NODEIDS_H
#define GALOIS_INPUTS_FORMATS_NODEIDS_H

#include "inputs/Graph.h"
#include "inputs/io/OutputFile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace galois::inputs {

/// Writes a line "NODE ID" for each node, in order of the nodes: what a result that names nodes by
/// their numbers here is translated back with. Throws InputError.
void writeNodeIds(const std::vector<uint64_t>& ids, OutputFile& file);

/// For a graph with ids, a line that says how many there are and in what range; else empty.
/// `source` is the file that the graph came from.
std::string describeIds(const Graph& graph, const std::string& source);

} // namespace galois::inputs

#endif
