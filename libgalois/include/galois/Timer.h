/** Wall-clock timers. Each object belongs to one thread. */
#ifndef GALOIS_TIMER_H
#define GALOIS_TIMER_H

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "galois/gIO.h"
#include "galois/substrate/Clock.h"

namespace galois {

/// Measures from start() to stop(); one start() may be followed by several stop()s.
class Timer {
public:
  void start() { start_ = stop_ = substrate::nowNs(); }
  void stop() { stop_ = substrate::nowNs(); }
  /// Milliseconds, rounded down.
  std::uint64_t get() const { return (stop_ - start_) / 1000000; }
  /// Microseconds, rounded down.
  std::uint64_t get_usec() const { return (stop_ - start_) / 1000; }
  /// Nanoseconds, as fine as the clock.
  std::uint64_t get_nsec() const { return stop_ - start_; }

private:
  std::uint64_t start_ = 0;
  std::uint64_t stop_ = 0;
};

/// Adds up the time between its start()s and stop()s.
class TimeAccumulator {
public:
  void start() { timer_.start(); }
  void stop() {
    timer_.stop();
    usec_ += timer_.get_usec();
  }
  /// Milliseconds in total, rounded down.
  std::uint64_t get() const { return usec_ / 1000; }
  /// Microseconds in total.
  std::uint64_t get_usec() const { return usec_; }

  TimeAccumulator& operator+=(const TimeAccumulator& other) {
    usec_ += other.usec_;
    return *this;
  }
  TimeAccumulator& operator+=(const Timer& other) {
    usec_ += other.get_usec();
    return *this;
  }

private:
  Timer timer_;
  std::uint64_t usec_ = 0;
};

/// A TimeAccumulator if Enable, else nothing at all.
template <bool Enable>
class CondTimer : public TimeAccumulator {};

template <>
class CondTimer<false> {
public:
  void start() {}
  void stop() {}
  std::uint64_t get() const { return 0; }
  std::uint64_t get_usec() const { return 0; }
};

/**
 * A TimeAccumulator that reports its milliseconds as a statistic (TMAX) when it is destroyed,
 * however short the time was. It stops first if it runs; if it was never started it reports
 * nothing.
 */
class StatTimer {
public:
  /// The statistic's category and region; a null region means none.
  explicit StatTimer(const char* name, const char* region = nullptr);
  /// The category is "Time" and there is no region.
  StatTimer() : StatTimer(nullptr, nullptr) {}
  ~StatTimer();
  StatTimer(const StatTimer&) = delete;
  StatTimer& operator=(const StatTimer&) = delete;

  void start();
  void stop();
  /// Milliseconds so far, without the part since an unmatched start().
  std::uint64_t get() const { return time_.get(); }
  std::uint64_t get_usec() const { return time_.get_usec(); }

private:
  std::string name_;
  std::string region_;
  TimeAccumulator time_;
  bool running_ = false;
  bool used_ = false;
};

/// A StatTimer named "Time" of a region if Enable, else nothing at all.
template <bool Enable>
class CondStatTimer : public StatTimer {
public:
  explicit CondStatTimer(const char* region) : StatTimer("Time", region) {}
  CondStatTimer(const char* name, const char* region) : StatTimer(name, region) {}
};

template <>
class CondStatTimer<false> {
public:
  explicit CondStatTimer(const char*) {}
  CondStatTimer(const char*, const char*) {}
  void start() {}
  void stop() {}
  std::uint64_t get() const { return 0; }
  std::uint64_t get_usec() const { return 0; }
};

/// Calls `f`, reports how long it took as statistic `name`, and returns what `f` returned.
template <typename F>
decltype(auto) timeThis(F&& f, const char* name) {
  StatTimer timer(name);
  timer.start();
  if constexpr (std::is_void_v<std::invoke_result_t<F>>) {
    std::forward<F>(f)();
    timer.stop();
  } else {
    decltype(auto) result = std::forward<F>(f)();
    timer.stop();
    return result;
  }
}

} // namespace galois

#endif
