#include "inputs/io/ProgressMeter.h"

#include "inputs/io/Messages.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace galois::inputs {

using namespace std::chrono_literals;

ProgressMeter::ProgressMeter(const std::string& label, std::uint64_t total, bool enabled)
    : label_(visible(label)), total_(total), enabled_(enabled && isatty(STDERR_FILENO) == 1),
      start_(Clock::now()), nextUpdate_(start_ + 2s) {}

void ProgressMeter::update(std::uint64_t done) {
  if (!enabled_) {
    return;
  }
  const Clock::time_point now = Clock::now();
  if (now < nextUpdate_) {
    return;
  }
  nextUpdate_ = now + 200ms;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string line = fmt::format("\r\033[K{}: {:.0f} s", label_, seconds);
  if (total_ != 0 && done != 0) {
    const double part =
        static_cast<double>(done < total_ ? done : total_) / static_cast<double>(total_);
    line = fmt::format("\r\033[K{}: {:.0f} %, {:.0f} s left", label_, 100 * part,
                       seconds * (1 - part) / part);
  }
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  shown_ = true;
}

ProgressMeter::~ProgressMeter() {
  if (!shown_) {
    return;
  }
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

} // namespace galois::inputs
