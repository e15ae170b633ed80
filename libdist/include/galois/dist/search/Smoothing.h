/**
 * Exponential smoothing of measurements. Its weights are given, or they follow the data, as
 * [YPP, 5.1.1] proposes.
 *
 * [YPP] Xie, "Performance-driven work stealing for parallel tree search" (2023).
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace galois::dist {

/// A smoothed value. The next one is fresh * measurement + kept * value.
///
/// With automatic weights there are ten smoothed values, with weights from 0.1 to 1. Each smoothed
/// value is a prediction of the next measurement. value() is the smoothed value whose predictions
/// had the least sum of squared errors. In this sum, the weight of an error decreases by a tenth
/// with every later measurement.
class Smoothed {
public:
  /// @param automatic  whether the weights follow the data, instead of those given
  Smoothed(double fresh, double kept, bool automatic, double first)
      : fresh_(fresh), kept_(kept), automatic_(automatic), value_(first) {
    values_.fill(first);
  }

  /// Adds a measurement.
  void add(double measured) {
    if (!automatic_) {
      value_ = fresh_ * measured + kept_ * value_;
      return;
    }
    for (std::size_t i = 0; i < kWeights; ++i) {
      const double error = measured - values_[i];
      errors_[i] = kMemory * errors_[i] + error * error;
      values_[i] += weight(i) * error;
    }
    const auto best = static_cast<std::size_t>(std::min_element(errors_.begin(), errors_.end()) -
                                               errors_.begin());
    value_ = values_[best];
    fresh_ = weight(best);
  }
  double value() const { return value_; } ///< the smoothed value
  double fresh() const { return fresh_; } ///< the weight of new measurements, as of now

private:
  static constexpr std::size_t kWeights = 10;
  static constexpr double kMemory = 0.9;
  static constexpr double weight(std::size_t i) { return static_cast<double>(i + 1) / kWeights; }

  double fresh_, kept_;
  bool automatic_;
  double value_;
  std::array<double, kWeights> values_{}; // by weight
  std::array<double, kWeights> errors_{}; // of predictions, squared and summed
};

} // namespace galois::dist
