/**
 * Numbers that are derived from the weights of a graph: how floating-point distances become
 * priorities, and the widths of buckets that are fixed before a search begins.
 */
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
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
unsigned deltaSteppingShift(const Graph& graph, const WeightSummary<Weight>& weights,
                            double scale) {
  const double degree = static_cast<double>(graph.sizeEdges()) / static_cast<double>(graph.size());
  const double width = static_cast<double>(weights.greatest) * scale / std::max(degree, 1.0);
  return width < 2 ? 0 : static_cast<unsigned>(std::min(std::ilogb(width), 62));
}

/// Returns the geometric mean of a sample of the weights, times `scale`; 0 without edges. A few huge
/// weights, which may make up nearly all of the arithmetic mean, hardly change it. Products below 1
/// count as 1. O(1).
/// @param scale  see Problem::scale
template <typename Graph>
double typicalWeight(const Graph& graph, double scale) {
  constexpr std::size_t kSample = 1024; // edges, spread evenly over all rows
  const std::size_t edges = graph.sizeEdges();
  const std::size_t count = std::min(kSample, edges);
  const auto first = graph.edges().begin();
  double logarithms = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t edge = edges / count * i + edges % count * i / count;
    logarithms += std::log2(std::max(static_cast<double>(first[edge].weight) * scale, 1.0));
  }
  return count == 0 ? 0 : std::exp2(logarithms / static_cast<double>(count));
}

/// Returns the width of buckets for schedulers that do not find it while they run, as a number of
/// bits: six typical weights divided by the mean degree to the power of 1.5, rounded down to a power
/// of two. Where nodes have many edges, most shortest paths use light ones, so the distances to be
/// told apart shrink faster than 1 / degree. The numbers are fitted to roads, grids, random and
/// power-law graphs (docs/experiments/2026-11-27-widths.md); half or twice the width is nearly as
/// good. Where nodes have few edges, more than 16 threads find too little in a bucket of that width,
/// so it grows with them. O(1).
/// @param scale    see Problem::scale
/// @param threads  number of threads of the search, at least 1
template <typename Graph>
unsigned typicalShift(const Graph& graph, double scale, unsigned threads) {
  constexpr double kFewEdges = 4;
  constexpr unsigned kManyThreads = 16;
  if (graph.sizeEdges() == 0) {
    return 0;
  }
  const double degree = static_cast<double>(graph.sizeEdges()) / static_cast<double>(graph.size());
  const double wider =
      degree <= kFewEdges && threads > kManyThreads ? threads / double{kManyThreads} : 1;
  const double width =
      6 * wider * typicalWeight(graph, scale) / std::pow(std::max(degree, 1.0), 1.5);
  return width < 2 ? 0 : static_cast<unsigned>(std::min(std::ilogb(width), 62));
}

} // namespace sssp
