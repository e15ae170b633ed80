/**
 * How checks add and compare weights: integers exactly, real numbers within a tolerance. A check is
 * a template over one of the two.
 */
#ifndef GALOIS_INPUTS_CHECK_LENGTHS_H
#define GALOIS_INPUTS_CHECK_LENGTHS_H

#include "inputs/Graph.h"
#include "inputs/check/NodeValues.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace galois::inputs {

/// Lengths of paths that are integers.
struct WholeLengths {
  using Number = std::uint64_t;                      ///< a length
  static constexpr Number kNone = NodeValues::kNone; ///< no path
  static constexpr double kPrinted = 0; ///< relative error that printing a weight may cause

  /// Integers have no tolerance.
  explicit WholeLengths(double /*tolerance*/) {}

  /// Returns the length of an arc; 1 without weights.
  static Number ofArc(const Graph& graph, std::uint64_t arc) {
    return graph.weights.empty() ? 1 : graph.weights[arc];
  }
  /// Returns the length that an answer states for a node.
  static Number ofNode(const NodeValues& values, std::uint64_t node) {
    return values.wholeAt(node);
  }
  /// Returns the sum, or kNone if it does not fit.
  static Number sum(Number a, Number b) { return a > kNone - b ? kNone : a + b; }
  /// Returns whether a is less than b.
  static bool less(Number a, Number b) { return a < b; }
  /// Returns whether they are equal.
  static bool same(Number a, Number b) { return a == b; }
};

/// Lengths of paths that are real numbers.
struct RealLengths {
  using Number = double;                                                   ///< a length
  static constexpr Number kNone = std::numeric_limits<double>::infinity(); ///< no path
  static constexpr double kPrinted = 1e-5; ///< relative error that printing a weight may cause

  /// Lengths are equal within this relative error.
  explicit RealLengths(double tolerance) : tolerance_(tolerance) {}

  /// Returns the length of an arc; 1 without weights.
  static Number ofArc(const Graph& graph, std::uint64_t arc) {
    if (graph.weights.empty()) {
      return 1;
    }
    return graph.weights.type() == WeightType::kFloat ? Weights::floatOf(graph.weights[arc])
                                                      : static_cast<double>(graph.weights[arc]);
  }
  /// Returns the length that an answer states for a node.
  static Number ofNode(const NodeValues& values, std::uint64_t node) { return values.realAt(node); }
  /// Returns the sum.
  static Number sum(Number a, Number b) { return a + b; }
  /// Returns whether a is less than b by more than the tolerance.
  bool less(Number a, Number b) const { return a < b && !same(a, b); }
  /// Returns whether they are equal within the tolerance.
  bool same(Number a, Number b) const {
    if (std::isinf(a) || std::isinf(b)) {
      return a == b;
    }
    return std::abs(a - b) <= tolerance_ * std::max(std::abs(a), std::abs(b));
  }

private:
  double tolerance_;
};

/// Returns whether the weights of a graph are integers.
inline bool wholeWeights(const Graph& graph) {
  return graph.weights.type() == WeightType::kInteger;
}

} // namespace galois::inputs

#endif
