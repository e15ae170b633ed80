/** What the parts of kcore-cpu share: the graph, the core numbers, and the calls. */
#pragma once

#include <cstdint>

#include "analytics/graphs/UndirectedGraph.h"
#include "analytics/scheduler/LoopRun.h"
#include "galois/LargeArray.h"
#include "galois/analytics/Kcore.h"

namespace kcore {

using Graph = lonestar::UndirectedGraph<void>;
using Node = std::uint32_t;
using galois::analytics::Core;

/// One problem instance and the numbers that the algorithm fills in.
struct Problem {
  const Graph& graph;
  galois::LargeArray<Core>& cores; ///< one entry per node
};

/// Finds core numbers under a worklist policy. Each policy is instantiated in a source file of its
/// own.
/// @param needy  receives the number of nodes of which at least one task was not stale
template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings,
                              std::uint64_t& needy);

/// Finds core numbers with the algorithm of a plan. Call it where Session runs calls.
galois::analytics::Execution findCores(const Problem& problem,
                                       const galois::analytics::KcorePlan& plan,
                                       const galois::analytics::RunOptions& options);

/// Returns the algorithm that is fastest for a number of threads.
galois::analytics::KcorePlan::Algorithm fastestAlgorithm(unsigned threads);

} // namespace kcore
