/**
 * The exact sign of a cross product of differences of points. With it, geometric algorithms on
 * doubles make no wrong decision.
 *
 * J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
 * Predicates", 1997. The sign is that of the rounded value unless that is within its error bound of
 * 0. Only then it is computed without any rounding, from an expansion: a sum of doubles whose bits
 * do not overlap. This needs coordinates whose products neither overflow nor underflow.
 */
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "inputs/generate/Points.h"

namespace forkjoin {

using galois::inputs::Point;

namespace detail {

/// A sum of doubles without rounding. The last one that is not 0 decides the sign.
class Expansion {
public:
  /// Adds the product of a and b.
  void addProduct(double a, double b) {
    const double product = a * b;
    add(std::fma(a, b, -product));
    add(product);
  }

  /// Returns -1, 0 or 1.
  int sign() const {
    for (std::size_t i = size_; i-- > 0;) {
      if (parts_[i] != 0) {
        return parts_[i] < 0 ? -1 : 1;
      }
    }
    return 0;
  }

private:
  void add(double number) {
    for (std::size_t i = 0; i < size_; ++i) {
      // The sum and its rounding error (Knuth).
      const double sum = number + parts_[i];
      const double part = sum - number;
      parts_[i] = (number - (sum - part)) + (parts_[i] - part);
      number = sum;
    }
    parts_[size_++] = number;
  }

  std::array<double, 16> parts_;
  std::size_t size_ = 0;
};

} // namespace detail

/// Returns the sign of (q - p) x (s - t): 1 when s is further to the left of the line from p to q
/// than t, -1 when it is further to the right, and 0 when the line from t to s is parallel.
inline int orientation(const Point& p, const Point& q, const Point& t, const Point& s) {
  constexpr double kUlp = std::numeric_limits<double>::epsilon() / 2;
  const double left = (q.x - p.x) * (s.y - t.y);
  const double right = (q.y - p.y) * (s.x - t.x);
  const double bound = (3 + 16 * kUlp) * kUlp * (std::abs(left) + std::abs(right));
  const double cross = left - right;
  if (cross > bound || -cross > bound) {
    return cross > 0 ? 1 : -1;
  }
  detail::Expansion exact;
  for (const auto& [from, sign] : {std::pair{q, 1.0}, std::pair{p, -1.0}}) {
    exact.addProduct(sign * from.x, s.y);
    exact.addProduct(-sign * from.x, t.y);
    exact.addProduct(-sign * from.y, s.x);
    exact.addProduct(sign * from.y, t.x);
  }
  return exact.sign();
}

/// Returns whether s is to the left of the line from p to q: not on it.
inline bool isLeft(const Point& p, const Point& q, const Point& s) {
  return orientation(p, q, p, s) > 0;
}

/// Returns whether a is before b from left to right, from below if they have the same x.
inline bool isBefore(const Point& a, const Point& b) {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}

} // namespace forkjoin
