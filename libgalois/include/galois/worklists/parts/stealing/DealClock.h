/**
 * When a thread deals a task next, under the sender-initiated protocol [PD, section 2; see
 * WorkDealing.h]: after a time whose mean is delta. Exponential times have the distribution of
 * -delta ln(1 - u), where u is uniform in [0, 1). Fixed times are delta.
 *
 * What differs from the paper: its formula -delta ln(x), with x in [0, 1], is infinite for x = 0,
 * and a thread that draws it never deals again. Here 1 - u is never 0. The distribution is called
 * Poisson there; the number of deals per time is, and the time between two deals is exponential.
 *
 * In the paper's program a thread that has a task renews its date when it has passed, also if nobody
 * waits. Here a thread reads its clock only while another one waits. A date that passed before has no
 * effect any more: forgo() replaces it by the one that the thread would have by then. An expired
 * date would let all threads deal at once when the first one waits.
 *
 * The first date is 0, so a thread may deal at once. A date that passes while others wait is kept until
 * the thread has a task to give, so that it may deal right after it, which spreads the first tasks.
 */
#pragma once

#include <cmath>
#include <cstdint>

namespace galois::worklists {

/// How the times between deals are distributed.
enum class DealTimes {
  kExponential, ///< exponentially, with mean delta
  kFixed        ///< all are delta
};

/// The date of a thread's next deal. Owned by that thread; not thread-safe.
class DealClock {
public:
  /// @param deltaNs  mean time between deals in nanoseconds, up to 10^15
  explicit DealClock(std::uint64_t deltaNs, DealTimes times = DealTimes::kExponential) noexcept
      : deltaNs_(deltaNs), times_(times) {}

  /// Returns whether the date has come. @param nowNs  the time, on any clock
  bool due(std::uint64_t nowNs) const noexcept { return nowNs >= nextNs_; }

  /// Returns the date.
  std::uint64_t nextNs() const noexcept { return nextNs_; }

  /// Replaces a date before `sinceNs`, when nobody waited: exponential times have no memory, and
  /// fixed ones follow each other. @param sinceNs  the time from which on somebody has waited
  template <typename Random>
  void forgo(std::uint64_t sinceNs, Random& random) noexcept {
    if (nextNs_ >= sinceNs) {
      return;
    }
    if (times_ == DealTimes::kFixed && deltaNs_ > 0) {
      nextNs_ += (sinceNs - nextNs_ + deltaNs_ - 1) / deltaNs_ * deltaNs_;
    } else {
      attempted(sinceNs, random);
    }
  }

  /// Sets the next date, after an attempt to deal at `nowNs`. An attempt that did not happen
  /// because the deque was empty keeps the date: do not call this then.
  /// @param random  the thread's own generator, with `unit()` in [0, 1)
  template <typename Random>
  void attempted(std::uint64_t nowNs, Random& random) noexcept {
    nextNs_ = nowNs + pause(random);
  }

private:
  template <typename Random>
  std::uint64_t pause(Random& random) const noexcept {
    if (times_ == DealTimes::kFixed) {
      return deltaNs_;
    }
    // log1p(-u) is ln(1 - u); u has 53 bits, so that the result is at most 36.8 delta.
    return static_cast<std::uint64_t>(-static_cast<double>(deltaNs_) * std::log1p(-random.unit()));
  }

  std::uint64_t deltaNs_;
  std::uint64_t nextNs_ = 0;
  DealTimes times_;
};

} // namespace galois::worklists
