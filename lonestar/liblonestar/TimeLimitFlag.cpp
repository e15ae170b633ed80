#include "liblonestar/TimeLimitFlag.h"

#include <fmt/format.h>

#include "liblonestar/CommandLine.h"
#include "liblonestar/Duration.h"

namespace cll = llvm::cl;

namespace lonestar {

cll::opt<std::string>
    timeLimitFlag("time-limit",
                  cll::desc("End the program when a run takes longer than this, such as 30s or "
                            "500ms, and report the runs that have finished (default: none)"),
                  cll::value_desc("time"), cll::cat(runGroup()));

std::optional<double> timeLimit() {
  if (timeLimitFlag.getNumOccurrences() == 0) {
    return std::nullopt;
  }
  const std::optional<double> seconds = secondsOf(timeLimitFlag);
  if (!seconds) {
    throw UsageError(fmt::format("--time-limit={}: it is a number of seconds of 0 or more, or one "
                                 "with its unit, ns, us, ms or s; such as 30s",
                                 std::string(timeLimitFlag)));
  }
  return seconds;
}

} // namespace lonestar
