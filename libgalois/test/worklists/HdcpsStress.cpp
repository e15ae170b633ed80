// Many short loops over HD-CPS in which nearly every task is sent to another thread. A loop must
// not end while a task is in transit, wherever its threads are interrupted.
#include "galois/worklists/Hdcps.h"

#include <atomic>
#include <cstdint>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "support/Child.h"
#include "support/Stress.h"

namespace galois::test {
namespace {

struct Task {
  std::uint32_t depth;
  std::uint32_t priority;
};
struct ByPriority {
  std::uint32_t operator()(const Task& task) const { return task.priority; }
};

TEST(HdcpsStress, NoLoopEndsWhileATaskIsOnItsWay) {
  SharedMemSys system;
  constexpr std::uint32_t kDepth =
      6; // It is a tree of 2^7 - 1 tasks, of which few exist at a time.
  constexpr std::uint32_t kTasks = (2u << kDepth) - 1;
  const int loops = static_cast<int>((kSanitized ? 15 : 150) * stressScale());
  for (const auto transport : {worklists::BagTransport::kPull, worklists::BagTransport::kPush}) {
    worklists::HdcpsParams params;
    params.drift.tdf = 100;
    params.interval = 3;
    params.bags.least = 2;
    params.bags.transport = transport;
    params.queueCapacity = 3; // The queues are sometimes full.
    for (const unsigned threads : {2u, 3u, 16u}) {
      setActiveThreads(threads);
      for (int loop = 0; loop < loops; ++loop) {
        std::atomic<std::uint32_t> done{0};
        const Task root{0, 0};
        for_each(
            iterate({root}),
            [&](const Task& task, auto& ctx) {
              done.fetch_add(1, std::memory_order_relaxed);
              for (std::uint32_t child = 0; task.depth < kDepth && child < 2; ++child) {
                ctx.push(Task{task.depth + 1, (task.priority * 7 + child * (loop % 3)) % 100});
              }
            },
            wl<worklists::Hdcps<ByPriority>>(ByPriority(), params), disable_conflict_detection());
        ASSERT_EQ(done.load(), kTasks) << "loop " << loop << " on " << threads << " threads";
      }
    }
  }
}

} // namespace
} // namespace galois::test
