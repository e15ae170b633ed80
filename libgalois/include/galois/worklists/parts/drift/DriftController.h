/**
 * The feedback rule of HD-CPS [HD-CPS, equation 1 and algorithm 2]. It decides which share of its own
 * tasks each thread sends to others, given the priority drift between the threads.
 *
 * The share is the task distribution factor, TDF, in percent: 75 means that three of four tasks
 * are sent and one is kept. The priority drift is the mean distance of the tasks that the threads
 * run from the most urgent of them. After each interval the TDF changes by one step, up or down. If
 * the drift became worse, the direction is reversed.
 *
 * Choices where the paper leaves one, or contradicts itself:
 *  - The drift is measured against the most urgent task of all threads, as equation (1) and its
 *    explanation say. Algorithm 2 and the published code measure it against the task of one
 *    dedicated core, which driftFromFirst() does.
 *  - Less drift is an improvement. (One sentence of the paper calls both directions worse.)
 *  - After an improvement, algorithm 2 lowers the TDF to save communication, but the text beside it
 *    says that the TDF is raised. `onImprove` selects one; lowering is the default.
 *  - Equal drift satisfies both conditions in algorithm 2. Its first match counts, which treats it
 *    as not improved.
 *  - Algorithm 2 changes the TDF by 1, section V-E by 10 %. So the unit of algorithm 2 is a tenth.
 *  - The first interval has no predecessor to compare with, and changes nothing. The first time the
 *    drift becomes worse, the TDF is raised.
 *  - Section III-C says, without a number, that the TDF must not reach 0, because idle threads
 *    would then never receive a task. Here it stays at 10 % or more, or at its first value if that
 *    is less.
 *  - A schedule replaces the feedback: it gives the TDF of each interval beforehand, so that the
 *    feedback can be compared with the best that is possible [HD-CPS, figure 12].
 *  - The drift is not scaled: its unit is that of the application's priorities. (Published code
 *    multiplies it by 1 to 1024, depending on the scheduler, so its numbers cannot be compared.)
 */
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "galois/worklists/parts/common/Parameter.h"

namespace galois::worklists {

/// How the TDF changes when the drift became less.
enum class OnImprove {
  kLower, ///< as in [HD-CPS, algorithm 2]
  kRaise  ///< as in the text of [HD-CPS, section III-C]
};

namespace parameters {
/// Fields of DriftParams.
/// @{
inline constexpr Parameter kHdcpsTdf = Parameter::number(
    "hdcps-tdf", {1, 100}, "percent of the tasks that are sent to other threads at first",
    Scale::kLinear);
inline constexpr Parameter kHdcpsStep = Parameter::number(
    "hdcps-step", {0, 100}, "percentage points by which that share changes", Scale::kLinear);
inline constexpr Parameter kHdcpsOnImprove =
    Parameter::word("hdcps-on-improve", {"lower", "raise"},
                    "what happens to the share when the drift has decreased");
inline constexpr Parameter kHdcpsDelay = Parameter::number(
    "hdcps-delay", {0, 15}, "measurements that a new share has to wait for before it is used",
    Scale::kLinear);
inline constexpr Parameter kHdcpsSchedule =
    Parameter::numbers("hdcps-tdf-schedule", {1, 100},
                       "that share in each interval, the last one to the end, instead of feedback");
/// @}
} // namespace parameters

/// Parameters of the feedback. The defaults are the paper's.
struct DriftParams {
  std::uint32_t tdf = 50;  ///< initial share of tasks to send to other threads, percent, 1 to 100
  std::uint32_t step = 10; ///< change of the TDF per interval, percentage points, 0 to 100
  OnImprove onImprove = OnImprove::kLower;
  std::uint32_t delay = 0; ///< intervals until a new TDF is used, 0 to DelayedTdf::kMostDelay
  /// The TDF of each interval, 1 to 100 percent, the last one also of all later intervals. Empty:
  /// the TDF follows the drift. Otherwise `tdf`, `step` and `onImprove` have no effect.
  std::vector<std::uint32_t> schedule = {};

  /// Returns the TDF of the first interval.
  std::uint32_t first() const noexcept { return schedule.empty() ? tdf : schedule.front(); }

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kHdcpsTdf, self.tdf);
    visit(parameters::kHdcpsStep, self.step);
    visit(parameters::kHdcpsOnImprove, self.onImprove);
    visit(parameters::kHdcpsDelay, self.delay);
    visit(parameters::kHdcpsSchedule, self.schedule);
  }
};

