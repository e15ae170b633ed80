/** What the parts of components-cpu share: the graph, the labels, and the runs. */
#pragma once

#include <cstdint>
#include <vector>

#include "analytics/scheduler/LoopRun.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/LargeArray.h"
#include "galois/analytics/Components.h"
#include "galois/analytics/Execution.h"
#include "galois/graphs/PackedCSR.h"

namespace components {

using Graph = galois::graphs::PackedCSR<void>;
using Node = std::uint32_t;
using Labels = galois::LargeArray<Node>;

/// A graph, what the plan needs to know about it, and the labels that an algorithm fills in.
struct Problem {
  const Graph& graph;
  const Graph* inEdges;               ///< for kWorklist: null if every edge has its reverse
  bool symmetric;                     ///< it is known that every edge has its reverse
  Labels& labels;                     ///< one per node
  std::vector<Node>* order = nullptr; ///< of kTarjan: ComponentsPlan::order
};

/// Returns the algorithm that a plan stands for; never kAuto.
/// @throws galois::analytics::InvalidOption  if it finds components of the other kind
const galois::analytics::AlgorithmInfo<galois::analytics::ComponentsPlan>&
chosenAlgorithm(const galois::analytics::ComponentsPlan& plan,
                const galois::analytics::RunOptions& options);

/// Returns the problem for a plan whose algorithm is chosen, and builds the in-edges that it needs.
Problem problemFor(const galois::analytics::Graph<void>& graph,
                   const galois::analytics::ComponentsPlan& plan, Labels& labels);

/// Fills in the labels by the algorithm of a plan, which is chosen. The time includes allocating what
/// the algorithm needs besides the problem.
galois::analytics::Execution findComponents(const Problem& problem,
                                            const galois::analytics::ComponentsPlan& plan,
                                            const galois::analytics::RunOptions& options);

/// Makes every node its own label. Runs on all active threads.
void labelAlone(Labels& labels);

/// Spreads labels under a worklist policy, from nodes that are their own labels. Each policy is
/// instantiated in a source file of its own.
template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings);

} // namespace components
