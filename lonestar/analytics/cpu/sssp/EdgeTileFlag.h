/** The flag --edge-tile: how many edges of a node one task relaxes. */
#ifndef GALOIS_LONESTAR_SSSP_EDGETILEFLAG_H
#define GALOIS_LONESTAR_SSSP_EDGETILEFLAG_H

#include <cstddef>

namespace llvm::cl {
class Option;
}

namespace sssp {

/// Returns the flag, for algorithms that ignore it and say so.
const llvm::cl::Option& edgeTileFlag();

/// Returns the number of edges per tile that --edge-tile selects, see EdgeTiles.h. The default on
/// one thread is to split no node, because no other thread could help. On several threads, tiles
/// become smaller as threads become more, but never so small that a node of ordinary degree is
/// split.
/// @param nodes  number of nodes of the graph
/// @param edges  number of edges of the graph
std::size_t edgesPerTile(std::size_t nodes, std::size_t edges);

} // namespace sssp

#endif
