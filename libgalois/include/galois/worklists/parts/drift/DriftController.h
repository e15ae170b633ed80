/**
 * The feedback of HD-CPS [HD-CPS, equation 1 and algorithm 2]: how large a share of its tasks a
 * thread should send to others, given how far the threads' priorities lie apart.
 *
 * The share is the task distribution factor, TDF, in percent: 75 means that three of four tasks
 * are sent and one is kept. The priority drift is the mean distance of the tasks that the threads
 * are working on from the most urgent of them. After each interval the TDF goes one step up or
 * down; it turns round when the drift got worse.
 *
 * Where the paper leaves a choice, or contradicts itself:
 *  - Drift against what: against the most urgent task of all threads, as equation (1) and its words
 *    say. Algorithm 2 and the published code measure against the task of one dedicated core.
 *  - Less drift is an improvement. (One sentence calls both directions worsening.)
 *  - After an improvement, algorithm 2 lowers the TDF, to spare communication; the prose beside it
 *    says that it is raised. `onImprove` selects, lowering is the default.
 *  - Equal drift satisfies a condition of both kinds in algorithm 2; its first match, "got no
 *    better", counts.
 *  - Algorithm 2 changes the TDF by 1, section V-E by 10 %: the unit is tenths.
 *  - The first interval has nothing to be compared with, and decides nothing. The first worsening
 *    raises the TDF.
 *  - The TDF must not reach 0, says section III-C without a number: threads that have nothing would
 *    never be given any. It stays at one tenth or more, or at where it began if that is less.
 *  - No scaling: the drift is in units of the application's priorities. (Published code multiplies
 *    by 1 to 1024, depending on the scheduler, so that no two of its numbers compare.)
 */
#ifndef GALOIS_WORKLISTS_PARTS_DRIFT_DRIFTCONTROLLER_H
#define GALOIS_WORKLISTS_PARTS_DRIFT_DRIFTCONTROLLER_H

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace galois::worklists {

/// What the TDF does when the drift got less.
enum class OnImprove {
  Lower, ///< algorithm 2
  Raise  ///< the prose of section III-C
};

/// The defaults are the paper's.
struct DriftParams {
  std::uint32_t tdf = 50;  ///< share of tasks sent to other threads at first, percent, 1 to 100
  std::uint32_t step = 10; ///< change of the TDF after an interval, percent, 0 to 100; 0: none
  OnImprove onImprove = OnImprove::Lower;
};

/// The mean distance of `count` priorities from the least of them (equation 1); 0 for none.
/// O(count).
template <typename Index>
double priorityDrift(const Index* priorities, std::size_t count) {
  if (count == 0) {
    return 0;
  }
  const Index least = *std::min_element(priorities, priorities + count);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    // In unsigned arithmetic, where the distance of any two integers has a value.
    sum += static_cast<double>(static_cast<std::uint64_t>(priorities[i]) -
                               static_cast<std::uint64_t>(least));
  }
  return sum / static_cast<double>(count);
}

/// One TDF and its history of one interval. A plain value; not thread-safe.
class DriftController {
public:
  static constexpr std::uint32_t kLeastTdf = 10; ///< percent
  static constexpr std::uint32_t kMostTdf = 100; ///< percent

  explicit DriftController(DriftParams params = DriftParams())
      : params_(params), least_(std::min(params.tdf, kLeastTdf)), tdf_(params.tdf) {
    assert(params.tdf >= 1 && params.tdf <= kMostTdf && params.step <= kMostTdf);
  }

  /// The share of tasks to send to other threads, percent.
  std::uint32_t tdf() const noexcept { return tdf_; }

  /// Ends an interval, in which the drift was `drift`. O(1). @return the TDF for the next one
  std::uint32_t update(double drift) noexcept {
    if (measured_) {
      decide(drift);
    }
    measured_ = true;
    lastDrift_ = drift;
    return tdf_;
  }

private:
  /// Algorithm 2, lines 5 to 13.
  void decide(double drift) noexcept {
    if (drift >= lastDrift_) {
      raised_ = !raised_; // what was done last did not help
    } else {
      raised_ = params_.onImprove == OnImprove::Raise;
    }
    if (raised_) {
      tdf_ = std::min(tdf_ + params_.step, kMostTdf);
    } else {
      tdf_ = tdf_ > least_ + params_.step ? tdf_ - params_.step : least_;
    }
  }

  DriftParams params_;
  std::uint32_t least_;
  std::uint32_t tdf_;
  bool measured_ = false; ///< lastDrift_ is known
  bool raised_ = false;   ///< the last decision
  double lastDrift_ = 0;
};

} // namespace galois::worklists

#endif
