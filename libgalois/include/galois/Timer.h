/** Wall-clock timers. A timer object must not be used by several threads at once. */
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "galois/SharedMemSys.h"
#include "galois/gIO.h"
#include "galois/substrate/Clock.h"

namespace galois {

/// Measures the time from start() to stop(). Several calls of stop() may follow one start().
class Timer {
public: /// Takes the time. @{
  void start() { start_ = stop_ = substrate::nowNs(); }
  void stop() { stop_ = substrate::nowNs(); } /// @}
  /// Returns milliseconds, rounded down.
  std::uint64_t get() const { return (stop_ - start_) / 1000000; }
  /// Returns microseconds, rounded down.
  std::uint64_t get_usec() const { return (stop_ - start_) / 1000; }
  /// Returns nanoseconds, at the resolution of the clock.
  std::uint64_t get_nsec() const { return stop_ - start_; }

private:
  std::uint64_t start_ = 0;
  std::uint64_t stop_ = 0;
};

/// Accumulates the time between each start() and its stop().
class TimeAccumulator {
public: /// Begins or ends an interval. @{
  void start() { timer_.start(); }
  void stop() {
    timer_.stop();
    usec_ += timer_.get_usec();
  } /// @}
  /// Returns the total in milliseconds, rounded down.
  std::uint64_t get() const { return usec_ / 1000; }
  /// Returns the total in microseconds.
  std::uint64_t get_usec() const { return usec_; }
  /// Adds another time. @{
  TimeAccumulator& operator+=(const TimeAccumulator& other) {
    usec_ += other.usec_;
    return *this;
  }
  TimeAccumulator& operator+=(const Timer& other) {
    usec_ += other.get_usec();
    return *this;
  } /// @}

private:
  Timer timer_;
  std::uint64_t usec_ = 0;
};

/// A TimeAccumulator if Enable is true; otherwise its operations do nothing.
template <bool Enable>
class CondTimer : public TimeAccumulator {};
/// Does nothing.
template <>
class CondTimer<false> {
public: /// Does nothing. @{
  void start() {}
  void stop() {}
  std::uint64_t get() const { return 0; }
  std::uint64_t get_usec() const { return 0; } /// @}
};

/**
 * A TimeAccumulator that reports its milliseconds as a statistic (TMAX) when it is destroyed, even
 * if they are 0. It stops first if it is running, and reports nothing if it was never started, or if
 * there is no memory for the statistic.
 */
class StatTimer : public TimeAccumulator {
public:
  /// Makes a timer for the statistic with this category and region. A null region means none.
  explicit StatTimer(const char* name, const char* region = nullptr);
  /// Makes a timer for the category "Time" without a region.
  StatTimer() : StatTimer(nullptr, nullptr) {}
  ~StatTimer();
  StatTimer(const StatTimer&) = delete;
  StatTimer& operator=(const StatTimer&) = delete;
  /// Begins or ends an interval. @{
  void start();
  void stop(); /// @}

private:
  std::string name_;
  std::string region_;
  bool running_ = false;
  bool used_ = false;
};

/// A StatTimer of category "Time" for a region if Enable is true; otherwise its operations do
/// nothing.
template <bool Enable>
class CondStatTimer : public StatTimer {
public: /// Makes a timer for this statistic. @{
  explicit CondStatTimer(const char* region) : StatTimer("Time", region) {}
  CondStatTimer(const char* name, const char* region) : StatTimer(name, region) {} /// @}
};
/// Does nothing.
template <>
class CondStatTimer<false> {
public: /// Does nothing. @{
  explicit CondStatTimer(const char*) {}
  CondStatTimer(const char*, const char*) {}
  void start() {}
  void stop() {}
  std::uint64_t get() const { return 0; }
  std::uint64_t get_usec() const { return 0; } /// @}
};

/// Calls `f`, reports its running time as statistic "Time" of region `name`, and returns the result
/// of `f`.
template <typename F>
decltype(auto) timeThis(F&& f, const char* name) {
  StatTimer timer("Time", name);
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
