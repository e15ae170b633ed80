/**
 * Watches a run from another thread: ends it when it takes longer than --time-limit, and shows on
 * stderr how far it has come (--progress).
 *
 * The run is ended by a request to the process (galois/substrate/Cancellation.h), which every loop
 * and every sequential algorithm looks for. A run that finishes before it notices counts as
 * finished. Where stderr shows no progress and there is no limit, there is no thread, and tasks are
 * not counted.
 */
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "liblonestar/run/Experiment.h"

namespace lonestar {

/// Returns a line about a run that has taken so many seconds. Called on another thread, at times.
using LineOfRun = std::function<std::string(double seconds)>;

/// Says how much was done, and how much per second since the last call.
class CountAndRate {
public:
  /// Returns "SECONDS s, COUNT what, RATE per second".
  std::string operator()(double seconds, std::uint64_t count, const char* what);

private:
  std::uint64_t countBefore_ = 0;
  double secondsBefore_ = 0;
};

/// Whether --progress and stderr ask for lines about the run.
bool showsProgress();

/// Returns what `run` returns, and shows a line about it on stderr. `run` sees to limits itself. On
/// the main thread, one call at a time.
Outcome runShown(const std::function<Outcome()>& run, const LineOfRun& line);

/// Returns what `run` returns. On the main thread, one call at a time.
/// @throws RunEnded  if it has been ended by --time-limit; and what `run` throws
Outcome runWatched(const std::function<Outcome()>& run);

/// Calls what makes several runs at once, each of which has the time of --time-limit. When one takes
/// longer, the request to end goes to all of them. On the main thread, one call at a time.
/// @param longest  returns how many seconds the longest of the runs that are under way has taken so
///                 far; called on another thread
/// @return whether the runs have been asked to end; some may have finished nevertheless
/// @throws  what `runs` throws, but galois::substrate::Cancelled only if nobody asked here
bool runsWatched(const std::function<void()>& runs, const std::function<double()>& longest);

} // namespace lonestar
