/** What the tests of policies with barriers share: no task runs before the tasks of all more urgent
    priorities are done. */
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "support/Deliveries.h"
#include "worklists/PolicyKit.h"

namespace galois::test {

/// Runs a grid of 20 levels of 150 tasks each, on each of kThreadCounts. Each task pushes the task
/// above it. The priority is the level.
template <typename Policy>
void expectLevelsInOrder() {
  constexpr std::uint32_t kLevels = 20, kWidth = 150;
  std::vector<Task<8>> first;
  for (std::uint32_t i = 0; i < kWidth; ++i) {
    first.emplace_back(i, 0);
  }
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    Deliveries seen(kLevels * kWidth);
    std::atomic<std::uint32_t> done[kLevels] = {};
    std::atomic<std::uint32_t> early{0};
    for_each(
        iterate(first),
        [&](const Task<8>& t, auto& ctx) {
          seen.record(t);
          if (t.priority > 0 && done[t.priority - 1] != kWidth) {
            ++early;
          }
          if (t.priority + 1 < kLevels) {
            ctx.push(t.id + kWidth, t.priority + 1);
          }
          ++done[t.priority];
        },
        wl<Policy>(), disable_conflict_detection());
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
    EXPECT_EQ(early.load(), 0u);
  }
}

} // namespace galois::test
