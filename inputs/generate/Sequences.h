/**
 * Sequences to sort, with the distributions of the Problem Based Benchmark Suite: J. Shun,
 * G. Blelloch et al., "Brief Announcement: The Problem Based Benchmark Suite", SPAA 2012.
 *
 * In a random sequence, elements are uniform and independent. In an exponential sequence of n
 * elements, an element is the hash of a rank between 1 and n, which is i with a probability in
 * proportion to 1/i. So a few values are very frequent, and about half of the elements are equal to
 * one of sqrt(n) values.
 */
#pragma once

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// The distribution of a sequence's elements.
enum class SequenceKind {
  kRandom,     ///< uniform
  kExponential ///< rank i with a probability in proportion to 1/i
};

/// Returns a sequence of `size` integers of 32 bits. Takes O(size) time.
std::vector<std::uint32_t> generateIntegers(SequenceKind kind, std::uint64_t size,
                                            std::uint64_t seed);

/// Returns a sequence of `size` doubles in [0, 1). Takes O(size) time.
std::vector<double> generateDoubles(SequenceKind kind, std::uint64_t size, std::uint64_t seed);

} // namespace galois::inputs
