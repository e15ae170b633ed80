/** Resets the distances of all nodes, and sums them up. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "PathLength.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"

namespace sssp {

/// The type of a sum of distances: an integer modulo 2^64, or a double.
template <typename Distance>
using Sum = std::conditional_t<std::is_floating_point_v<Distance>, double, std::uint64_t>;

/// A summary of distances.
template <typename Distance>
struct Totals {
  std::uint64_t reached = 0; ///< number of reached nodes
  Distance max = 0;          ///< the greatest finite distance
  Sum<Distance> sum = 0;     ///< the sum of all finite distances
};

/// Returns a summary of the distances, in O(nodes) time. Integers are added on all active threads.
/// Sums of floating-point numbers depend on the order of summation, so one thread adds those in the
/// order of nodes.
template <typename Distance>
Totals<Distance> summarize(std::span<const Distance> distances) {
  Totals<Distance> totals;
  if constexpr (std::is_floating_point_v<Distance>) {
    for (const Distance distance : distances) {
      if (distance != kInfinity<Distance>) {
        ++totals.reached;
        totals.max = std::max(totals.max, distance);
        totals.sum += distance;
      }
    }
  } else {
    galois::GAccumulator<std::uint64_t> reached, sum;
    galois::GReduceMax<Distance> max;
    galois::on_each([&](unsigned thread, unsigned threads) {
      // Each thread updates the reducers once, because an update costs more than an addition.
      const auto [first, last] =
          galois::block_range(std::size_t{0}, distances.size(), thread, threads);
      Totals<Distance> part;
      for (const Distance distance : distances.subspan(first, last - first)) {
        if (distance != kInfinity<Distance>) {
          ++part.reached;
          part.max = std::max(part.max, distance);
          part.sum += distance;
        }
      }
      reached += part.reached;
      sum += part.sum;
      max.update(part.max);
    });
    totals = {reached.reduce(), max.reduce(), sum.reduce()};
  }
  return totals;
}

/// Sets every distance to kInfinity, on all active threads.
template <typename Distance>
void resetDistances(std::span<Distance> distances) {
  galois::do_all(galois::iterate(std::size_t{0}, distances.size()),
                 [&](std::size_t node) { distances[node] = kInfinity<Distance>; });
}

} // namespace sssp
