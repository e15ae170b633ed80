// Many senders send to one small ring. Every task is received exactly once, intact and in its
// sender's order, or it is refused and stays with its sender.
#include "galois/worklists/parts/messages/ReceiveQueue.h"

#include <atomic>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/substrate/Backoff.h"
#include "support/Stress.h"

namespace galois::worklists {
namespace {

struct Task {
  std::uint32_t sender;
  std::uint32_t number;
  std::uint64_t check;
};

std::uint64_t seal(std::uint32_t sender, std::uint32_t number) {
  return (std::uint64_t{sender} << 32 | number) * 0x9e3779b97f4a7c15ull;
}

TEST(ReceiveQueueStress, EveryTaskArrivesOnceAndInOrder) {
  SharedMemSys system;
  constexpr std::uint32_t kEach = 6000;
  for (const unsigned threads : {2u, 4u, 16u}) {
    for (const std::uint32_t capacity : {1u, 5u, 64u}) {
      ReceiveQueue<Task> queue(capacity);
      std::atomic<unsigned> sending{threads - 1};
      std::uint64_t wrong = 0;
      std::vector<std::uint32_t> next(threads);
      test::runThreads(threads, [&](unsigned tid) {
        substrate::Backoff backoff;
        if (tid == 0) {
          const auto take = [&](const Task& task, bool more) {
            wrong += task.sender == 0 || task.sender >= threads;
            wrong += task.check != seal(task.sender, task.number);
            wrong += task.number != next[task.sender]++;
            wrong += more != (capacity > 2 && task.number % 3 != 2 && task.number + 1 < kEach);
          };
          for (;;) {
            const bool last = sending == 0;
            if (queue.drain(take) > 0) {
              backoff.reset();
            } else if (last) {
              return;
            }
            backoff();
          }
        }
        // Send groups of three if they fit, and single tasks otherwise.
        for (std::uint32_t i = 0; i < kEach;) {
          Task tasks[3];
          std::uint32_t count = 0;
          do {
            tasks[count++] = {tid, i, seal(tid, i)};
            ++i;
          } while (capacity > 2 && i % 3 != 0 && i < kEach);
          while (!queue.send(tasks, count)) {
            backoff();
          }
          backoff.reset();
        }
        --sending;
      });
      SCOPED_TRACE(threads);
      EXPECT_EQ(wrong, 0u);
      for (unsigned sender = 1; sender < threads; ++sender) {
        EXPECT_EQ(next[sender], kEach);
      }
    }
  }
}

} // namespace
} // namespace galois::worklists
