#ifndef GALOIS_INPUTS_FORMATS_NODEIDS_H
#define GALOIS_INPUTS_FORMATS_NODEIDS_H

#include "inputs/io/OutputFile.h"

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// Writes a line "NODE ID" for each node, in order of the nodes: what a result that names nodes by
/// their numbers here is translated back with. Throws InputError.
void writeNodeIds(const std::vector<uint64_t>& ids, OutputFile& file);

} // namespace galois::inputs

#endif
