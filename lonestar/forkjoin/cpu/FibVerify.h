/**
 * The check of fib-cpu: Fibonacci numbers by fast doubling, F(2k) = F(k) (2 F(k+1) - F(k)) and
 * F(2k+1) = F(k)^2 + F(k+1)^2, in O(log n) steps.
 */
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace forkjoin {

/// The largest index whose Fibonacci number fits in 64 bits.
inline constexpr unsigned kLargestFib = 93;

/// Returns the Fibonacci number of this index, modulo 2^64.
constexpr std::uint64_t fibByDoubling(unsigned n) {
  std::uint64_t low = 0, high = 1; // F(k), F(k + 1), where k is the part of n's bits seen so far
  for (unsigned bit = std::bit_width(n); bit-- > 0;) {
    const std::uint64_t even = low * (2 * high - low);
    const std::uint64_t odd = low * low + high * high;
    const bool set = ((n >> bit) & 1) != 0;
    low = set ? odd : even;
    high = set ? even + odd : odd;
  }
  return low;
}

/// Returns "" when `value` is the Fibonacci number of this index, otherwise what is wrong.
inline std::string fibFault(unsigned n, std::uint64_t value) {
  const std::uint64_t right = fibByDoubling(n);
  return value == right ? "" : fmt::format("fib({}) is {}, but the answer is {}", n, right, value);
}

} // namespace forkjoin
