/**
 * Runs a mix of pushes and pops (libgalois/bench/worklists/Mix.h) under a policy of the registry,
 * without recording for throughput and with recording for the quality of order. Defined in
 * MixOperator.h.
 */
#pragma once

#include "analytics/scheduler/WorklistInfo.h"
#include "rank/Trace.h"
#include "worklists/Mix.h"

namespace bench {

namespace gb = galois::bench;

/// Runs the mix on a new worklist of the policy, on galois::getActiveThreads() threads.
template <typename Policy>
gb::MixResult runMix(const gb::Mix& mix, const lonestar::WorklistSettings& settings);

/// Like runMix(), but records every push and pop in `log`, with the priorities before any shift.
template <typename Policy>
gb::MixResult recordMix(const gb::Mix& mix, const lonestar::WorklistSettings& settings,
                        gb::TraceLog& log);

} // namespace bench
