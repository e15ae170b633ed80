/** The flag --edge-tile: the greatest number of edges that one task relaxes. */
#pragma once

#include <cstddef>
#include <optional>

namespace llvm::cl {
class Option;
}

namespace sssp {

/// Returns the flag itself, for the list of flags that have no effect on an algorithm.
const llvm::cl::Option& edgeTileFlag();

/// Returns the value of the flag, if it is given. 0 splits no row.
std::optional<std::size_t> givenEdgeTile();

} // namespace sssp
