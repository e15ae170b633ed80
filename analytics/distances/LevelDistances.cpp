// Distances of graphs without weights: numbers of edges, which bfs() also finds. They are no part of a
// program that has weights, so that it does not wait for bfs() under each policy.
#include <cstdint>
#include <span>

#include "DistanceTables.h"
#include "NearestSource.h"

namespace galois::analytics {

template Execution distances(const Graph<void>&, std::span<const Node>, std::span<const Node>,
                             const TableCells&, const DistancesPlan<void>&, const RunOptions&);
template SparseDistances<Level> sparseDistances<Level>(const Graph<void>&, std::span<const Node>,
                                                       std::span<const Node>,
                                                       const DistancesPlan<void>&,
                                                       const RunOptions&);
template Execution nearest(const Graph<void>&, std::span<const Node>, std::span<Level>,
                           std::span<std::uint32_t>, const RunOptions&);

} // namespace galois::analytics
