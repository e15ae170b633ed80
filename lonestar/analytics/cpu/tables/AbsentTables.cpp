// Takes the place of what writes tables, in a build that leaves it out.
#include <cstdint>
#include <cstdlib>

#include "galois/analytics/Bfs.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/LeftOut.h"
#include "tables/TableFile.h"
#include "tables/TableRun.h"

namespace tables {

void requireTables() {
  throw lonestar::UsageError(lonestar::leftOut(
      "--table", {.setting = "GALOIS_TABLES=ON", .full = "GALOIS_TABLES=ON has it"}));
}

template <typename W, typename D>
int writeTable(const char* /*app*/, const galois::analytics::Graph<W>& /*graph*/,
               const galois::inputs::NodeIdMap& /*names*/,
               const lonestar::InputDescription& /*input*/) {
  requireTables();
  return EXIT_FAILURE;
}

#define LONESTAR_TABLES(W, D)                                                                      \
  template int writeTable<W, D>(const char*, const galois::analytics::Graph<W>&,                   \
                                const galois::inputs::NodeIdMap&,                                  \
                                const lonestar::InputDescription&);
LONESTAR_TABLES(void, galois::analytics::Level)
LONESTAR_TABLES(std::uint32_t, std::uint32_t)
LONESTAR_TABLES(std::uint32_t, std::uint64_t)
LONESTAR_TABLES(std::uint64_t, std::uint64_t)
LONESTAR_TABLES(double, double)
#undef LONESTAR_TABLES

} // namespace tables
