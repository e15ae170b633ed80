#include <cstdint>
#include <span>

#include "DistanceTables.h"

namespace galois::analytics {

#define GALOIS_ANALYTICS_DISTANCES(W)                                                              \
  template Execution distances(const Graph<W>&, std::span<const Node>, std::span<const Node>,      \
                               const TableCells&, const DistancesPlan<W>&, const RunOptions&);
GALOIS_ANALYTICS_DISTANCES(std::uint32_t)
GALOIS_ANALYTICS_DISTANCES(std::uint64_t)
GALOIS_ANALYTICS_DISTANCES(double)
#undef GALOIS_ANALYTICS_DISTANCES

#define GALOIS_ANALYTICS_DISTANCES(W, D)                                                           \
  template SparseDistances<D> sparseDistances<D>(const Graph<W>&, std::span<const Node>,           \
                                                 std::span<const Node>, const DistancesPlan<W>&,   \
                                                 const RunOptions&);
GALOIS_ANALYTICS_DISTANCES(std::uint32_t, std::uint32_t)
GALOIS_ANALYTICS_DISTANCES(std::uint32_t, std::uint64_t)
GALOIS_ANALYTICS_DISTANCES(std::uint64_t, std::uint64_t)
GALOIS_ANALYTICS_DISTANCES(double, double)
#undef GALOIS_ANALYTICS_DISTANCES

} // namespace galois::analytics
