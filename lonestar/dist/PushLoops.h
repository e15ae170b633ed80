/**
 * The operators of parts under the worklist policies. Each policy is instantiated in a source file
 * of its own (PushInstances.h).
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "PagerankPart.h"
#include "ShortestPathsPart.h"
#include "analytics/scheduler/LoopRun.h"

namespace dist {

/// Runs the operator of a part on these tasks and on all that they push, under a policy.
/// @param scale  of floating-point distances
template <typename Policy, typename Weight, typename Distance>
lonestar::LoopRun runTasks(ShortestPathsPart<Weight, Distance>& part, double scale,
                           const std::vector<sssp::Task<Distance>>& tasks,
                           const lonestar::WorklistSettings& settings);
/// Does the same for PageRank, whose tasks hold their priorities.
template <typename Policy>
lonestar::LoopRun runTasks(PagerankPart& part, const std::vector<pagerank::Task>& tasks,
                           const lonestar::WorklistSettings& settings);

/// The counts of all loops of a run.
struct LoopTotals {
  std::uint64_t executed = 0;                                 ///< number of tasks
  std::uint64_t pushed = 0;                                   ///< number of tasks created
  std::uint64_t stale = 0;                                    ///< executed tasks that were stale
  std::vector<galois::runtime::LoopReport::Counter> worklist; ///< sums over loops

  /// Adds those of a loop.
  void add(const lonestar::LoopRun& run) {
    const auto total = [](const std::vector<std::uint64_t>& numbers) {
      return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
    };
    executed += total(run.report.iterations);
    pushed += run.initial + total(run.report.pushes);
    stale += total(run.stale);
    for (const auto& counter : run.report.worklist) {
      if (!counter.average) {
        addCounter(counter);
      }
    }
  }

private:
  void addCounter(const galois::runtime::LoopReport::Counter& counter) {
    for (auto& known : worklist) {
      if (known.name == counter.name) {
        known.perThread.resize(counter.perThread.size());
        for (std::size_t t = 0; t < counter.perThread.size(); ++t) {
          known.perThread[t] += counter.perThread[t];
        }
        return;
      }
    }
    worklist.push_back(counter);
  }
};

} // namespace dist
