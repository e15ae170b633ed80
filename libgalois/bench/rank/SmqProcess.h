/**
 * Simulates the process of the Stealing Multi-Queue's theorem 1 [SMQ, section 3 and appendix A,
 * listing 3]. At first, n queues are filled at random in rising order. In each step, queue i is
 * scheduled with probability pi_i, and its first B tasks leave. With probability p, a random other
 * queue is sampled, and its first B tasks leave instead if its first task is more urgent.
 *
 * The paper's coupling makes the simulation fast. A queue becomes a bin of labels whose gaps are
 * exponentially distributed with *rate* pi_i. (The text says mean, but Lemma 1, by which a label is
 * in bin i with probability pi_i, needs the rate.) The state consists of the first label of each
 * bin. The expected rank of a label follows from the first labels alone, because the labels behind
 * them are memoryless.
 *
 * The theorem's skew gamma limits n pi_i to between 1 / (1 + gamma) and 1 / (1 - gamma). Here, about
 * half of the scheduling goes to bins near the upper limit, and the other bins are at the lower one.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "galois/substrate/Random.h"

namespace galois::bench {

/// The parameters of the process.
struct SmqCell {
  unsigned n;                   ///< number of queues, 2 or more
  double p;                     ///< the probability of stealing, 0 to 1
  unsigned batch;               ///< B, 1 or more
  double gamma;                 ///< the skew of removals, 0 or more and below 1
  bool skewedInsertions = true; ///< whether insertions have the same skew

  /// Returns 1/b of the proof, for p above 0.
  double oneOverBeta() const { return 2 * (1 + gamma) / p; }
  /// Return the bounds of the proof without their constants, for p above 0.
  double averageBound() const { return n * batch * oneOverBeta() * std::log(oneOverBeta()); }
  double maximumBound() const {
    return n * batch * oneOverBeta() * (std::log(n) + std::log(oneOverBeta()));
  }
  /// Returns the number of steps after which earlier states have little influence, for p above 0.
  double memory() const { return n / (p * p); }
};

/// Ranks of the first B tasks of all queues; the most urgent task has rank 1.
struct SmqRanks {
  double average = 0;
  double maximum = 0;
};

/// The coupled process. Not thread-safe.
class SmqProcess {
public:
  /// Begins with full queues. Equal seeds and streams give equal processes.
  SmqProcess(const SmqCell& cell, std::uint64_t seed, std::uint64_t stream)
      : cell_(cell), random_(seed, stream),
        fast_(std::clamp(static_cast<unsigned>(std::ceil(cell.n * (1 - cell.gamma) / 2)), 1u,
                         cell.n - 1)),
        slowProbability_(1 / (cell.n * (1 + cell.gamma))),
        fastProbability_((1 - (cell.n - fast_) * slowProbability_) / fast_), tops_(cell.n) {
    for (unsigned i = 0; i < cell.n; ++i) {
      tops_[i] = gap(i, 1);
    }
  }

  /// Makes one step and returns the bin that lost its first labels. O(B).
  unsigned step() {
    const unsigned bin = choose();
    tops_[bin] += gap(bin, cell_.batch);
    return bin;
  }
  void steps(std::uint64_t count) {
    for (; count > 0; --count) {
      step();
    }
  }

  /// Returns the expected ranks of the first `batch` labels of every bin, given the first of each;
  /// the others are drawn. O(n B log(n B)).
  SmqRanks sample() {
    // One drawn label: its value, its bin, and whether the labels behind it are unseen.
    struct Label {
      double value;
      unsigned bin;
      bool last;
    };
    std::vector<Label> labels;
    labels.reserve(std::size_t{cell_.n} * cell_.batch);
    for (unsigned i = 0; i < cell_.n; ++i) {
      double value = tops_[i];
      for (unsigned k = 0; k < cell_.batch; ++k) {
        labels.push_back({value, i, k + 1 == cell_.batch});
        value += gap(i, 1);
      }
    }
    std::sort(labels.begin(), labels.end(),
              [](const Label& a, const Label& b) { return a.value < b.value; });
    SmqRanks ranks;
    // The rate of the unseen labels, and the expected number of them so far.
    double rate = 0, unseen = 0, before = 0, sum = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      unseen += rate * (labels[i].value - before);
      before = labels[i].value;
      const double rank = static_cast<double>(i) + unseen + 1;
      sum += rank;
      ranks.maximum = std::max(ranks.maximum, rank);
      rate += labels[i].last ? insertion(labels[i].bin) : 0;
    }
    ranks.average = sum / static_cast<double>(labels.size());
    return ranks;
  }

  /// Makes a step and returns the expected rank of the first label that it removes. O(n).
  double stepAndRank() {
    const std::vector<double> before = tops_;
    const unsigned bin = step();
    double rank = 1;
    for (unsigned i = 0; i < cell_.n; ++i) {
      if (before[i] < before[bin]) {
        rank += 1 + insertion(i) * (before[bin] - before[i]);
      }
    }
    return rank;
  }

  /// Draws the bin that is scheduled.
  unsigned scheduled() {
    if (cell_.gamma == 0) {
      return random_.below(cell_.n);
    }
    return random_.unit() < fast_ * fastProbability_ ? random_.below(fast_)
                                                     : fast_ + random_.below(cell_.n - fast_);
  }

  /// Returns pi_i, the probability that the bin is scheduled.
  double probability(unsigned bin) const {
    return bin < fast_ ? fastProbability_ : slowProbability_;
  }

  substrate::Random& random() { return random_; }

private:
  /// Returns the bin that loses labels in a step: the scheduled one, or the one that is stolen
  /// from.
  unsigned choose() {
    const unsigned bin = scheduled();
    if (random_.unit() < cell_.p) {
      const unsigned other = random_.below(cell_.n);
      return tops_[other] < tops_[bin] ? other : bin;
    }
    return bin;
  }

  /// Returns the probability that a label is in the bin, which is the rate of its gaps.
  double insertion(unsigned bin) const {
    return cell_.skewedInsertions ? probability(bin) : 1.0 / cell_.n;
  }
  /// Returns the sum of `count` gaps of the bin.
  double gap(unsigned bin, unsigned count) {
    double product = 1;
    double sum = 0;
    for (unsigned k = 1; k <= count; ++k) {
      product *= 1 - random_.unit(); // a number in (0, 1]
      if (k % kFactors == 0) {
        sum -= std::log(product);
        product = 1;
      }
    }
    return (sum - std::log(product)) / insertion(bin);
  }

  static constexpr unsigned kFactors = 16; ///< of these, the product cannot underflow

  SmqCell cell_;
  substrate::Random random_;
  unsigned fast_; ///< the bins below this number are scheduled more often than the others
  double slowProbability_, fastProbability_;
  std::vector<double> tops_;
};

/// What a run of the process shows.
struct SmqRun {
  SmqRanks ranks;                 ///< means over the samples; of the maximum, too
  std::array<double, 4> quarters; ///< the mean of the average ranks in each quarter of the run
};

/// Makes `warmUp` steps and then `steps` steps, in which `samples` samples are taken at even
/// distances. `samples` is 4 or more, and the last sample is taken at the end.
inline SmqRun runSmqProcess(SmqProcess& process, std::uint64_t warmUp, std::uint64_t steps,
                            unsigned samples) {
  SmqRun run{};
  std::array<unsigned, 4> taken{};
  process.steps(warmUp);
  std::uint64_t done = 0;
  for (unsigned i = 0; i < samples; ++i) {
    const auto until = static_cast<std::uint64_t>(static_cast<double>(steps) * (i + 1) /
                                                  static_cast<double>(samples));
    process.steps(until - done);
    done = until;
    const SmqRanks now = process.sample();
    run.ranks.average += now.average / samples;
    run.ranks.maximum += now.maximum / samples;
    const std::size_t quarter = std::size_t{i} * 4 / samples;
    run.quarters[quarter] += now.average;
    ++taken[quarter];
  }
  for (std::size_t quarter = 0; quarter < 4; ++quarter) {
    run.quarters[quarter] /= taken[quarter];
  }
  return run;
}

} // namespace galois::bench
