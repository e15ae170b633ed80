/** Resets the distances of all nodes, and sums them up. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "PathLength.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/Galois.h"
#include "galois/Threads.h"

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
  std::uint64_t carries = 0; ///< how many times 2^64 that sum of integers lacks

  /// Adds the sum of other distances.
  void add(Sum<Distance> more) {
    sum += more;
    carries += std::is_integral_v<Distance> && sum < more ? 1 : 0;
  }

  /// Returns the exact sum in decimal.
  std::string text() const {
    if constexpr (std::is_integral_v<Distance>) {
      __extension__ using Wide = unsigned __int128;
      return fmt::to_string((Wide{carries} << 64) + sum);
    } else {
      return fmt::to_string(sum);
    }
  }
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
        totals.add(distance);
      }
    }
  } else {
    const lonestar::OneThreadIfSmall few(distances.size());
    std::vector<Totals<Distance>> parts(galois::getActiveThreads());
    galois::on_each([&](unsigned thread, unsigned threads) {
      const auto [first, last] =
          galois::block_range(std::size_t{0}, distances.size(), thread, threads);
      Totals<Distance> part;
      for (const Distance distance : distances.subspan(first, last - first)) {
        if (distance != kInfinity<Distance>) {
          ++part.reached;
          part.max = std::max(part.max, distance);
          part.add(distance);
        }
      }
      parts[thread] = part;
    });
    for (const Totals<Distance>& part : parts) {
      totals.reached += part.reached;
      totals.max = std::max(totals.max, part.max);
      totals.carries += part.carries;
      totals.add(part.sum);
    }
  }
  return totals;
}

/// Sets every distance to kInfinity, on all active threads if there are many.
template <typename Distance>
void resetDistances(std::span<Distance> distances) {
  const lonestar::OneThreadIfSmall few(distances.size());
  galois::do_all(galois::iterate(std::size_t{0}, distances.size()),
                 [&](std::size_t node) { distances[node] = kInfinity<Distance>; });
}

} // namespace sssp
