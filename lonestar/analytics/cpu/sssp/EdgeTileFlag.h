/** The flag --edge-tile: how many edges of a node one task relaxes. */
#ifndef GALOIS_LONESTAR_SSSP_EDGETILEFLAG_H
#define GALOIS_LONESTAR_SSSP_EDGETILEFLAG_H

#include <cstddef>

namespace llvm::cl {
class Option;
}

namespace sssp {

/// The flag itself, for algorithms to which it means nothing.
const llvm::cl::Option& edgeTileFlag();

/// Edges of a tile as --edge-tile says, see EdgeTiles.h. By default: none are cut for one thread,
/// who has nobody to share with; else the fewer, the more threads there are, but not so few that
/// the usual node would be cut.
/// @param nodes, edges  of the graph
std::size_t edgesOfATile(std::size_t nodes, std::size_t edges);

} // namespace sssp

#endif
