/** What the parts of cdlp-cpu share: the graph, the answer, and the run. */
#pragma once

#include <cstdint>
#include <span>

#include "galois/analytics/Cdlp.h"
#include "galois/graphs/PackedCSR.h"

namespace cdlp {

/// A graph, and the array that rounds fill in.
struct Problem {
  const galois::graphs::PackedCSR<void>& rows;
  const galois::graphs::PackedCSR<void>* inEdges; ///< null if every edge has its reverse
  std::span<std::uint32_t> labels;                ///< one per node
};

/// Returns the problem of a graph, and builds what it needs.
Problem problemFor(const galois::analytics::Graph<void>& graph, std::span<std::uint32_t> labels);

/// Performs the rounds of a plan. The time includes all but making the problem.
galois::analytics::Execution propagate(const Problem& problem,
                                       const galois::analytics::CdlpPlan& plan,
                                       const galois::analytics::RunOptions& options);

} // namespace cdlp
