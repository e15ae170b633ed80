/**
 * Loops for runs in which threads meet misfortune, under a policy of choice. Programs include this
 * and call; SeededSchedulesPolicies.h has the definitions, compiled in a file for each policy.
 */
#ifndef GALOIS_LONESTAR_TEST_VIRTUAL_SEEDEDSCHEDULES_H
#define GALOIS_LONESTAR_TEST_VIRTUAL_SEEDEDSCHEDULES_H

#include <cstdint>
#include <vector>

#include "Delivered.h"

namespace virtual_policies {

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
