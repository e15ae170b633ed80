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

#include <functional>

#include "liblonestar/run/Experiment.h"

namespace lonestar {

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
