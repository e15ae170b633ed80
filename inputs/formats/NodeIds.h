/** Writes the ids of nodes to files and messages. */
#pragma once

#include "inputs/Graph.h"
#include "inputs/io/OutputFile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace galois::inputs {

/// Writes a line "NODE ID" per node, in the order of the nodes. With it, a result that names nodes
/// by their numbers is translated back. @throws InputError
void writeNodeIds(const std::vector<std::uint64_t>& ids, OutputFile& file);

/// Returns a line that states how many ids a graph has and their range, or that nodes have names; ""
/// for a graph without either.
/// @param source  the file from which the graph came
std::string describeIds(const Graph& graph, const std::string& source);

} // namespace galois::inputs
