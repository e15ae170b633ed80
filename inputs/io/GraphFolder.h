/** Folders that stand for one graph, as those of the data sets of LDBC Graphalytics do. */
#pragma once

#include <string>

namespace galois::inputs {

/// Returns the file that a graph's path stands for: itself, or the only `.properties` in a folder.
/// @throws InputError when the path is a folder that has none or several, or cannot be listed
std::string fileOfGraph(const std::string& path);

} // namespace galois::inputs
