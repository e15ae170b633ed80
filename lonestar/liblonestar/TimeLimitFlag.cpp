#include "liblonestar/TimeLimitFlag.h"

#include <fmt/format.h>

#include "liblonestar/CommandLine.h"
#include "liblonestar/Duration.h"

namespace cll = llvm::cl;

namespace lonestar {

bool SecondsParser::parse(cll::Option& /*flag*/, llvm::StringRef name, llvm::StringRef text,
                          double& seconds) {
  const std::optional<double> read = secondsOf({text.data(), text.size()});
  if (!read) {
    galois::inputs::parserComplaint() = fmt::format(
        "--{}={}: it is a number of seconds of 0 or more, or one with its unit, ns, us, "
        "ms or s; such as 30s",
        name.str(), text.str());
    return true;
  }
  seconds = *read;
  return false;
}

cll::opt<double, false, SecondsParser>
    timeLimitFlag("time-limit",
                  cll::desc("End the program when a run takes longer than this, such as 30s or "
                            "500ms, and report the runs that have finished (default: none)"),
                  cll::value_desc("time"), cll::cat(runGroup()));

std::optional<double> timeLimit() {
  if (timeLimitFlag.getNumOccurrences() == 0) {
    return std::nullopt;
  }
  return timeLimitFlag.getValue();
}

} // namespace lonestar
