// Many threads push to and take from a few heaps behind try-locks, and read the shown urgencies
// before they lock. Every task comes out once and intact, and finally each queue shows that it
// is empty.
#include <cstdint>
#include <deque>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/substrate/Backoff.h"
#include "galois/worklists/parts/multiqueue/LocalQueues.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"
#include "support/Deliveries.h"
#include "support/SimpleTask.h"
#include "support/Stress.h"

namespace galois::worklists {
namespace {

/// The tasks are ordered by their ids, and the priorities tell whether they are intact.
using Task = test::SimpleTask;
struct ById {
  std::uint32_t operator()(const Task& task) const { return task.id; }
};

TEST(LockedQueueStress, EveryTaskComesOutOnce) {
  SharedMemSys system;
  constexpr std::uint32_t kTasks = 60000, kPriorities = 1u << 31, kQueues = 3, kBatch = 5;
  using Kind = HeapQueues<4>;
  for (const unsigned threads : {2u, 4u, 16u}) {
    Kind::Common<ById, Task> common{ById(), {}};
    std::deque<LockedQueue<Kind::Queue<ById, Task>>> queues;
    for (std::uint32_t i = 0; i < kQueues; ++i) {
      queues.emplace_back(common);
    }
    test::Deliveries seen(kTasks);
    test::runRandomThreads(threads, [&](unsigned tid, substrate::Random& random) {
      substrate::Backoff backoff;
      std::uint32_t next = tid;
      while (seen.total() < kTasks) {
        auto& queue = queues[random.below(kQueues)];
        bool done = false;
        if (next < kTasks && random.below(2) == 0) {
          if (auto hold = queue.tryLock()) {
            hold.push(test::sealedTask(next, kPriorities));
            next += threads;
            done = true;
          }
        } else if (queue.urgency() != kNoUrgency) {
          if (auto hold = queue.tryLock()) {
            Task out[kBatch];
            const std::size_t count = hold.popMany(out, 1 + random.below(kBatch));
            for (std::size_t i = 0; i < count; ++i) {
              seen.record(out[i].id, test::isSealed(out[i], kPriorities));
            }
            done = true;
          }
        }
        if (done) {
          backoff.reset();
        } else {
          backoff();
        }
      }
    });
    seen.expectEachOnce();
    for (const auto& queue : queues) {
      EXPECT_EQ(queue.urgency(), kNoUrgency);
    }
  }
}

} // namespace
} // namespace galois::worklists
