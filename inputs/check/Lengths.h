/**
 * How checks add and compare weights: integers exactly, with or without a sign, and real numbers
 * within a tolerance. A check is a template over one of these.
 */
#pragma once

#include "inputs/Error.h"
#include "inputs/Graph.h"
#include "inputs/check/Checks.h"
#include "inputs/check/NodeValues.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace galois::inputs {

/// Lengths of paths, or weights of forests, that are integers of at least 0.
struct WholeLengths {
  using Number = std::uint64_t;                      ///< a length
  static constexpr Number kNone = NodeValues::kNone; ///< no path, or a sum that does not fit
  static constexpr double kPrinted = 0; ///< relative error that printing a weight may cause

  /// Integers have no tolerance.
  explicit WholeLengths(double /*tolerance*/) {}

  /// Returns the length of an arc; 1 without weights.
  static Number ofArc(const Graph& graph, std::uint64_t arc) {
    return graph.weights.empty() ? 1 : graph.weights[arc] - graph.weights.zero();
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
  static bool same(Number a, Number b, double /*scale*/ = 0) { return a == b; }
};

/// Weights of forests that are integers with a sign.
struct SignedLengths {
  using Number = std::int64_t;               ///< a weight
  static constexpr Number kNone = INT64_MAX; ///< a sum that does not fit
  static constexpr double kPrinted = 0;      ///< relative error that printing a weight may cause

  /// Integers have no tolerance.
  explicit SignedLengths(double /*tolerance*/) {}

  /// Returns the weight of an arc; 1 without weights.
  static Number ofArc(const Graph& graph, std::uint64_t arc) {
    return graph.weights.empty() ? 1
                                 : static_cast<Number>(graph.weights[arc] - graph.weights.zero());
  }
  /// Returns the sum, or kNone if it does not fit.
  static Number sum(Number a, Number b) {
    Number total = 0;
    return a == kNone || b == kNone || __builtin_add_overflow(a, b, &total) ? kNone : total;
  }
  /// Returns whether they are equal.
  static bool same(Number a, Number b, double /*scale*/ = 0) { return a == b; }
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
    return graph.weights.empty() ? 1 : graph.weights.real(graph.weights[arc]);
  }
  /// Returns the length that an answer states for a node.
  static Number ofNode(const NodeValues& values, std::uint64_t node) { return values.realAt(node); }
  /// Returns the sum.
  static Number sum(Number a, Number b) { return a + b; }
  /// Returns whether a is less than b by more than the tolerance.
  bool less(Number a, Number b) const { return a < b && !same(a, b); }
  /// Returns whether they are equal within the tolerance.
  /// @param scale  the error is relative to this, if it is more than both
  bool same(Number a, Number b, double scale = 0) const {
    if (std::isinf(a) || std::isinf(b)) {
      return a == b;
    }
    return std::abs(a - b) <= tolerance_ * std::max({std::abs(a), std::abs(b), scale});
  }

private:
  double tolerance_;
};

/// Returns whether the weights of a graph are integers.
inline bool wholeWeights(const Graph& graph) { return graph.weights.type() != WeightType::kFloat; }

/// Throws InputError, naming an arc, if a weight is negative: there need not be shortest paths then.
inline void requirePathWeights(const Graph& graph, const CheckOptions& options) {
  for (std::uint64_t tail = 0; tail < graph.numNodes() && !graph.weights.empty(); ++tail) {
    for (std::uint64_t arc = graph.offsets[tail]; arc < graph.offsets[tail + 1]; ++arc) {
      if (graph.weights[arc] < graph.weights.zero()) {
        fail("the arc from node {} to {} weighs {}; shortest paths need weights of 0 or more",
             options.called(tail), options.called(graph.dst[arc]),
             graph.weights.text(graph.weights[arc]));
      }
    }
  }
}

} // namespace galois::inputs
