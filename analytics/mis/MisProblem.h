/** What the parts of mis-cpu share: the graph, the order of its nodes, the set, and the calls. */
#pragma once

#include <cstdint>

#include "NodeOrder.h"
#include "analytics/graphs/UndirectedGraph.h"
#include "analytics/scheduler/LoopRun.h"
#include "galois/LargeArray.h"
#include "galois/analytics/Mis.h"

namespace mis {

using Graph = lonestar::UndirectedGraph<void>;
using Node = std::uint32_t;

/// Logarithm of the number of positions per bucket, where schedulers have buckets: enough nodes for
/// all threads, few enough that most of them need not wait for one another.
inline constexpr unsigned kShift = 8;

/// One problem instance and the set that the algorithm fills in.
struct Problem {
  const Graph& graph;
  const NodeOrder& order;
  galois::LargeArray<std::uint8_t>& members; ///< one entry per node: 1 or 0
};

/// Finds the set under a worklist policy. Each policy is instantiated in a source file of its own.
/// @param tries     the number of times in a row that a node without a decision is pushed again before
///                  it waits; 0: it waits at once
/// @param hasWaited receives the number of times that a node has waited
template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings,
                              std::uint32_t tries, std::uint64_t& hasWaited);

/// Finds the set with the algorithm of a plan. Call it where Session runs calls.
galois::analytics::Execution findSet(const Problem& problem, galois::analytics::MisPlan::Algorithm,
                                     const galois::analytics::RunOptions& options);

/// Returns the algorithm that is fastest for a number of threads.
galois::analytics::MisPlan::Algorithm fastestAlgorithm(unsigned threads);

} // namespace mis
