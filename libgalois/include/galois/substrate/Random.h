/**
 * Seeded random numbers: one small generator per thread, all derived from one seed per process.
 *
 * The generator is xoroshiro128++ of Blackman and Vigna ("Scrambled linear pseudorandom number
 * generators", ACM TOMS 2021). It has two words of state, a period of 2^128 - 1, and takes a few
 * cycles per number. SplitMix64 derives the state from (seed, stream), so neighbouring seeds and
 * streams give unrelated sequences.
 */
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

namespace detail {
GALOIS_ATTRIBUTE_SHARED inline std::atomic<std::uint64_t> globalSeed{1};

/// Advances `state` and returns a well mixed word: SplitMix64 (Steele, Lea, Flood 2014).
inline std::uint64_t splitMix64(std::uint64_t& state) noexcept {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
} // namespace detail

/// Sets the seed of the process. Generators made later with getSeed() use it; existing ones keep
/// their sequences. Thread-safe.
inline void setSeed(std::uint64_t seed) noexcept {
  detail::globalSeed.store(seed, std::memory_order_relaxed);
}

/// Returns the seed of the process, which is 1 until setSeed() changes it. Thread-safe.
inline std::uint64_t getSeed() noexcept {
  return detail::globalSeed.load(std::memory_order_relaxed);
}

/**
 * A small, fast UniformRandomBitGenerator of 64-bit words. It is not cryptographically secure and
 * not thread-safe: each thread uses its own, with its thread id as the stream. Equal (seed, stream)
 * give equal sequences on every machine.
 */
class Random {
public:
  using result_type = std::uint64_t;

  /// Makes generator number `stream` of the family that `seed` selects. All values are allowed.
  explicit Random(std::uint64_t seed = getSeed(), std::uint64_t stream = 0) noexcept {
    std::uint64_t mix = stream;
    mix = seed ^ detail::splitMix64(mix);
    low_ = detail::splitMix64(mix);
    high_ = detail::splitMix64(mix);
    if ((low_ | high_) == 0) {
      low_ = 1; // the one state that the generator cannot leave
    }
  }

  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }

  /// Returns the next word, uniformly distributed over all 64-bit values. O(1).
  std::uint64_t operator()() noexcept {
    const std::uint64_t s0 = low_;
    std::uint64_t s1 = high_;
    const std::uint64_t result = rotate(s0 + s1, 17) + s0;
    s1 ^= s0;
    low_ = rotate(s0, 49) ^ s1 ^ (s1 << 21);
    high_ = rotate(s1, 28);
    return result;
  }

  /**
   * Returns a number uniformly distributed in [0, n), n >= 1, without bias. It takes one
   * multiplication and almost never a division. See Lemire, "Fast random integer generation in an
   * interval" (ACM TOMACS 2019).
   */
  std::uint32_t below(std::uint32_t n) noexcept {
    std::uint64_t product = std::uint64_t{next32()} * n;
    if (static_cast<std::uint32_t>(product) < n) {
      const std::uint32_t threshold = (0u - n) % n;
      while (static_cast<std::uint32_t>(product) < threshold) {
        product = std::uint64_t{next32()} * n;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Returns true with probability numerator / 2^32.
  bool chance(std::uint32_t numerator) noexcept { return next32() < numerator; }

  /// Returns a number uniformly distributed in [0, 1), with 53 random bits.
  double unit() noexcept { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

private:
  static constexpr std::uint64_t rotate(std::uint64_t x, unsigned by) noexcept {
    return (x << by) | (x >> (64 - by));
  }
  std::uint32_t next32() noexcept { return static_cast<std::uint32_t>((*this)() >> 32); }

  std::uint64_t low_;
  std::uint64_t high_;
};

} // namespace galois::substrate
