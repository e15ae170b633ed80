/**
 * Seeded random weights: the same graph and seed give the same weights everywhere. The weight of an
 * arc depends only on the seed and the ids of its two ends. So the format from which the graph
 * came, the order of its arcs, the machine and the thread make no difference.
 *
 *     h = mix(mix(seed + 0x9e3779b97f4a7c15) ^ (min(u, v) * 2^32 + max(u, v)))
 *     weight = low + floor(h * (high - low + 1) / 2^64)
 *
 * where mix is the finaliser of SplitMix64. The two directions of an edge have the same weight, and
 * so do parallel arcs. So a graph and its simple version agree.
 */
#pragma once

#include "inputs/Graph.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace galois::inputs {

/// Random weights, uniform in [low, high], both limits included.
struct WeightSpec {
  std::uint32_t low = 1;  ///< the lower limit
  std::uint32_t high = 1; ///< the upper limit
  std::uint64_t seed = 0; ///< seed of the random numbers
  /// The type in which they are stored. Floats are the integers, rounded where they have over 24
  /// bits.
  WeightType type = WeightType::kInteger;
};

/// Reads "uniform:LO:HI" with 0 <= LO <= HI <= 2^32 - 1, as --weights= takes it. @throws UsageError
/// that shows the right form
WeightSpec parseWeightSpec(const std::string& text, std::uint64_t seed);

namespace detail {
constexpr std::uint64_t splitMix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Returns the upper half of the 128-bit product, without a 128-bit type.
constexpr std::uint64_t highProduct(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t low = (a & 0xffffffffu) * (b & 0xffffffffu);
  const std::uint64_t mid1 = (a >> 32) * (b & 0xffffffffu) + (low >> 32);
  const std::uint64_t mid2 = (a & 0xffffffffu) * (b >> 32) + (mid1 & 0xffffffffu);
  return (a >> 32) * (b >> 32) + (mid1 >> 32) + (mid2 >> 32);
}
} // namespace detail

/// Returns the weight of an arc between u and v in either direction, by the formula above.
constexpr std::uint32_t randomWeight(const WeightSpec& spec, std::uint32_t u, std::uint32_t v) {
  const std::uint64_t ends = std::uint64_t{std::min(u, v)} << 32 | std::max(u, v);
  const std::uint64_t h =
      detail::splitMix64(detail::splitMix64(spec.seed + 0x9e3779b97f4a7c15u) ^ ends);
  const std::uint64_t count = std::uint64_t{spec.high} - spec.low + 1;
  return static_cast<std::uint32_t>(spec.low + detail::highProduct(h, count));
}

/// Gives every arc its random weight in place of its own, if it has one. Takes O(arcs) time.
/// @param first  the number of the graph's node 0 in the graph of which it is a part
///               (generate/NodeRange.h)
void setRandomWeights(Graph& graph, const WeightSpec& spec, std::uint64_t first = 0);

} // namespace galois::inputs
