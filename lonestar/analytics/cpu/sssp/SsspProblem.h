/** What the parts of sssp-cpu share: the graph and the distances. */
#ifndef GALOIS_LONESTAR_SSSP_SSSPPROBLEM_H
#define GALOIS_LONESTAR_SSSP_SSSPPROBLEM_H

#include <cstdint>
#include <limits>

#include "galois/LargeArray.h"
#include "galois/graphs/PackedCSR.h"
#include "liblonestar/LoopRun.h"

namespace sssp {

using Graph = galois::graphs::PackedCSR<std::uint32_t>;
using Node = std::uint32_t;

/// The distance of a node that no path reaches. Every distance is below it.
template <typename Distance>
inline constexpr Distance kInfinity = std::numeric_limits<Distance>::max();

/// One instance, and the answer as it comes about. Distance: uint32_t or uint64_t.
template <typename Distance>
struct Problem {
  const Graph& graph;
  Node source;
  galois::LargeArray<Distance>& distances; ///< all kInfinity before a run, an entry a node
};

/// Runs the problem under a worklist policy; instantiated in a file of its own for each policy.
template <typename Policy, typename Distance>
lonestar::LoopRun runWorklist(const Problem<Distance>& problem,
                              const lonestar::WorklistSettings& settings);

} // namespace sssp

#endif
