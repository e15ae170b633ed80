/** What the parts of color-cpu share: the graph, colours, and the urgency of a node. */
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "analytics/graphs/ForEachNode.h"
#include "analytics/graphs/UndirectedGraph.h"
#include "analytics/scheduler/LoopRun.h"
#include "galois/LargeArray.h"

namespace color {

using Graph = lonestar::UndirectedGraph<void>;
using Node = std::uint32_t;
using Color = std::uint32_t;

/// The colour of a node that has none yet. Real colours are far below it: none exceeds the degree
/// of its node.
inline constexpr Color kUncolored = std::numeric_limits<Color>::max();

/**
 * Computes the urgency of a node as 32 bits; smaller is more urgent. A node of higher saturation,
 * the number of different colours among its neighbours, is more urgent. Among equals, a node of
 * higher degree is more urgent. For a graph of greatest degree D:
 *
 *     (S - min(saturation, S)) * (D' + 1) + (D' - degree')
 *
 * where D' and degree' are D and the degree without their low bits beyond 16. S is D, or the
 * greatest value for which the result fits in 32 bits. So nodes with 65535 or more colours among
 * their neighbours may share one urgency.
 */
class Urgency {
public:
  explicit Urgency(std::uint64_t greatestDegree)
      : shift_(std::max(16, static_cast<int>(std::bit_width(greatestDegree))) - 16),
        degrees_((greatestDegree >> shift_) + 1),
        greatestSaturation_(
            std::min(greatestDegree, std::numeric_limits<std::uint32_t>::max() / degrees_ - 1)) {}

  std::uint32_t of(std::uint64_t saturation, std::uint64_t degree) const {
    const std::uint64_t missing = greatestSaturation_ - std::min(saturation, greatestSaturation_);
    return static_cast<std::uint32_t>(missing * degrees_ + (degrees_ - 1 - (degree >> shift_)));
  }

private:
  int shift_;
  std::uint64_t degrees_;
  std::uint64_t greatestSaturation_;
};

/// Returns the greatest degree. Runs on all active threads.
inline std::uint64_t greatestDegree(const Graph& graph) {
  galois::GReduceMax<std::uint64_t> greatest;
  lonestar::forEachNode(graph.size(), [&](Node node) { greatest.update(graph.degree(node)); });
  return greatest.reduce();
}

/// One problem instance and the colours that the algorithm fills in.
struct Problem {
  const Graph& graph;
  std::uint64_t greatestDegree;
  galois::LargeArray<Color>& colors; ///< one entry per node, all kUncolored before a run
};

/// Colours nodes under a worklist policy. It may leave out nodes whose degree is less than the
/// number of colours in use at the end. Each policy is instantiated in a source file of its own.
template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings);

} // namespace color
