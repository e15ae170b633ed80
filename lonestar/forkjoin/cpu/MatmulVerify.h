/**
 * The check of matmul-cpu: R. Freivalds, "Probabilistic Machines Can Use Less Running Time", IFIP
 * 1977. For a random vector x of zeros and ones, A (B x) = C x always holds if C = A B, and with
 * probability at most 1/2 otherwise. So 20 vectors miss an error with a probability below 10^-6.
 *
 * The elements of A and B are small integers, so that all sums are exact in doubles.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "inputs/generate/CounterRandom.h"

namespace forkjoin {

/// A square matrix that is stored by rows.
using Matrix = std::vector<double>;

/// The number of vectors of the check.
inline constexpr unsigned kFreivaldsVectors = 20;

namespace detail {

/// Returns the matrix times the vector, whose length is the side.
inline std::vector<double> timesVector(const Matrix& matrix, const std::vector<double>& vector) {
  const std::size_t side = vector.size();
  std::vector<double> result(side);
  for (std::size_t row = 0; row < side; ++row) {
    double sum = 0;
    for (std::size_t column = 0; column < side; ++column) {
      sum += matrix[row * side + column] * vector[column];
    }
    result[row] = sum;
  }
  return result;
}

} // namespace detail

/// Returns "" when C = A B, otherwise what is wrong. Misses an error with probability 2^-20.
/// @param seed  of the random vectors
inline std::string productFault(const Matrix& a, const Matrix& b, const Matrix& c, std::size_t side,
                                std::uint64_t seed) {
  const galois::inputs::CounterRandom random(seed);
  for (std::uint32_t round = 0; round < kFreivaldsVectors; ++round) {
    std::vector<double> x(side);
    for (std::size_t i = 0; i < side; ++i) {
      x[i] = static_cast<double>(random(round, i) >> 63);
    }
    const std::vector<double> right = detail::timesVector(a, detail::timesVector(b, x));
    const std::vector<double> given = detail::timesVector(c, x);
    for (std::size_t row = 0; row < side; ++row) {
      if (!(given[row] == right[row])) {
        return fmt::format("row {} of the product is wrong: times a vector it is {}, not {}", row,
                           given[row], right[row]);
      }
    }
  }
  return "";
}

/// Returns "" when C = A B, otherwise the first wrong element. Takes O(side^3) time.
inline std::string productFaultByDefinition(const Matrix& a, const Matrix& b, const Matrix& c,
                                            std::size_t side) {
  std::vector<double> right(side);
  for (std::size_t row = 0; row < side; ++row) {
    right.assign(side, 0);
    for (std::size_t inner = 0; inner < side; ++inner) {
      for (std::size_t column = 0; column < side; ++column) {
        right[column] += a[row * side + inner] * b[inner * side + column];
      }
    }
    for (std::size_t column = 0; column < side; ++column) {
      if (!(c[row * side + column] == right[column])) {
        return fmt::format("element ({}, {}) of the product is {}, not {}", row, column,
                           c[row * side + column], right[column]);
      }
    }
  }
  return "";
}

} // namespace forkjoin
