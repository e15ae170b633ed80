/**
 * The upper bound of [PD, Lemma A.13] on the expected time of work stealing with private deques,
 * its parts, and the two numerical facts that its proof uses.
 *
 *   E[T_P] <= (1 + 1/(d-1)) (T_1/P + (P-1)/P * m/(1-e^-m) * (T_inf + 2.68 c d F)),   m = 0.63/(c d)
 *
 * d is the mean delay between two transfer attempts of a processor. c is 1 where the sender
 * initiates a transfer, and 1/(1-1/e) where the receiver does. The announcement of the bound in
 * section 3 calls it a lower bound; it is an upper one.
 */
#pragma once

#include <cmath>
#include <cstdint>

#include "stealing/Dag.h"

namespace galois::bench {

/// c of an algorithm in which the receiver initiates transfers.
inline const double kReceiverC = 1 / (1 - std::exp(-1.0));

/// The bound and its parts, in time steps.
struct TimeBound {
  double c = 1;        ///< 1 or kReceiverC
  double m = 0;        ///< mu of the proof, with the printed constant 0.63
  double polling = 1;  ///< the factor 1 + 1/(d-1), which the attempts cost
  double ofWork = 0;   ///< polling * T_1/P
  double ofDepth = 0;  ///< polling * (P-1)/P * m/(1-e^-m) * T_inf
  double ofForks = 0;  ///< polling * (P-1)/P * m/(1-e^-m) * 2.68 c d F
  double attempts = 0; ///< the expected number of attempts, T_1/(d-1) [PD, Lemma A.2]
  double total() const { return ofWork + ofDepth + ofForks; } ///< returns the bound
};

/// Returns the bound for a computation. delta > 1.
inline TimeBound timeBound(const Dag& dag, unsigned processors, double delta, double c) {
  TimeBound bound;
  bound.c = c;
  bound.m = 0.63 / (c * delta);
  bound.polling = 1 + 1 / (delta - 1);
  const double others =
      (processors - 1.0) / processors * bound.m / (1 - std::exp(-bound.m)) * bound.polling;
  bound.ofWork = bound.polling * static_cast<double>(dag.work) / processors;
  bound.ofDepth = others * static_cast<double>(dag.depth);
  bound.ofForks = others * 2.68 * c * delta * static_cast<double>(dag.forks);
  bound.attempts = static_cast<double>(dag.work) / (delta - 1);
  return bound;
}

/// Returns the least probability that an attempt of a processor with two or more tasks migrates
/// one while `idle` processors are idle [PD, Lemma A.6].
inline double leastMigration(unsigned idle, unsigned processors, double delta, double c) {
  return idle / (processors - 1.0) / c * (1 - 1 / delta);
}

/// The k > ln 2 that minimizes k / (1 - 2 e^-k), and the value there.
struct BestKappa {
  double kappa;
  double value;
};

/// Returns it to all digits of a double, by bisection on the sign of the derivative, which is that
/// of 1 - 2 e^-k (1 + k).
inline BestKappa bestKappa() {
  double low = std::log(2.0), high = 10;
  for (int i = 0; i < 200; ++i) {
    const double k = (low + high) / 2;
    (1 - 2 * std::exp(-k) * (1 + k) < 0 ? low : high) = k;
  }
  return {low, low / (1 - 2 * std::exp(-low))};
}

/// The result of testing 1 - (1 - 1/q)^n >= (1 - 1/e) n/q [PD, Lemma B.1].
struct LemmaB1 {
  std::uint64_t pairs = 0;           ///< number of pairs (q, n) tested
  std::uint64_t counterexamples = 0; ///< pairs for which the inequality does not hold
  double leastMargin = 1;            ///< least difference of the two sides, times q
  std::uint32_t q = 0, n = 0;        ///< where it is
};

/// Tests all pairs 1 <= n <= q <= most. Takes O(most^2) time.
inline LemmaB1 testLemmaB1(std::uint32_t most) {
  LemmaB1 result;
  const long double rate = 1 - std::exp(-1.0L);
  for (std::uint32_t q = 1; q <= most; ++q) {
    const long double miss = 1 - 1.0L / q;
    long double allMiss = 1;
    for (std::uint32_t n = 1; n <= q; ++n) {
      allMiss *= miss;
      const auto margin = static_cast<double>((1 - allMiss) * q - rate * n);
      ++result.pairs;
      result.counterexamples += margin < 0 ? 1 : 0;
      if (margin < result.leastMargin) {
        result.leastMargin = margin;
        result.q = q;
        result.n = n;
      }
    }
  }
  return result;
}

} // namespace galois::bench
