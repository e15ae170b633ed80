/**
 * What the parts of newcomer-cpu share: the graph, the answer, and the loop under a worklist.
 *
 * TODO: say what is computed. Here it is a label per node: the least node from which arcs lead to
 * it, which may be the node itself.
 */
#pragma once

#include <cstdint>

#include "analytics/scheduler/LoopRun.h"
#include "galois/LargeArray.h"
#include "galois/graphs/PackedCSR.h"

namespace newcomer {

using Graph = galois::graphs::PackedCSR<void>;
using Node = std::uint32_t;
using Labels = galois::LargeArray<Node>;

/// A graph and its answer.
struct Problem {
  const Graph& graph;
  Labels& labels; ///< one per node, each the node itself before a run
};

/// Computes the labels under a worklist policy. Each policy is instantiated in a source file of its
/// own.
template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings);

} // namespace newcomer
