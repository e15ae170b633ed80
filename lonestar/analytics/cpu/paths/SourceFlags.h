/** The flags that select the sources of paths: --startNode, --sources, --reportNode. */
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "inputs/names/NodeIdMap.h"
#include "liblonestar/flags/InputFlags.h"

namespace sssp {

extern lonestar::NodeFlag startNode;
extern lonestar::NodeFlag reportNode;

/// Checks what can be known about these flags without a graph. @throws lonestar::UsageError
void checkSourceFlags();

/// Returns whether --sources names a file.
bool sourcesAreInFile();

/// Does the same as lonestar::fitThreads(), unless the command line has --sources or
/// --source-batch=sources, so that there may be many searches at once.
void fitThreadsToSources(std::uint64_t nodes, std::uint64_t edges);

/// Returns the sources that the command line selects: --startNode, the lines of a file, or nodes
/// drawn at random from those with an edge. There is at least one.
///
/// Without any flag it is node 0, or the first node where no node is called 0.
///
/// @param nodes   number of nodes of the graph, at least 1
/// @param names   what flags and files call the nodes
/// @param degree  returns the number of out-edges of a node
/// @throws AppError for names that are no node's, also in --reportNode, and for a graph without
///         edges when sources are to be drawn
/// @throws UsageError for flags that contradict each other
/// @throws galois::inputs::InputError for a file that cannot be used
std::vector<std::uint32_t> chosenSources(std::uint64_t nodes,
                                         const galois::inputs::NodeIdMap& names,
                                         const std::function<std::uint64_t(std::uint32_t)>& degree);

} // namespace sssp
