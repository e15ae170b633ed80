/**
 * Runs a loop under a given policy and records its deliveries. Programs include this header; the
 * definition is in VirtualPolicies.h, which is compiled in one file per policy.
 */
#pragma once

#include <cstdint>
#include <vector>

#include "analytics/scheduler/WorklistInfo.h"

namespace virtual_policies {

/// The deliveries of a loop over the tasks 0..times.size()-1.
struct Delivered {
  explicit Delivered(std::uint32_t tasks) : times(tasks) {}

  std::vector<std::uint32_t> times; ///< how often each task was delivered
  /// How many tasks ended after termination detection had announced the end of the loop.
  std::uint32_t afterEnd = 0;
};

/// Runs a for_each over `tasks` tasks. Task i pushes two tasks that no other task pushes.
template <typename Policy>
Delivered deliver(std::uint32_t tasks, const lonestar::WorklistSettings& settings);

/// Does the same and records into `out`, which remains valid if an exception leaves the loop.
template <typename Policy>
void deliverInto(Delivered& out, const lonestar::WorklistSettings& settings);

} // namespace virtual_policies
