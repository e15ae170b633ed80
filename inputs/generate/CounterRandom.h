/**
 * Random numbers by counting. The number at (stream, index) depends only on the seed. So a
 * generator may request numbers in any order, twice, or from several threads, and every machine
 * gets the same graph.
 */
#pragma once

#include "inputs/transform/RandomWeights.h"

#include <cstdint>

namespace galois::inputs {

/// Random numbers of one seed. Each use of random numbers has a stream of its own. Thread-safe.
class CounterRandom {
public:
  /// Makes the numbers of this seed.
  explicit constexpr CounterRandom(std::uint64_t seed) : seed_(detail::splitMix64(seed + kGamma)) {}

  /// Returns 64 random bits.
  constexpr std::uint64_t operator()(std::uint32_t stream, std::uint64_t index) const {
    return detail::splitMix64(detail::splitMix64(seed_ + stream * kGamma) + (index + 1) * kGamma);
  }

  /// Returns a number in [0, 1), a multiple of 2^-53.
  constexpr double real(std::uint32_t stream, std::uint64_t index) const {
    return static_cast<double>((*this)(stream, index) >> 11) * 0x1p-53;
  }

  /// Returns a number in [0, count), for count > 0.
  constexpr std::uint64_t below(std::uint64_t count, std::uint32_t stream,
                                std::uint64_t index) const {
    return detail::highProduct((*this)(stream, index), count);
  }

private:
  static constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15u;
  std::uint64_t seed_;
};

} // namespace galois::inputs
