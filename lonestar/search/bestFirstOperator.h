/**
 * The loop of a best-first search (galois/search/Frontier.h), compiled once per policy for all
 * programs that search trees.
 */
#pragma once

#include <array>

#include "analytics/scheduler/LoopRun.h"
#include "galois/Galois.h"
#include "galois/search/Frontier.h"

namespace lonestar::search {

/// Runs `work` on `first` and on all tasks that it pushes, under a policy. Tasks that are dropped
/// count as stale.
template <typename Policy>
LoopRun runFrontier(galois::search::FrontierWork& work, const galois::search::FrontierTask& first,
                    const WorklistSettings& settings) {
  using galois::search::FrontierTask;
  StaleTasks dropped;
  const std::array<FrontierTask, 1> tasks{first};
  const auto body = [&](const FrontierTask& task, auto& context) {
    if (!work.run(task, galois::search::frontierLoop(context))) {
      ++*dropped.getLocal();
    }
  };
  return runLoop<Policy>("BestFirst", settings, galois::search::FrontierUrgency(), tasks, body,
                         dropped, galois::parallel_break());
}

} // namespace lonestar::search

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template lonestar::LoopRun lonestar::search::runFrontier<lonestar::worklists::Policy>(           \
      galois::search::FrontierWork&, const galois::search::FrontierTask&,                          \
      const lonestar::WorklistSettings&);
