/** What the parts of color-cpu share: the graph, colours, and what makes a node urgent. */
#ifndef GALOIS_LONESTAR_COLOR_COLORPROBLEM_H
#define GALOIS_LONESTAR_COLOR_COLORPROBLEM_H

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "galois/LargeArray.h"
#include "liblonestar/LoopRun.h"
#include "liblonestar/UndirectedGraph.h"

namespace color {

using Graph = lonestar::UndirectedGraph<void>;
using Node = std::uint32_t;
using Color = std::uint32_t;

/// What a node has that has no colour yet. Colours are below it by far: none is greater than the
/// degree of its node.
inline constexpr Color kUncolored = std::numeric_limits<Color>::max();

/**
 * The urgency of a node in 32 bits, smaller is more urgent: saturation first, the number of
 * different colours around the node, more is more urgent; among equals the degree, more is more
 * urgent. For a graph of greatest degree D:
 *
 *     (S - min(saturation, S)) * (D' + 1) + (D' - degree')
 *
 * where D' and degree' are D and the degree without their low bits beyond 16, and S is D or as much
 * of it as 32 bits have room for: graphs whose nodes see 65535 colours are not met.
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

/// The greatest degree. All active threads.
inline std::uint64_t greatestDegree(const Graph& graph) {
  galois::GReduceMax<std::uint64_t> greatest;
  galois::do_all(galois::iterate(std::size_t{0}, graph.size()),
                 [&](std::size_t node) { greatest.update(graph.degree(static_cast<Node>(node))); });
  return greatest.reduce();
}

/// One instance, and the answer as it comes about.
struct Problem {
  const Graph& graph;
  std::uint64_t greatestDegree;
  galois::LargeArray<Color>& colors; ///< all kUncolored before a run, an entry a node
};

/// Colours nodes under a worklist policy, all but some of less degree than there are colours then;
/// instantiated in a file of its own for each policy.
template <typename Policy>
lonestar::LoopRun runWorklist(const Problem& problem, const lonestar::WorklistSettings& settings);

} // namespace color

#endif
