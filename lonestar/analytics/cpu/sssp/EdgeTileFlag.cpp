#include "EdgeTileFlag.h"

#include <algorithm>
#include <cstdint>

#include "galois/Galois.h"
#include "galois/graphs/EdgeTiles.h"
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

std::size_t edgesPerTile(std::size_t nodes, std::size_t edges) {
  if (edgeTile.getNumOccurrences() > 0) {
    return edgeTile == 0 ? galois::graphs::kWholeRows : static_cast<std::size_t>(edgeTile);
  }
  const unsigned threads = galois::getActiveThreads();
  if (threads == 1 || nodes == 0) {
    return galois::graphs::kWholeRows;
  }
  return std::max({std::size_t{4096} / threads, std::size_t{64}, 2 * edges / nodes});
}

} // namespace sssp
