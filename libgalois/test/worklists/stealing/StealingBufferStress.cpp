// One owner and many thieves: every task of every epoch reaches exactly one of them, intact.
#include "galois/worklists/parts/stealing/StealingBuffer.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/substrate/Backoff.h"
#include "support/Deliveries.h"
#include "support/Stress.h"

namespace galois::worklists {
namespace {

struct Task {
  std::uint64_t number;
  std::uint64_t check;
};
constexpr std::uint64_t kSalt = 0x9e3779b97f4a7c15ull;

TEST(StealingBufferStress, EveryTaskHasOneReceiver) {
  SharedMemSys system;
  constexpr std::uint64_t kTasks = 60000;
  constexpr std::uint32_t kBatch = 5; // It has ten words, more than fit beside the state.
  for (const unsigned threads : {2u, 4u, 16u}) {
    StealingBuffer<Task> buffer(kBatch);
    test::Deliveries seen(kTasks);
    const auto take = [&](const Task* tasks, std::uint32_t count) {
      for (std::uint32_t i = 0; i < count; ++i) {
        seen.record(tasks[i].number, tasks[i].check == (tasks[i].number ^ kSalt));
      }
    };
    test::runThreads(threads, [&](unsigned tid) {
      Task out[kBatch];
      substrate::Backoff backoff;
      if (tid == 0) {
        Task in[kBatch];
        std::uint32_t count = 0;
        for (std::uint64_t next = 0; next < kTasks;) {
          while (!buffer.isTaken()) {
            if (next % 3 == 0) {
              take(in, buffer.takeBack() ? count : 0);
            } else {
              backoff();
            }
          }
          backoff.reset();
          for (count = 0; count < 1 + next % kBatch && next + count < kTasks; ++count) {
            in[count] = {next + count, (next + count) ^ kSalt};
          }
          buffer.offer(in, count);
          next += count;
        }
        take(in, buffer.takeBack() ? count : 0);
      } else {
        while (seen.total() < kTasks) {
          Task top;
          if (buffer.peek(top) && top.check != (top.number ^ kSalt)) {
            seen.recordMangled();
          }
          const std::uint32_t count = buffer.steal(out);
          take(out, count);
          if (count == 0) {
            backoff();
          } else {
            backoff.reset();
          }
        }
      }
    });
    seen.expectEachOnce();
  }
}

} // namespace
} // namespace galois::worklists
