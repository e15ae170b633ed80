/** The flags that say where paths begin: --startNode, --sources, --reportNode. */
#ifndef GALOIS_LONESTAR_SSSP_SOURCEFLAGS_H
#define GALOIS_LONESTAR_SSSP_SOURCEFLAGS_H

#include <cstdint>
#include <functional>
#include <vector>

#include "inputs/NodeIdMap.h"
#include "llvm/Support/CommandLine.h"

namespace sssp {

extern llvm::cl::opt<uint64_t> startNode;
extern llvm::cl::opt<uint64_t> reportNode;

/// The sources that the command line asks for: --startNode, the lines of a file, or nodes drawn at
/// random from those with an edge. At least one.
///
/// Without any flag it is node 0, or the first node where no node is called 0.
///
/// @param nodes   of the graph, at least 1
/// @param names   what flags and files call them
/// @param degree  number of out-edges of a node
/// Throws AppError for nodes that are none, also of --reportNode, and for a graph without edges
/// when sources are to be drawn; UsageError for flags that contradict each other;
/// galois::inputs::InputError for a file that cannot be used.
std::vector<std::uint32_t> chosenSources(std::uint64_t nodes,
                                         const galois::inputs::NodeIdMap& names,
                                         const std::function<std::uint64_t(std::uint32_t)>& degree);

} // namespace sssp

#endif
