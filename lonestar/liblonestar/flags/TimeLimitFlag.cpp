#include "liblonestar/flags/TimeLimitFlag.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/Duration.h"
#include "liblonestar/flags/VirtualFlags.h"

namespace cll = llvm::cl;

namespace lonestar {

bool SecondsParser::parse(cll::Option& /*flag*/, llvm::StringRef name, llvm::StringRef text,
                          double& seconds) {
  const std::optional<double> read = secondsOf({text.data(), text.size()});
  if (!read) {
    galois::inputs::parserComplaint() = fmt::format(
        "--{}={}: it is a number of seconds of 0 or more, or one with its unit, ns, us, "
        "ms, s, m or h; such as 30s or 1h30m",
        name.str(), text.str());
    return true;
  }
  seconds = *read;
  return false;
}

cll::opt<double, false, SecondsParser>
    timeLimitFlag("time-limit",
                  cll::desc("End the program when a run takes longer than this, such as 30s, 2m or "
                            "500ms, and report the runs that have finished (default: none)"),
                  cll::value_desc("time"), cll::cat(runGroup()));

std::optional<double> timeLimit() {
  if (timeLimitFlag.getNumOccurrences() == 0) {
    return std::nullopt;
  }
  return timeLimitFlag.getValue();
}

void checkTimeLimit() {
  if (timeLimit() && kVirtual) {
    throw UsageError(kSimulatedClock);
  }
}

StoppableSleep::StoppableSleep() {
  if (pipe(ends_.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "a pipe for the time limit");
  }
}

StoppableSleep::~StoppableSleep() {
  close(ends_[0]);
  if (ends_[1] >= 0) {
    close(ends_[1]);
  }
}

bool StoppableSleep::sleep(double seconds) {
  constexpr double kLongest = 1e6; // a sleeper looks at the clock and sleeps again
  pollfd stopped{ends_[0], POLLIN, 0};
  return poll(&stopped, 1, static_cast<int>(std::ceil(std::clamp(seconds, 0.0, kLongest) * 1e3))) >
         0;
}

void StoppableSleep::stop() { close(std::exchange(ends_[1], -1)); }

} // namespace lonestar
