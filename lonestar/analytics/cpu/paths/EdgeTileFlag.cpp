#include "EdgeTileFlag.h"

#include <cstdint>

#include "liblonestar/CommandLine.h"

namespace cll = llvm::cl;

namespace sssp {

namespace {

cll::opt<std::uint64_t>
    edgeTile("edge-tile",
             cll::desc("Edges of a node that one task relaxes; further tasks relax the rest (0: "
                       "all; default: 4096 / threads, but at least 64 and twice the mean degree, "
                       "and all with one thread)"),
             cll::value_desc("edges"), cll::init(0), cll::cat(lonestar::algorithmGroup()));

} // namespace

const cll::Option& edgeTileFlag() { return edgeTile; }

std::optional<std::size_t> givenEdgeTile() {
  return edgeTile.getNumOccurrences() > 0
             ? std::optional<std::size_t>(static_cast<std::size_t>(edgeTile))
             : std::nullopt;
}

} // namespace sssp
