/**
 * A graph with 32-bit integers for weights, which are in the order of the weights of another graph.
 * Algorithms that only compare weights, such as those for spanning forests, run on it and need one
 * form for all types of weights.
 */
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <fmt/format.h>

#include "analytics/graphs/OnDemandUndirected.h"
#include "analytics/graphs/OrderKeys.h"
#include "analytics/graphs/RowOfEdge.h"
#include "galois/OrderedWord.h"
#include "galois/ParallelSTL.h"
#include "galois/analytics/Errors.h"
#include "galois/graphs/FromArrays.h"
#include "galois/graphs/PackedCSR.h"

namespace lonestar {

/// Checks that weights are finite numbers. Runs on all active threads, outside loops, in O(edges)
/// time.
/// @throws galois::analytics::InvalidGraph  naming an edge whose weight is not
template <typename W>
void requireFiniteWeights(const galois::graphs::PackedCSR<W>& rows) {
  if constexpr (std::is_floating_point_v<W>) {
    const auto edges = rows.edges();
    const auto bad = galois::ParallelSTL::find_if(
        edges.begin(), edges.end(), [](const auto& edge) { return !std::isfinite(edge.weight); });
    if (bad == edges.end()) {
      return;
    }
    const std::uint32_t node = rowOfEdge(rows, static_cast<std::size_t>(bad - edges.begin()));
    throw galois::analytics::InvalidGraph(
        fmt::format("the edge from node {} to node {} (nodes counted from 0) weighs {}; a least "
                    "forest needs weights that are finite numbers",
                    node, bad->dst, bad->weight));
  }
}

/// @tparam W  std::uint64_t, double, or void for edges of weight 1
template <typename W>
class KeyedGraph {
public:
  using Weight = std::conditional_t<std::is_void_v<W>, std::uint32_t, W>;

  /// Makes the graph on all active threads, outside loops, in O(m log m) time. Beside the result it
  /// takes up to 16 bytes per edge of `rows`, which stays as it is.
  /// @throws galois::analytics::InvalidGraph  when a weight is no finite number, or when there are
  ///                                          more than 2^32 different weights
  /// @throws galois::substrate::Cancelled
  /// @throws std::bad_alloc
  explicit KeyedGraph(const galois::graphs::PackedCSR<W>& rows)
      : keys_(keysOf(rows)), graph_(keyed(rows)) {}

  /// Returns the graph. Its weights are keys.
  OnDemandUndirected<std::uint32_t>& graph() { return graph_; }
  /// Returns the weight that has this key. O(1). Thread-safe.
  Weight weight(std::uint32_t key) const {
    if constexpr (std::is_void_v<W>) {
      return key;
    } else {
      return galois::numberOfWord<W>(keys_.word(key));
    }
  }

private:
  static OrderKeys keysOf(const galois::graphs::PackedCSR<W>& rows) {
    if constexpr (std::is_void_v<W>) {
      return {};
    } else {
      requireFiniteWeights(rows);
      const auto edges = rows.edges();
      OrderKeys keys(edges.size(),
                     [&](std::size_t e) { return galois::orderedWord(edges[e].weight); });
      if (!keys.suffice()) {
        throw galois::analytics::InvalidGraph(fmt::format(
            "there are {} different weights; at most 2^32 can be told apart", keys.ranks()));
      }
      return keys;
    }
  }

  galois::graphs::PackedCSR<std::uint32_t> keyed(const galois::graphs::PackedCSR<W>& rows) const {
    return galois::graphs::mapWeights<std::uint32_t>(rows, [&](const auto& edge) {
      if constexpr (std::is_void_v<W>) {
        return edge.weight;
      } else {
        return keys_.key(galois::orderedWord(edge.weight));
      }
    });
  }

  OrderKeys keys_;
  OnDemandUndirected<std::uint32_t> graph_;
};

} // namespace lonestar
