/** A line on the terminal that shows the progress of long work. */
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace galois::inputs {

/// One line on stderr, rewritten in place, for work that takes more than two seconds. It shows the
/// name of the work, the part done in percent, and the time left. Nothing is shown when stderr is
/// not a terminal. The destructor erases the line. For one thread.
class ProgressMeter {
public:
  /// Starts to measure.
  /// @param total    amount of work in any unit; 0: unknown, so that only the time is shown
  /// @param enabled  false shows nothing (--quiet)
  ProgressMeter(const std::string& label, std::uint64_t total, bool enabled = true);
  ~ProgressMeter();
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

  /// Reports that `done` units are done. It reads the clock, so call it once per block of work
  /// rather than once per item.
  void update(std::uint64_t done);

private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  std::uint64_t total_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point start_;
  Clock::time_point nextUpdate_;
};

} // namespace galois::inputs
