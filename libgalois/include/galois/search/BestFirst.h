/**
 * Best-first search: branch and bound in the order of a worklist policy, with bounds as priorities.
 *
 *     auto best = optimise<Clique>(graph, root, LargestClique(),
 *                                  bestFirst(galois::wl<StealingMultiQueue<FrontierUrgency>>()));
 *
 * Decisions take it, too. An enumeration has no bounds and cannot be ordered by them.
 */
#pragma once

#include <array>
#include <cstdint>

#include "galois/Loops.h"
#include "galois/search/Frontier.h"

namespace galois::search {

/// Returns the coordination of a search under a worklist policy: `bestFirst(galois::wl<Policy>())`.
/// The policy's indexer is FrontierUrgency.
/// @param frontierBytes, dives  see BestFirst
template <typename Worklist>
BestFirst bestFirst(const Worklist& worklist,
                    std::uint64_t frontierBytes = BestFirst().frontierBytes,
                    ShortDives dives = {}) {
  return {[worklist](FrontierWork& work, const FrontierTask& first, std::uint64_t /*last*/) {
            const std::array<FrontierTask, 1> tasks{first};
            galois::for_each(
                galois::iterate(tasks),
                [&work](const FrontierTask& task, auto& context) {
                  work.run(task, frontierLoop(context));
                },
                worklist, galois::disable_conflict_detection(), galois::parallel_break(),
                galois::no_stats(), galois::loopname("BestFirst"));
          },
          frontierBytes, dives};
}

} // namespace galois::search
