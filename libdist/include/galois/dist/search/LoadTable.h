/**
 * What a rank knows about the loads of all ranks, and the equations of [YPP, chapter 3] that
 * compute scores from loads. A rank with a higher score is the better victim. Times are in
 * microseconds.
 *
 *     workRate  = fresh * ln(shift + work / (work + idle)) * ln(shift + work + idle)
 *                 + kept * workRate                                                        (3.1)
 *     delay_i   = fresh * ln(shift + delay * workers) + kept * delay_i                     (3.2)
 *     score_i   = max(workRate_i, leastWorkRate) * tasks_i - delay_i                       (3.3)
 *
 * This file does not depend on a transport, so that schedulers of one process can use it, too.
 *
 * [YPP] Xie, "Performance-driven work stealing for parallel tree search" (2023).
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "galois/dist/search/Smoothing.h"

namespace galois::dist {

/// The constants of the equations.
struct LoadConstants {
  double fresh = 0.65;           ///< weight of the new measurement
  double kept = 0.35;            ///< weight of the previous value
  double shift = 2.72;           ///< what is added inside the logarithms
  double leastWorkRate = 0.0001; ///< a smaller work rate counts as this
  double firstWorkRate = 1;      ///< the work rate before the first measurement
  double firstDelay = 0;         ///< the delay before the first measurement
  bool automatic = false;        ///< the two weights follow the data (Smoothing.h)
  bool usesRate = true;          ///< whether scores depend on work rates, or all count as 1
  bool usesDelay = true;         ///< whether scores depend on delays, or all count as 0
};

/// Returns the measurement that equation 3.1 smooths: how much of a cycle was work, weighted by its
/// length. A cycle that took no time counts as work.
inline double workRateOfCycle(const LoadConstants& c, double work, double idle) {
  const double time = work + idle;
  const double share = time > 0 ? work / time : 1;
  return std::log(c.shift + share) * std::log(c.shift + time);
}

/// Returns the work rate after a cycle: equation 3.1.
inline double nextWorkRate(const LoadConstants& c, double workRate, double work, double idle) {
  return c.fresh * workRateOfCycle(c, work, idle) + c.kept * workRate;
}

/// Returns the measurement that equation 3.2 smooths: the cost of an answer that came after `delay`
/// from a rank with `workers` workers.
inline double delayOfAnswer(const LoadConstants& c, double delay, unsigned workers) {
  return std::log(c.shift + delay * workers);
}

/// Returns the delay after such an answer: equation 3.2.
inline double nextDelay(const LoadConstants& c, double before, double delay, unsigned workers) {
  return c.fresh * delayOfAnswer(c, delay, workers) + c.kept * before;
}

/// Returns how much a rank is worth stealing from: equation 3.3.
inline double stealScore(const LoadConstants& c, double workRate, std::uint64_t tasks,
                         double delay) {
  const double rate = c.usesRate ? std::max(workRate, c.leastWorkRate) : 1;
  return rate * static_cast<double>(tasks) - (c.usesDelay ? delay : 0);
}

/// Measures the cycles of one worker. A cycle consists of idle time and the task after it.
class WorkMeter {
public:
  explicit WorkMeter(const LoadConstants& constants = {}, double now = 0)
      : constants_(constants),
        rate_(constants.fresh, constants.kept, constants.automatic, constants.firstWorkRate),
        since_(now) {}

  /// A task begins.
  void begin(double now) {
    idle_ = now - since_;
    since_ = now;
  }
  /// The task ends, and with it the cycle.
  void end(double now) {
    const double work = now - since_;
    busy_ += work;
    rate_.add(workRateOfCycle(constants_, work, idle_));
    since_ = now;
  }

  double rate() const { return rate_.value(); } ///< the work rate
  double idle() const { return idle_; }         ///< time before the task that began last
  double busy() const { return busy_; }         ///< time in tasks so far

private:
  LoadConstants constants_;
  Smoothed rate_;
  double since_;
  double idle_ = 0;
  double busy_ = 0;
};

/// The load that a rank reports.
struct Load {
  static constexpr std::uint32_t kNoDepth = std::numeric_limits<std::uint32_t>::max();

  double workRate = 1;                 ///< mean over its workers
  std::uint64_t tasks = 0;             ///< tasks that nobody has begun
  std::uint32_t workers = 1;           ///< threads that search
  std::uint32_t shallowest = kNoDepth; ///< the least depth of a task; kNoDepth if there is none
};

/// The last known loads of all ranks. Not thread-safe.
class LoadTable {
public:
  /// At first all ranks count as ranks without tasks.
  explicit LoadTable(unsigned ranks, const LoadConstants& constants = {})
      : constants_(constants),
        entries_(ranks,
                 {{.workRate = constants.firstWorkRate},
                  {constants.fresh, constants.kept, constants.automatic, constants.firstDelay}}) {}

  /// Sets the load of a rank that has sent it together with other data.
  void update(unsigned rank, const Load& load) { entries_[rank].load = load; }
  /// Sets the load of a rank that has answered a request, and notes how long the answer took.
  void update(unsigned rank, const Load& load, double delay) {
    entries_[rank].load = load;
    entries_[rank].delay.add(delayOfAnswer(constants_, delay, load.workers));
  }

  unsigned ranks() const { return static_cast<unsigned>(entries_.size()); }  ///< number of ranks
  const Load& load(unsigned rank) const { return entries_[rank].load; }      ///< the last known
  double delay(unsigned rank) const { return entries_[rank].delay.value(); } ///< of equation 3.2

  /// Returns a rank's score.
  double score(unsigned rank) const {
    const Entry& entry = entries_[rank];
    return stealScore(constants_, entry.load.workRate, entry.load.tasks, entry.delay.value());
  }

private:
  struct Entry {
    Load load;
    Smoothed delay;
  };
  LoadConstants constants_;
  std::vector<Entry> entries_;
};

/// The constants of a RefreshTimer, in microseconds.
struct RefreshConstants {
  double first = 1'000;     ///< until the first refresh
  double longer = 60'000;   ///< what a success adds
  double shorter = 120'000; ///< what a failure takes away
  double least = 5'000;     ///< the shortest period after the first
  double most = 240'000;    ///< the longest
};

/// Decides when a rank asks the others for their loads. A refresh that has found a victim makes the
/// period longer, and any other refresh makes it shorter [YPP, section 3.4]. Not thread-safe.
class RefreshTimer {
public:
  explicit RefreshTimer(const RefreshConstants& constants = {}, double now = 0)
      : constants_(constants), period_(constants.first), next_(now + constants.first) {}

  bool due(double now) const { return now >= next_; } ///< whether the time has come
  double period() const { return period_; } ///< the time from the last refresh to the next
  /// Notes that a refresh has ended. @param success  whether it has found a victim
  void refreshed(double now, bool success) {
    const double changed = success ? period_ + constants_.longer : period_ - constants_.shorter;
    period_ = std::clamp(changed, constants_.least, constants_.most);
    next_ = now + period_;
  }

private:
  RefreshConstants constants_;
  double period_;
  double next_;
};

} // namespace galois::dist
