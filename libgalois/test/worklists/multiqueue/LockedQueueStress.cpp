// Many threads push to and take from a few heaps behind try-locks, and read the published urgencies
// before they lock. Every task comes out once and intact, and finally each queue publishes that it
// is empty.
#include <atomic>
#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/parts/multiqueue/LocalQueues.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"

namespace galois::worklists {
namespace {

struct Task {
  std::uint32_t number;
  std::uint32_t check;
};
constexpr std::uint32_t kSalt = 0x9e3779b9u;
struct ByNumber {
  std::uint32_t operator()(const Task& task) const { return task.number; }
};

TEST(LockedQueueStress, EveryTaskComesOutOnce) {
  SharedMemSys system;
  constexpr std::uint32_t kTasks = 60000, kQueues = 3, kBatch = 5;
  using Kind = HeapQueues<4>;
  for (const unsigned threads : {2u, 4u, 16u}) {
    setActiveThreads(threads);
    Kind::Common<ByNumber, Task> common{ByNumber(), {}};
    std::deque<LockedQueue<Kind::Queue<ByNumber, Task>>> queues;
    for (std::uint32_t i = 0; i < kQueues; ++i) {
      queues.emplace_back(common);
    }
    std::vector<std::atomic<int>> received(kTasks);
    std::atomic<std::uint32_t> total{0}, mangled{0};
    on_each([&](unsigned tid, unsigned n) {
      substrate::Random random(1, tid);
      substrate::Backoff backoff;
      std::uint32_t next = tid;
      while (total < kTasks) {
        auto& queue = queues[random.below(kQueues)];
        bool done = false;
        if (next < kTasks && random.below(2) == 0) {
          if (auto hold = queue.tryLock()) {
            hold.push(Task{next, next ^ kSalt});
            next += n;
            done = true;
          }
        } else if (queue.urgency() != kNoUrgency) {
          if (auto hold = queue.tryLock()) {
            Task out[kBatch];
            const std::size_t count = hold.popMany(out, 1 + random.below(kBatch));
            for (std::size_t i = 0; i < count; ++i) {
              mangled += out[i].check != (out[i].number ^ kSalt);
              ++received[out[i].number];
            }
            total += static_cast<std::uint32_t>(count);
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
    EXPECT_EQ(mangled, 0u);
    for (const auto& count : received) {
      ASSERT_EQ(count, 1);
    }
    for (const auto& queue : queues) {
      EXPECT_EQ(queue.urgency(), kNoUrgency);
    }
  }
}

} // namespace
} // namespace galois::worklists
