/**
 * Loops for runs in which threads meet misfortune, under a policy of choice. Programs include this
 * and call; SeededSchedulesPolicies.h has the definitions, compiled in a file for each policy.
 */
#ifndef GALOIS_LONESTAR_TEST_SEEDEDSCHEDULES_H
#define GALOIS_LONESTAR_TEST_SEEDEDSCHEDULES_H

#include <cstdint>
#include <vector>

#include "liblonestar/WorklistInfo.h"

namespace virtual_policies {

/// Times that each of the tasks 0..tasks-1 was delivered by a for_each. Task i pushes two that no
/// other pushes.
template <typename Policy>
std::vector<std::uint32_t> deliver(std::uint32_t tasks, const lonestar::WorklistSettings& settings);

/// The same, counted in `times` until an exception leaves the loop.
template <typename Policy>
void deliverInto(std::vector<std::uint32_t>& times, const lonestar::WorklistSettings& settings);

/// What threads did while one of them stood still.
struct StallReport {
  bool skipped = false;             ///< threads cannot pop on their own under this policy
  std::vector<std::uint32_t> times; ///< that each task was delivered
  std::vector<bool> moved;          ///< of each thread: some call returned late in the stall
  std::uint64_t begun = 0;          ///< when the last thread had come, in ns
  std::uint64_t ended = 0;          ///< when the last task had been delivered, in ns
};

/// The same tasks by hand: each thread pops, runs and pushes until all are done, so that it is
/// known of each call when it returned.
template <typename Policy>
StallReport stallOne(std::uint32_t tasks, const lonestar::WorklistSettings& settings);

} // namespace virtual_policies

#endif