/// Returns the mean distance of `count` priorities from the smallest of them [HD-CPS, equation 1];
/// 0 for no priorities. O(count).
template <typename Index>
double priorityDrift(const Index* priorities, std::size_t count) {
  if (count == 0) {
    return 0;
  }
  const Index least = *std::min_element(priorities, priorities + count);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    // In unsigned arithmetic, because a signed difference may overflow.
    sum += static_cast<double>(static_cast<std::uint64_t>(priorities[i]) -
                               static_cast<std::uint64_t>(least));
  }
  return sum / static_cast<double>(count);
}

/// Returns the mean distance of `count` priorities from the first of them [HD-CPS, algorithm 2, lines
/// 1 to 3]. O(count).
/// @param count  1 or more
template <typename Index>
double driftFromFirst(const Index* priorities, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [least, greatest] = std::minmax(priorities[0], priorities[i]);
    sum += static_cast<double>(static_cast<std::uint64_t>(greatest) -
                               static_cast<std::uint64_t>(least));
  }
  return sum / static_cast<double>(count);
}

/// The TDF, and the drift of the last interval. Not thread-safe.
class DriftController {
public:
  static constexpr std::uint32_t kLeastTdf = 10; ///< percent
  static constexpr std::uint32_t kMostTdf = 100; ///< percent

  /// @param most  the TDF stays at this or below, percent
  explicit DriftController(DriftParams params = DriftParams(), std::uint32_t most = kMostTdf)
      : params_(std::move(params)), least_(std::min(params_.tdf, kLeastTdf)), most_(most),
        tdf_(params_.first()) {
    assert(params_.tdf >= 1 && params_.tdf <= kMostTdf && params_.step <= kMostTdf);
    assert(std::all_of(params_.schedule.begin(), params_.schedule.end(),
                       [](std::uint32_t tdf) { return tdf >= 1 && tdf <= kMostTdf; }));
  }

  /// Returns the share of tasks to send to other threads, in percent.
  std::uint32_t tdf() const noexcept { return tdf_; }

  /// Ends an interval with that drift. O(1). @return the TDF for the next interval
  std::uint32_t update(double drift) noexcept {
    if (!params_.schedule.empty()) {
      ended_ = std::min(ended_ + 1, params_.schedule.size() - 1);
      return tdf_ = params_.schedule[ended_];
    }
    if (measured_) {
      decide(drift);
    }
    measured_ = true;
    lastDrift_ = drift;
    return tdf_;
  }

private:
  /// Changes the TDF [HD-CPS, algorithm 2, lines 5 to 13].
  void decide(double drift) noexcept {
    if (drift >= lastDrift_) {
      raised_ = !raised_; // the last change did not help
    } else {
      raised_ = params_.onImprove == OnImprove::kRaise;
    }
    if (raised_) {
      tdf_ = std::min(tdf_ + params_.step, most_);
    } else {
      tdf_ = tdf_ > least_ + params_.step ? tdf_ - params_.step : least_;
    }
  }

  DriftParams params_;
  std::uint32_t least_;
  std::uint32_t most_;
  std::uint32_t tdf_;
  std::size_t ended_ = 0; ///< intervals that have ended, as far as the schedule goes
  bool measured_ = false; ///< whether lastDrift_ has a value
  bool raised_ = false;   ///< whether the last change raised the TDF
  double lastDrift_ = 0;
};

/// The TDF that is in use while the latest ones are still on their way. Not thread-safe.
class DelayedTdf {
public:
  static constexpr std::uint32_t kMostDelay = parameters::kHdcpsDelay.high; ///< intervals

  explicit DelayedTdf(const DriftParams& params) : delay_(params.delay) {
    assert(delay_ <= kMostDelay);
    onTheirWay_.fill(params.first());
  }

  /// Sends off a decision. O(1). @return the TDF for the next interval: the one that was decided
  /// `delay` intervals ago
  std::uint32_t next(std::uint32_t decided) noexcept {
    onTheirWay_[place_] = decided;
    place_ = place_ == delay_ ? 0 : place_ + 1;
    return onTheirWay_[place_];
  }

private:
  std::uint32_t delay_;
  std::uint32_t place_ = 0; ///< of the oldest of the first `delay_` + 1 entries
  std::array<std::uint32_t, kMostDelay + 1> onTheirWay_;
};

} // namespace galois::worklists
