/**
 * What an application needs to know of a graph's weights before it searches paths: that none is
 * negative, how heavy they are, and how floating-point distances become priorities.
 */
#ifndef GALOIS_LONESTAR_SSSP_EDGEWEIGHTS_H
#define GALOIS_LONESTAR_SSSP_EDGEWEIGHTS_H

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "ssspVerify.h"

namespace sssp {

/// Returns "" when `value(weight)` of every edge is finite and none is negative. Otherwise returns
/// one line that names an edge. Runs on all active threads, in O(edges) time.
/// @param value  returns the number that the bits in the file stand for
template <typename Graph, typename Value>
std::string refusedWeight(const Graph& graph, const Value& value) {
  using Number = std::decay_t<decltype(value(graph.edges().front().weight))>;
  auto refused = [&](const auto& edge) {
    const Number weight = value(edge.weight);
    if constexpr (std::is_floating_point_v<Number>) {
      return !(weight >= 0 && weight <= std::numeric_limits<Number>::max());
    } else {
      return weight < 0;
    }
  };
  const std::uint64_t node = firstNode(graph, [&](std::uint32_t n) {
    const auto row = graph.edges(n);
    return std::any_of(row.begin(), row.end(), refused);
  });
  if (node == kNobody) {
    return "";
  }
  const auto row = graph.edges(static_cast<std::uint32_t>(node));
  const auto edge = std::find_if(row.begin(), row.end(), refused);
  return fmt::format("the edge from node {} to node {} (nodes counted from 0) weighs {}; shortest "
                     "paths need weights that are numbers and at least 0",
                     node, edge->dst, value(edge->weight));
}

/// Statistics of a graph's weights.
template <typename Weight>
struct WeightSummary {
  Weight greatest = 0;
  double mean = 0; ///< 0 without edges; the last digits depend on the number of threads
};

/// Computes the statistics of all weights on all active threads, in O(edges) time.
template <typename Graph>
WeightSummary<typename Graph::Weight> summarizeWeights(const Graph& graph) {
  using Weight = typename Graph::Weight;
  galois::GReduceMax<Weight> greatest;
  galois::GAccumulator<double> sum;
  galois::do_all(galois::iterate(graph), [&](std::uint32_t node) {
    Weight here = 0;
    double total = 0;
    for (const auto& edge : graph.edges(node)) {
      here = std::max(here, edge.weight);
      total += static_cast<double>(edge.weight);
    }
    greatest.update(here);
    sum += total;
  });
  WeightSummary<Weight> summary;
  if (graph.sizeEdges() > 0) {
    summary.greatest = greatest.reduce();
    summary.mean = sum.reduce() / static_cast<double>(graph.sizeEdges());
  }
  return summary;
}

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

#endif
