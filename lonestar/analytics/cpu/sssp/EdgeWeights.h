/**
 * What is to be known of a graph's weights before paths are searched: that none is negative, how
 * heavy they are, and how distances of floating point become priorities.
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

/// "" when `value(weight)` of every edge is a finite number and none is negative, else one line
/// that names an edge. Runs on all active threads; O(edges).
/// @param value  what the bits in the file stand for
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

/// What weights are like.
template <typename Weight>
struct WeightSummary {
  Weight greatest = 0;
  double mean = 0; ///< 0 without edges; its last digits depend on the number of threads
};

/// Runs on all active threads; O(edges).
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

/// Problem::scale: a power of two that takes the mean weight to 4096 or so, as in road networks, so
/// that --delta means what it means there; less if the longest path that a graph of so many nodes
/// could have would not fit in 63 bits.
template <typename Weight>
double priorityScale(const WeightSummary<Weight>& weights, std::uint64_t nodes) {
  if constexpr (std::is_floating_point_v<Weight>) {
    if (weights.greatest > 0) {
      constexpr int kMeanBits = 12;
      // The sum of subnormal numbers may have a mean of 0.
      const double mean = std::max(weights.mean, std::numeric_limits<double>::denorm_min());
      const int wanted = kMeanBits - std::ilogb(std::min(mean, weights.greatest));
      const int most =
          62 - (std::ilogb(weights.greatest) + 1) - static_cast<int>(std::bit_width(nodes));
      return std::ldexp(1.0, std::min({wanted, most, 1023}));
    }
  }
  return 1;
}

/// Bits of the width of delta-stepping's buckets without --delta: the greatest weight over the
/// edges a node has on average, for which the paper's bounds hold when weights are random, rounded
/// down to a power of two.
template <typename Graph, typename Weight>
unsigned defaultShift(const Graph& graph, const WeightSummary<Weight>& weights, double scale) {
  const double degree = static_cast<double>(graph.sizeEdges()) / static_cast<double>(graph.size());
  const double width = static_cast<double>(weights.greatest) * scale / std::max(degree, 1.0);
  return width < 2 ? 0 : static_cast<unsigned>(std::min(std::ilogb(width), 62));
}

} // namespace sssp

#endif
