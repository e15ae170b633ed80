#ifndef GALOIS_INPUTS_IO_PROGRESSMETER_H
#define GALOIS_INPUTS_IO_PROGRESSMETER_H

#include <chrono>
#include <cstdint>
#include <string>

namespace galois::inputs {

/// One line on stderr, rewritten in place, for work that takes more than two seconds: what is being
/// done, how much of it is done in percent, and how long it will still take. Silent when stderr is
/// not a terminal. Erases its line when it goes. For one thread.
class ProgressMeter {
public:
  /// `total` units of work lie ahead, in any unit; 0: unknown, the meter then shows time only.
  /// `enabled` = false silences it (--quiet).
  ProgressMeter(std::string label, uint64_t total, bool enabled = true);
  ~ProgressMeter();
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

  /// `done` units are done. Reads the clock, so call it once a block of work, not once an item.
  void update(uint64_t done);

private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  uint64_t total_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point start_;
  Clock::time_point nextUpdate_;
};

} // namespace galois::inputs

#endif
