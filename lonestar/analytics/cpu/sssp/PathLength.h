/** Lengths of paths: how they add up, and what stands for no path. */
#ifndef GALOIS_LONESTAR_SSSP_PATHLENGTH_H
#define GALOIS_LONESTAR_SSSP_PATHLENGTH_H

#include <cstdint>
#include <limits>
#include <type_traits>

namespace sssp {

/// The distance of a node that no path reaches. Every distance is below it. Distance: uint32_t,
/// uint64_t or double.
template <typename Distance>
inline constexpr Distance kInfinity = std::is_floating_point_v<Distance>
                                          ? std::numeric_limits<Distance>::infinity()
                                          : std::numeric_limits<Distance>::max();

/// The length of a path of length `distance` and one more edge: at least kInfinity<Distance> when
/// it is too long for the type, never wrapped. With floating point it is rounded, always in the
/// same way, and no shorter path becomes a longer one by that: the shortest path lengths, summed
/// edge by edge from the source, are the same numbers in whatever order edges are relaxed.
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

#endif
