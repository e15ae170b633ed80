/** Lengths of paths: how they are added, and which value stands for no path. */
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace sssp {

/// The distance of a node that no path reaches. Every distance is below it.
/// @tparam Distance  std::uint32_t, std::uint64_t or double
template <typename Distance>
inline constexpr Distance kInfinity = std::is_floating_point_v<Distance>
                                          ? std::numeric_limits<Distance>::infinity()
                                          : std::numeric_limits<Distance>::max();

/// Returns the length of a path of length `distance` extended by one more edge. A sum too long for
/// the type is at least kInfinity<Distance> and never wraps around. With floating point the sum is
/// rounded, always in the same way, and rounding never makes a shorter path the longer one. So the
/// shortest path lengths, summed edge by edge from the source, do not depend on the order of
/// relaxations.
template <typename Distance, typename Weight>
auto pathLength(Distance distance, Weight weight) {
  if constexpr (std::is_floating_point_v<Distance>) {
    return distance + weight;
  } else {
    const std::uint64_t sum = std::uint64_t{distance} + weight;
    // A 32-bit distance and 32-bit weight fit in 64 bits.
    return sizeof(Distance) == 8 && sum < distance ? kInfinity<std::uint64_t> : sum;
  }
}

} // namespace sssp
