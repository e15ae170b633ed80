/**
 * The check of the sorting programs: the answer is in order, and it holds the same elements as the
 * input, as often. The latter is checked by a hash that does not depend on the order: the sums of
 * two mixing functions of every element.
 */
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

namespace forkjoin {

/// A hash of the elements of a sequence, in any order.
struct MultisetHash {
  std::uint64_t count = 0;  ///< the number of elements
  std::uint64_t first = 0;  ///< sum of one function of every element
  std::uint64_t second = 0; ///< sum of another function of every element

  /// Compares all three numbers.
  friend bool operator==(const MultisetHash&, const MultisetHash&) = default;
};

/// Returns the bits of an element.
template <typename T>
std::uint64_t bitsOf(T element) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<std::uint64_t>(element);
  } else {
    return element;
  }
}

/// Returns the hash of these elements.
template <typename T>
MultisetHash multisetHash(const std::vector<T>& elements) {
  MultisetHash hash{elements.size(), 0, 0};
  for (const T element : elements) {
    // Murmur3's and xxHash's finalisers.
    std::uint64_t one = bitsOf(element) + 1, two = one;
    one = (one ^ (one >> 33)) * 0xff51afd7ed558ccdu;
    one = (one ^ (one >> 33)) * 0xc4ceb9fe1a85ec53u;
    hash.first += one ^ (one >> 33);
    two = (two ^ (two >> 33)) * 0xc2b2ae3d27d4eb4fu;
    two = (two ^ (two >> 29)) * 0x165667b19e3779f9u;
    hash.second += two ^ (two >> 32);
  }
  return hash;
}

/// Returns "" when `answer` is in order and has the elements of the input, otherwise what is wrong.
/// @param input  the hash of the input
template <typename T>
std::string sortFault(const std::vector<T>& answer, const MultisetHash& input) {
  for (std::size_t i = 1; i < answer.size(); ++i) {
    if (!(answer[i - 1] <= answer[i])) {
      return fmt::format("element {} is {}, and the next one is less: {}", i - 1, answer[i - 1],
                         answer[i]);
    }
  }
  if (answer.size() != input.count) {
    return fmt::format("there are {} elements, and the input has {}", answer.size(), input.count);
  }
  return multisetHash(answer) == input ? "" : "the elements are not those of the input";
}

/// Returns "" when `answer` is what the standard library makes of the input, otherwise where they
/// differ.
template <typename T>
std::string sortFaultByComparison(const std::vector<T>& answer, std::vector<T> input) {
  std::stable_sort(input.begin(), input.end());
  if (answer.size() != input.size()) {
    return fmt::format("there are {} elements, and the input has {}", answer.size(), input.size());
  }
  const auto [given, right] = std::mismatch(answer.begin(), answer.end(), input.begin());
  return given == answer.end()
             ? ""
             : fmt::format("element {} is {}, not {}", given - answer.begin(), *given, *right);
}

} // namespace forkjoin
