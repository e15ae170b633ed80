/**
 * Multiplication of dense matrices by divide and conquer: C += A B, in place.
 *
 * M. Frigo, C. E. Leiserson, H. Prokop, S. Ramachandran, "Cache-Oblivious Algorithms", FOCS 1999.
 * The longest of the three sides is halved. Halves of the rows or of the columns of C are
 * independent and fork. Halves of the inner side add to the same elements and run in turn. So there
 * is no temporary matrix. At leaves, all sides are at most `leaf`.
 */
#pragma once

#include <algorithm>
#include <cstddef>

#include "galois/substrate/Charge.h"

namespace forkjoin {

/// A part of a matrix that is stored by rows.
template <typename T>
struct Block {
  T* first;           ///< the upper left element
  std::size_t stride; ///< the distance between rows

  /// Returns the part that begins at this row and column.
  Block at(std::size_t row, std::size_t column) const {
    return {first + row * stride + column, stride};
  }
  /// Returns the first element of a row.
  T* row(std::size_t index) const { return first + index * stride; }
};

/// C += A B, where A has `rows` x `inner` and B has `inner` x `columns` elements.
struct Product {
  Block<const double> a; ///< the left factor
  Block<const double> b; ///< the right factor
  Block<double> c;       ///< what the product is added to
  std::size_t rows;      ///< of A and C
  std::size_t columns;   ///< of B and C
  std::size_t inner;     ///< the columns of A and the rows of B
};

/// When products are split, and when they poll.
struct MatmulOptions {
  std::size_t leaf = 128; ///< a product whose sides are at most this is not split; at least 1
  bool pollLeaves = true; ///< a leaf polls after every few rows
};

namespace detail {

/// Multiplies without forks. Each row of C is read and written once per four rows of B.
template <typename Context>
void multiplyLeaf(Context& context, const Product& p, bool polls) {
  constexpr std::size_t kRowsPerPoll = 8;
  for (std::size_t i = 0; i < p.rows; ++i) {
    const double* a = p.a.row(i);
    double* c = p.c.row(i);
    std::size_t k = 0;
    for (; k + 4 <= p.inner; k += 4) {
      const double *b0 = p.b.row(k), *b1 = p.b.row(k + 1), *b2 = p.b.row(k + 2),
                   *b3 = p.b.row(k + 3);
      const double a0 = a[k], a1 = a[k + 1], a2 = a[k + 2], a3 = a[k + 3];
      for (std::size_t j = 0; j < p.columns; ++j) {
        c[j] += a0 * b0[j] + a1 * b1[j] + a2 * b2[j] + a3 * b3[j];
      }
    }
    for (; k < p.inner; ++k) {
      const double* b = p.b.row(k);
      for (std::size_t j = 0; j < p.columns; ++j) {
        c[j] += a[k] * b[j];
      }
    }
    // About a quarter of a nanosecond for each product of two elements.
    galois::substrate::charge(galois::substrate::Work::kUnit, (p.inner * p.columns + 3) / 4);
    if (polls && i % kRowsPerPoll == kRowsPerPoll - 1) {
      context.poll();
    }
  }
}

/// Returns where a side is split: about in the middle, at a multiple of 8 if it is long.
inline std::size_t middle(std::size_t side) {
  const std::size_t half = side / 2;
  return side >= 64 ? (half + 7) / 8 * 8 : half;
}

} // namespace detail

/// Computes the product under the scheduler of this context.
template <typename Context>
void multiply(Context& context, const Product& p, const MatmulOptions& options) {
  const std::size_t longest = std::max({p.rows, p.columns, p.inner});
  if (longest <= options.leaf) {
    if (options.pollLeaves) {
      detail::multiplyLeaf(context, p, true);
    } else {
      context.leaf([&] { detail::multiplyLeaf(context, p, false); });
    }
    return;
  }
  const std::size_t half = detail::middle(longest);
  Product one = p, two = p;
  if (longest == p.rows) {
    one.rows = half;
    two = {p.a.at(half, 0), p.b, p.c.at(half, 0), p.rows - half, p.columns, p.inner};
  } else if (longest == p.columns) {
    one.columns = half;
    two = {p.a, p.b.at(0, half), p.c.at(0, half), p.rows, p.columns - half, p.inner};
  } else {
    one.inner = half;
    two = {p.a.at(0, half), p.b.at(half, 0), p.c, p.rows, p.columns, p.inner - half};
    multiply(context, one, options);
    multiply(context, two, options);
    return;
  }
  context.invoke([&](auto& branch) { multiply(branch, one, options); },
                 [&](auto& branch) { multiply(branch, two, options); });
}

} // namespace forkjoin
