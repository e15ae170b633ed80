/** The loops of PushLoops.h for the types of all programs, compiled once per policy. */
#pragma once

#include <cstdint>
#include <vector>

#include "PushLoops.h"
#include "analytics/pagerank/FirstTasks.h"
#include "galois/Galois.h"

namespace dist {

template <typename Policy, typename Weight, typename Distance>
lonestar::LoopRun runTasks(ShortestPathsPart<Weight, Distance>& part, double scale,
                           const std::vector<sssp::Task<Distance>>& tasks,
                           const lonestar::WorklistSettings& settings) {
  using Task = sssp::Task<Distance>;
  lonestar::StaleTasks stale;
  const auto relax = [&](const Task& task, auto& ctx) {
    if (!part.relax(task, ctx)) {
      ++*stale.getLocal();
    }
  };
  const auto touchNode = [&](const Task& task) __attribute__((always_inline)) {
    part.prefetchNode(task);
  };
  const auto touchEdges = [&](const Task& task) __attribute__((always_inline)) {
    part.prefetchEdges(task);
  };
  return lonestar::runLoop<Policy>("Push", settings, sssp::DistanceOf<Distance>{scale}, tasks,
                                   relax, stale, galois::prefetch(touchNode, touchEdges));
}

template <typename Policy>
lonestar::LoopRun runTasks(PagerankPart& part, const std::vector<pagerank::Task>& tasks,
                           const lonestar::WorklistSettings& settings) {
  lonestar::StaleTasks stale;
  const auto push = [&](const pagerank::Task& task, auto& ctx) {
    if (!part.push(task, ctx)) {
      ++*stale.getLocal();
    }
  };
  return lonestar::runLoop<Policy>("Push", settings, pagerank::PriorityOf(), tasks, push, stale);
}

} // namespace dist

/// Compiles the loop for one policy and one pair of weight and distance types.
#define LONESTAR_DIST_RELAX(Policy, Weight, Distance)                                              \
  template lonestar::LoopRun dist::runTasks<lonestar::worklists::Policy>(                          \
      dist::ShortestPathsPart<Weight, Distance>&, double,                                          \
      const std::vector<sssp::Task<Distance>>&, const lonestar::WorklistSettings&);

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  LONESTAR_DIST_RELAX(Policy, void, std::uint32_t)                                                 \
  LONESTAR_DIST_RELAX(Policy, std::uint32_t, std::uint32_t)                                        \
  LONESTAR_DIST_RELAX(Policy, std::uint32_t, std::uint64_t)                                        \
  LONESTAR_DIST_RELAX(Policy, std::uint64_t, std::uint64_t)                                        \
  LONESTAR_DIST_RELAX(Policy, double, double)                                                      \
  template lonestar::LoopRun dist::runTasks<lonestar::worklists::Policy>(                          \
      dist::PagerankPart&, const std::vector<pagerank::Task>&, const lonestar::WorklistSettings&);
