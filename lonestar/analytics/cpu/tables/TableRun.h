/** The run of a program with --table. */
#pragma once

#include "galois/analytics/Graph.h"
#include "inputs/names/NodeIdMap.h"
#include "liblonestar/record/ResultRecord.h"

namespace tables {

/// Computes and writes the table that the command line asks for, checks some rows, and reports.
/// @tparam W  the type of weights
/// @tparam D  that of distances; as for galois::analytics::sparseDistances()
/// @param app    the name of the program
/// @param names  what files and messages call the nodes
/// @return the exit status
/// @throws lonestar::AppError, lonestar::UsageError, galois::inputs::InputError
template <typename W, typename D>
int writeTable(const char* app, const galois::analytics::Graph<W>& graph,
               const galois::inputs::NodeIdMap& names, const lonestar::InputDescription& input);

} // namespace tables
