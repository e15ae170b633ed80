/**
 * What --algo=auto stands for in programs that run under a worklist where one is asked for, and else
 * take the algorithm that is fastest for the number of threads.
 */
#pragma once

#include <string>

#include "analytics/scheduler/Runs.h"
#include "galois/Threads.h"
#include "galois/analytics/Algorithms.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/flags/AlgorithmFlag.h"
#include "liblonestar/flags/WorklistFlags.h"

namespace lonestar {

/// The algorithm that is run, and the reason if it was not asked for.
/// @tparam Plan  the plan of the problem
template <typename Plan>
struct AlgorithmChoice {
  const galois::analytics::AlgorithmInfo<Plan>& algorithm;
  std::string reason{};
};

/// Returns what --algo and --wl select; never Plan::kAuto.
/// @param flag     --algo
/// @param list     the library's algorithms
/// @param fastest  fastest(threads) is the algorithm for that number of threads
template <typename Plan, typename Fastest>
AlgorithmChoice<Plan> chosenAlgorithm(const AlgorithmFlag<Plan>& flag,
                                      galois::analytics::AlgorithmList<Plan> list,
                                      const Fastest& fastest) {
  const galois::analytics::AlgorithmInfo<Plan>& asked = *flag.getValue();
  if (asked.algorithm != Plan::kAuto) {
    return {asked};
  }
  if (!flag.given() && worklistGiven()) {
    return {galois::analytics::algorithmOf(list, Plan::kWorklist)};
  }
  const auto threads = static_cast<unsigned>(numThreads);
  return {galois::analytics::algorithmOf(list, fastest(threads)), forThreads(threads)};
}

} // namespace lonestar
