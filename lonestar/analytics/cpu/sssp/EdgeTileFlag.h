/** The flag --edge-tile: how many edges of a node one task relaxes. */
#ifndef GALOIS_LONESTAR_SSSP_EDGETILEFLAG_H
#define GALOIS_LONESTAR_SSSP_EDGETILEFLAG_H

#include <cstddef>
#include <optional>

namespace llvm::cl {
class Option;
}

namespace sssp {

/// The flag itself, for algorithms on which it has no effect.
const llvm::cl::Option& edgeTileFlag();

/// What the flag says, if it is given; 0: no row is cut.
std::optional<std::size_t> givenEdgeTile();

} // namespace sssp

#endif
