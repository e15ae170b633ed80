// The executor under threads that come and go, submit, cancel and drain at the same time: each function
// is run once or cancelled, none is lost, and no sleeper is forgotten.
#include "galois/PriorityExecutor.h"

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Random.h"
#include "support/OwnThreads.h"

namespace galois {
namespace {

using test::onOwnThreads;

TEST(PriorityExecutorStress, EachFunctionIsRunOnceOrCancelled) {
  constexpr unsigned kEach = 2000;
  for (const unsigned threads : {1U, 2U, 5U}) {
    PriorityExecutor executor(threads);
    std::vector<std::atomic<unsigned>> runs(3 * kEach);
    std::atomic<unsigned> cancelled{0};
    for (int wave = 0; wave < 2; ++wave) { // with new threads
      for (auto& each : runs) {
        each = 0;
      }
      cancelled = 0;
      onOwnThreads(3, [&](unsigned t) {
        substrate::Random random(7, t);
        std::vector<JobFuture<unsigned>> futures;
        for (unsigned i = t * kEach; i < (t + 1) * kEach; ++i) {
          futures.push_back(
              executor.submit(static_cast<std::int64_t>(random.below(64)), [&runs, i] {
                ++runs[i];
                return i;
              }));
          if (random.below(4) == 0 && futures[random.below(i - t * kEach + 1)].cancel()) {
            ++cancelled;
          }
        }
        for (unsigned i = 0; i < kEach; ++i) {
          try {
            EXPECT_EQ(futures[i].get(), t * kEach + i);
          } catch (const substrate::Cancelled&) {
            EXPECT_EQ(runs[t * kEach + i], 0U);
            runs[t * kEach + i] = 1;
          }
        }
      });
      executor.drain();
      for (const auto& each : runs) {
        ASSERT_EQ(each, 1U);
      }
    }
  }
}

TEST(PriorityExecutorStress, ATreeOfFunctionsEndsBeforeDrainReturns) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    PriorityExecutor executor(threads);
    std::atomic<unsigned> ended{0};
    struct Node {
      PriorityExecutor& executor;
      std::atomic<unsigned>& ended;
      unsigned number;
      void operator()() const {
        for (const unsigned child : {2 * number + 1, 2 * number + 2}) {
          if (child < 10000) {
            executor.post(child % 13, Node{executor, ended, child});
          }
        }
        ++ended;
      }
    };
    executor.post(0, Node{executor, ended, 0});
    onOwnThreads(2, [&](unsigned) { executor.drain(); });
    EXPECT_EQ(ended, 10000U);
  }
}

TEST(PriorityExecutorStress, SleepersAreWoken) {
  // One job at a time, so that threads fall asleep between jobs.
  PriorityExecutor executor(3);
  onOwnThreads(2, [&](unsigned t) {
    for (unsigned i = 0; i < 3000; ++i) {
      ASSERT_EQ(executor.submit(0, [i] { return i; }).get(), i);
      if (i % 64 == t) {
        std::this_thread::yield();
      }
    }
  });
}

TEST(PriorityExecutorStress, CancellingAllRacesWithAllElse) {
  PriorityExecutor executor(2);
  std::atomic<unsigned> ran{0};
  std::atomic<bool> over{false};
  std::size_t cancelled = 0;
  std::thread canceller([&] {
    while (!over) {
      cancelled += executor.cancelWaiting();
    }
  });
  onOwnThreads(3, [&](unsigned) {
    for (int i = 0; i < 5000; ++i) {
      executor.post(i, [&ran] { ++ran; });
    }
  });
  executor.drain();
  over = true;
  canceller.join();
  EXPECT_EQ(ran + cancelled, 15000U);
}

TEST(PriorityExecutorStress, ExecutorsComeAndGo) {
  std::atomic<unsigned> ran{0};
  for (int i = 0; i < 200; ++i) {
    PriorityExecutor executor(1 + static_cast<unsigned>(i) % 4);
    for (int job = 0; job < i % 8; ++job) {
      executor.post(job, [&ran] { ++ran; });
    }
  }
  EXPECT_EQ(ran, 200U / 8 * 28);
}

} // namespace
} // namespace galois
