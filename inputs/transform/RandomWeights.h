#ifndef GALOIS_INPUTS_TRANSFORM_RANDOMWEIGHTS_H
#define GALOIS_INPUTS_TRANSFORM_RANDOMWEIGHTS_H

// Seeded random weights. "The same graph and seed give the same weights everywhere": the weight of
// an arc depends on nothing but the seed and the ids of its two end points, so it does not matter
// which format the graph came from, in which order its arcs stand, or which machine or thread
// computes it.
//
//   h = mix(mix(seed + 0x9e3779b97f4a7c15) ^ (min(u, v) * 2^32 + max(u, v)))
//   weight = low + floor(h * (high - low + 1) / 2^64)
//
// where mix is the finaliser of SplitMix64. The two directions of an edge have one weight, and so
// do parallel arcs: a graph and its simple version agree.

#include "inputs/Graph.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace galois::inputs {

/// Random weights, uniform in [low, high], both ends included.
struct WeightSpec {
  uint32_t low = 1;
  uint32_t high = 1;
  uint64_t seed = 0;
  /// What they are stored as; floats are the integers, rounded where they have over 24 bits.
  WeightType type = WeightType::kInteger;
};

/// Reads "uniform:LO:HI" with 0 <= LO <= HI <= 2^32 - 1, as --weights= takes it.
/// Throws UsageError that shows the right form.
WeightSpec parseWeightSpec(const std::string& text, uint64_t seed);

namespace detail {
constexpr uint64_t splitMix64(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Upper half of the 128-bit product, without a 128-bit type.
constexpr uint64_t highProduct(uint64_t a, uint64_t b) {
  const uint64_t low = (a & 0xffffffffu) * (b & 0xffffffffu);
  const uint64_t mid1 = (a >> 32) * (b & 0xffffffffu) + (low >> 32);
  const uint64_t mid2 = (a & 0xffffffffu) * (b >> 32) + (mid1 & 0xffffffffu);
  return (a >> 32) * (b >> 32) + (mid1 >> 32) + (mid2 >> 32);
}
} // namespace detail

/// Weight of an arc between u and v, either way; the function above.
constexpr uint32_t randomWeight(const WeightSpec& spec, uint32_t u, uint32_t v) {
  const uint64_t ends = uint64_t{std::min(u, v)} << 32 | std::max(u, v);
  const uint64_t h = detail::splitMix64(detail::splitMix64(spec.seed + 0x9e3779b97f4a7c15u) ^ ends);
  const uint64_t count = uint64_t{spec.high} - spec.low + 1;
  return static_cast<uint32_t>(spec.low + detail::highProduct(h, count));
}

/// Gives every arc its random weight, in place of the one it has if any. O(arcs).
void setRandomWeights(Graph& graph, const WeightSpec& spec);

} // namespace galois::inputs

#endif
