#include <cstdint>

#include "tables/TableExperiment.h"

namespace tables {

#define LONESTAR_TABLES(W, D)                                                                      \
  template int writeTable<W, D>(const char*, const galois::analytics::Graph<W>&,                   \
                                const galois::inputs::NodeIdMap&,                                  \
                                const lonestar::InputDescription&);
LONESTAR_TABLES(std::uint32_t, std::uint32_t)
LONESTAR_TABLES(std::uint32_t, std::uint64_t)
LONESTAR_TABLES(std::uint64_t, std::uint64_t)
LONESTAR_TABLES(double, double)
#undef LONESTAR_TABLES

} // namespace tables
