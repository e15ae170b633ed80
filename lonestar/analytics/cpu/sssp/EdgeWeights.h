/**
 * Numbers that are derived from the weights of a graph: how floating-point distances become
 * priorities, and the bucket width of delta-stepping.
 */
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "galois/analytics/Graph.h"

namespace sssp {

using galois::analytics::WeightSummary;

/// Returns Problem::scale, a power of two. It scales the mean weight to about 4096, as in road
/// networks, so that --delta has the same meaning there and here. The scale is smaller where the
/// longest possible path in a graph of so many nodes would not fit in 63 bits.
template <typename Weight>
double priorityScale(const WeightSummary<Weight>& weights, std::uint64_t nodes) {
  if constexpr (std::is_floating_point_v<Weight>) {
    if (weights.greatest > 0) {
      constexpr int kMeanBits = 12;
      // The mean of subnormal numbers may be rounded to 0.
      const double mean = std::max(weights.mean, std::numeric_limits<double>::denorm_min());
      const int wanted = kMeanBits - std::ilogb(std::min(mean, weights.greatest));
      const int most =
          62 - (std::ilogb(weights.greatest) + 1) - static_cast<int>(std::bit_width(nodes));
      return std::ldexp(1.0, std::min({wanted, most, 1023}));
    }
  }
  return 1;
}

/// Returns the width of delta-stepping's buckets without --delta, as a number of bits. The width is
/// the greatest weight divided by the mean degree, rounded down to a power of two. The paper's
/// bounds hold for this width when weights are random.
template <typename Graph, typename Weight>
unsigned defaultShift(const Graph& graph, const WeightSummary<Weight>& weights, double scale) {
  const double degree = static_cast<double>(graph.sizeEdges()) / static_cast<double>(graph.size());
  const double width = static_cast<double>(weights.greatest) * scale / std::max(degree, 1.0);
  return width < 2 ? 0 : static_cast<unsigned>(std::min(std::ilogb(width), 62));
}

} // namespace sssp
