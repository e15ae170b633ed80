/** What the parts of greedymatching-cpu share: the graph, the order of its edges, and the calls. */
#pragma once

#include <cstdint>

#include "EdgeOrder.h"
#include "analytics/graphs/UndirectedGraph.h"
#include "analytics/scheduler/LoopRun.h"
#include "galois/LargeArray.h"
#include "galois/analytics/GreedyMatching.h"

namespace greedymatching {

using galois::analytics::kUnmatched;

/// Logarithm of the number of priorities per bucket, where schedulers have buckets.
inline constexpr unsigned kShift = 8;

/// One problem instance and the matching that the algorithm fills in.
/// @tparam Weight  std::uint32_t, or void for edges without weights
template <typename Weight>
struct Problem {
  const lonestar::UndirectedGraph<Weight>& graph;
  const EdgeOrder& order;
  galois::LargeArray<Node>& partners; ///< one entry per node
};

/// Finds the matching under a worklist policy. Each policy is instantiated in a source file of its
/// own.
template <typename Policy, typename Weight>
lonestar::LoopRun runWorklist(const Problem<Weight>& problem,
                              const lonestar::WorklistSettings& settings);

/// Finds the matching with the algorithm of a plan. Call it where Session runs calls.
template <typename Weight>
galois::analytics::Execution findMatching(const Problem<Weight>& problem,
                                          galois::analytics::GreedyMatchingPlan::Algorithm,
                                          const galois::analytics::RunOptions& options);

/// Returns the algorithm that is fastest for a number of threads.
/// @param sorted  whether the rows are in the order of the edges
galois::analytics::GreedyMatchingPlan::Algorithm fastestAlgorithm(unsigned threads, bool sorted);

} // namespace greedymatching
