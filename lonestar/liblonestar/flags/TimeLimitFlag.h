/**
 * `--time-limit`: how long a run may take, and what those need who wait for that. What happens then
 * is the program's choice: RunWatch.h ends the run, ForkJoinExperiment.h the process, and a tree
 * search ends with the best so far.
 */
#pragma once

#include <array>
#include <optional>

#include "llvm/Support/CommandLine.h"

namespace lonestar {

/// Reads seconds, such as 30, 30s, 500ms or 1h30m (Duration.h).
class SecondsParser : public llvm::cl::parser<double> {
public:
  explicit SecondsParser(llvm::cl::Option& flag) : llvm::cl::parser<double>(flag) {}
  /// Returns true, and leaves a complaint, if the text is none of these.
  bool parse(llvm::cl::Option& flag, llvm::StringRef name, llvm::StringRef text, double& seconds);
};

extern llvm::cl::opt<double, false, SecondsParser> timeLimitFlag; ///< --time-limit

/// Returns the seconds of --time-limit if it is given.
std::optional<double> timeLimit();

/// Refuses --time-limit on a simulated machine. @throws UsageError
void checkTimeLimit();
/// The complaint, also of ranks whose machine is simulated.
inline constexpr const char* kSimulatedClock =
    "--time-limit: it is by the clock of the machine that simulates";

/// A sleep of one thread that another one can end. Both calls may come at the same time.
class StoppableSleep {
public:
  /// @throws std::system_error  if there can be no more files
  StoppableSleep();
  ~StoppableSleep();
  StoppableSleep(const StoppableSleep&) = delete;
  StoppableSleep& operator=(const StoppableSleep&) = delete;

  /// Sleeps at most so many seconds, or less if a signal arrives.
  /// @return whether stop() has been called
  bool sleep(double seconds);
  /// Ends this sleep and all later ones. Called once.
  void stop();

private:
  std::array<int, 2> ends_{}; // of a pipe, which stop() closes
};

} // namespace lonestar
