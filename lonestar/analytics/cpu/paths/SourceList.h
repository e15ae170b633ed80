/** Nodes that a flag such as --sources names: those in a file, or some that are drawn. */
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "inputs/names/NodeIdMap.h"

namespace sssp {

/// Returns whether the value of --sources is random:K.
bool isDrawn(const std::string& sources);

/// Checks K of random:K. @throws lonestar::UsageError
void checkDrawn(const std::string& sources);

/// Returns the nodes that the lines of a file name. There is at least one.
/// @param path   of the file; "-": standard input
/// @param what   what each of them is, for messages: "source"
/// @param nodes  number of nodes of the graph
/// @param names  what files call the nodes
/// @throws AppError for a file without any
/// @throws galois::inputs::InputError for a file that cannot be used
std::vector<std::uint32_t> nodesOfFile(const std::string& path, const char* what,
                                       std::uint64_t nodes, const galois::inputs::NodeIdMap& names);

/// Returns the nodes that the value of --sources names: the lines of a file, or nodes drawn at random
/// from those with an edge. There is at least one.
/// @param sources  "random:K", or the path of a file
/// @param seed     of the draw
/// @param nodes    number of nodes of the graph, at least 1
/// @param names    what files call the nodes
/// @param degree   returns the number of out-edges of a node
/// @param instead  what to do about a graph without edges, for a message
/// @throws AppError, galois::inputs::InputError
std::vector<std::uint32_t> nodesOfList(const std::string& sources, std::uint64_t seed,
                                       std::uint64_t nodes, const galois::inputs::NodeIdMap& names,
                                       const std::function<std::uint64_t(std::uint32_t)>& degree,
                                       const char* instead);

} // namespace sssp
