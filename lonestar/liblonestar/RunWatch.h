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

#include "liblonestar/Experiment.h"

namespace lonestar {

/// Returns what `run` returns. On the main thread, one call at a time.
/// @throws RunEnded  if it has been ended by --time-limit; and what `run` throws
Outcome runWatched(const std::function<Outcome()>& run);

} // namespace lonestar
