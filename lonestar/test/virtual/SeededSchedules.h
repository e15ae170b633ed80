/**
 * Loops for runs with injected faults, under a given policy. Programs include this header; the
 * definitions are in SeededSchedulesPolicies.h, which is compiled in one file per policy.
 */
#pragma once

#include <cstdint>
#include <vector>

#include "Delivered.h"

namespace virtual_policies {

/// What the threads did while one of them was stalled.
struct StallReport {
  bool skipped = false;             ///< threads cannot pop on their own under this policy
  std::vector<std::uint32_t> times; ///< how often each task was delivered
  std::vector<bool> moved;          ///< per thread: whether a call returned late in the stall
  std::uint64_t begun = 0;          ///< when the last thread began, in ns
  std::uint64_t ended = 0;          ///< when the last task was delivered, in ns
};

/// Runs the same tasks without for_each: each thread pops, runs and pushes until all tasks are
/// done. So the time at which each call returned is known.
template <typename Policy>
StallReport stallOne(std::uint32_t tasks, const lonestar::WorklistSettings& settings);

} // namespace virtual_policies
