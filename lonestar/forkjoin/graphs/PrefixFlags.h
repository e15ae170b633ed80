/** The flags of programs that work in rounds over prefixes (PrefixRounds.h). */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"

namespace forkjoin {

/// --prefix and --leaf. @{
inline llvm::cl::opt<std::uint64_t>
    prefixFlag("prefix", lonestar::WholeNumbers{1},
               llvm::cl::desc("Items that a round looks at (default: a fiftieth of all, and 10000 "
                              "or more)"),
               llvm::cl::value_desc("count"), llvm::cl::cat(lonestar::algorithmGroup()));
inline llvm::cl::opt<std::uint64_t>
    grainFlag("leaf", lonestar::WholeNumbers{1},
              llvm::cl::desc("Least number of items per task (default 512)"),
              llvm::cl::value_desc("count"), llvm::cl::init(512),
              llvm::cl::cat(lonestar::algorithmGroup()));
/// @}

/// Returns the number of items per round that the flag says, or the default for so many items.
inline std::size_t prefixOf(std::size_t items) {
  constexpr std::size_t kLeast = 10000;
  return prefixFlag > 0 ? static_cast<std::size_t>(prefixFlag) : std::max(kLeast, items / 50);
}

} // namespace forkjoin
