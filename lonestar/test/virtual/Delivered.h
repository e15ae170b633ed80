/**
 * A loop under a policy of choice, and what came of it. Programs include this and call;
 * VirtualPolicies.h has the definition, compiled in a file for each policy.
 */
#ifndef GALOIS_LONESTAR_TEST_VIRTUAL_DELIVERED_H
#define GALOIS_LONESTAR_TEST_VIRTUAL_DELIVERED_H

#include <cstdint>
#include <vector>

#include "liblonestar/WorklistInfo.h"

namespace virtual_policies {

/// What came of a loop over the tasks 0..times.size()-1.
struct Delivered {
  explicit Delivered(std::uint32_t tasks) : times(tasks) {}

  std::vector<std::uint32_t> times; ///< how often each task was delivered
  /// Tasks at whose end termination detection already said that all work was finished.
  std::uint32_t afterEnd = 0;
};

/// Runs a for_each over `tasks` tasks. Task i pushes two that no other pushes.
template <typename Policy>
Delivered deliver(std::uint32_t tasks, const lonestar::WorklistSettings& settings);

/// The same, written down in `out` until an exception leaves the loop.
template <typename Policy>
void deliverInto(Delivered& out, const lonestar::WorklistSettings& settings);

} // namespace virtual_policies

#endif
