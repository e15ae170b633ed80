/**
 * Seeded random weights: the same graph and seed give the same weights everywhere. The weight of an
 * arc depends only on the seed and the ids of its two ends. So the format from which the graph
 * came, the order of its arcs, the machine and the thread make no difference.
 *
 *     h = mix(mix(seed + 0x9e3779b97f4a7c15) ^ (min(u, v) * 2^32 + max(u, v)))
 *
 * where mix is the finaliser of SplitMix64. A WeightLaw makes a weight of h, by
 * integer arithmetic alone. For uniform weights:
 *
 *     weight = low + floor(h * (high - low + 1) / 2^64)
 *
 * The two directions of an edge have the same weight, and so do parallel arcs. So a graph and its
 * simple version agree.
 */
#pragma once

#include "inputs/Graph.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

namespace galois::inputs {

/// The distributions of random weights.
enum class WeightLaw {
  kUniform,     ///< every number from `low` to `high` equally likely
  kExponential, ///< 1 more than the whole part of an exponential number with the mean `number`
  kZipf,        ///< at least w with probability `low` / w, for every w from `low` to `high`
  kBimodal,     ///< `low` or `high`, equally likely
  kOutliers     ///< uniform from `low` to `number`, but `high` for one edge in 65,536
};

/// Random weights. All are in [low, high].
struct WeightSpec {
  std::uint32_t low = 1;  ///< the lower limit
  std::uint32_t high = 1; ///< the upper limit
  std::uint64_t seed = 0; ///< seed of the random numbers
  /// The type in which they are stored. Floats are the integers; they take 8 bytes if `high` has
  /// over 24 bits.
  WeightType type = WeightType::kInteger;
  WeightLaw law = WeightLaw::kUniform; ///< how likely each weight is
  std::uint32_t number = 0;            ///< see WeightLaw; 0 where it has none
};

/// What --weights= takes, for texts of help.
inline constexpr const char* kWeightForms =
    "uniform:LO:HI (both included), constant:W, exponential:MEAN, zipf:LO:HI, bimodal:LO:HI, "
    "outliers:LO:HI:HUGE";

/// Reads one of kWeightForms, whose numbers are at most 2^32 - 1 and do not descend. MEAN, and LO
/// of zipf, are at least 1.
/// @throws UsageError  that shows the right forms
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

/// Returns -log2((h + 1) / 2^64) * 2^32, from 0 to 2^38. It is rounded the same way on every
/// machine, which logarithms of floating-point numbers are not.
constexpr std::uint64_t minusLog2(std::uint64_t h) {
  if (h == UINT64_MAX) {
    return 0;
  }
  const int zeros = std::countl_zero(h + 1);
  std::uint64_t x = (h + 1) << zeros; // x / 2^63 is in [1, 2)
  std::uint64_t log = 0;              // of that, in units of 2^-32
  for (int bit = 31; bit >= 0; --bit) {
    const std::uint64_t square = highProduct(x, x); // of x / 2^63, times 2^62
    const bool two = square >> 63;
    log |= std::uint64_t{two} << bit;
    x = two ? square : square << 1;
  }
  return (std::uint64_t{static_cast<unsigned>(zeros) + 1} << 32) - log;
}

/// Returns the whole part of -ln((h + 1) / 2^64) * mean.
constexpr std::uint64_t exponential(std::uint64_t h, std::uint32_t mean) {
  constexpr std::uint64_t kLn2 = 0xb17217f7d1cf79ab;        // ln(2) * 2^64
  const std::uint64_t ln = highProduct(minusLog2(h), kLn2); // in units of 2^-32
  return (ln >> 32) * mean + ((ln & 0xffffffffu) * mean >> 32);
}
} // namespace detail

/// Returns the weight of an arc between u and v in either direction, by the formulas above.
constexpr std::uint32_t randomWeight(const WeightSpec& spec, std::uint32_t u, std::uint32_t v) {
  const std::uint64_t ends = std::uint64_t{std::min(u, v)} << 32 | std::max(u, v);
  const std::uint64_t h =
      detail::splitMix64(detail::splitMix64(spec.seed + 0x9e3779b97f4a7c15u) ^ ends);
  const auto uniform = [&](std::uint32_t high) {
    return spec.low + detail::highProduct(h, std::uint64_t{high} - spec.low + 1);
  };
  std::uint64_t weight = 0;
  switch (spec.law) {
  case WeightLaw::kExponential:
    weight = 1 + detail::exponential(h, spec.number);
    break;
  case WeightLaw::kZipf: // at most `low` / w, for a number in (0, 1], with that probability
    weight = (std::uint64_t{spec.low} << 32) / ((h >> 32) + 1);
    break;
  case WeightLaw::kBimodal:
    weight = h >> 63 ? spec.high : spec.low;
    break;
  case WeightLaw::kOutliers:
    weight = (h & 0xffff) == 0 ? spec.high : uniform(spec.number);
    break;
  default:
    weight = uniform(spec.high);
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(weight, spec.high));
}

/// Gives every arc its random weight in place of its own, if it has one. Takes O(arcs) time.
/// @param first  the number of the graph's node 0 in the graph of which it is a part
///               (generate/NodeRange.h)
void setRandomWeights(Graph& graph, const WeightSpec& spec, std::uint64_t first = 0);

} // namespace galois::inputs
