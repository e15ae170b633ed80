/** What random enqueue, local dequeue promises, over whatever queues. */
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicySuite.h"

namespace galois::test {

/// @tparam Case  has `Policy<T>`, as the cases of PolicySuite.h do
template <typename Case>
class LocalDequeue : public ::testing::Test {
protected:
  SharedMemSys system_;
};
TYPED_TEST_SUITE_P(LocalDequeue);

TYPED_TEST_P(LocalDequeue, TasksAreSpreadOverAllThreadsAndTakenByTheirOwners) {
  constexpr unsigned kThreads = 4;
  constexpr std::uint32_t kTasks = 4000;
  setActiveThreads(kThreads);
  typename TypeParam::template Policy<Task<8>> wl;
  std::atomic<bool> filled{false};
  std::vector<std::vector<std::uint32_t>> got(kThreads);
  on_each([&](unsigned tid, unsigned) {
    substrate::Backoff backoff;
    if (tid == 0) {
      pushTasks(wl, kTasks);
      filled = true;
    }
    while (!filled) {
      backoff();
    }
    for (std::uint32_t i = 0; i < kTasks / kThreads / 2; ++i) {
      got[tid].push_back(wl.pop()->priority);
    }
  });
  for (const auto& tasks : got) {
    EXPECT_TRUE(std::is_sorted(tasks.begin(), tasks.end()))
        << "all come from the thread's own queue";
  }
  EXPECT_EQ(counter(wl, "tasks_stolen"), 0);
}

TYPED_TEST_P(LocalDequeue, TasksOfAThreadThatDoesNotComeAreNotStranded) {
  // If threads popped from their own queues only, this thread would find no task, although the
  // tasks that it pushed are in the queues of threads that never pop.
  setActiveThreads(8);
  typename TypeParam::template Policy<Task<8>> wl;
  pushTasks(wl, 100);
  for (std::uint32_t i = 0; i < 100; ++i) {
    ASSERT_TRUE(wl.pop());
  }
  EXPECT_FALSE(wl.pop());
  EXPECT_GT(counter(wl, "tasks_stolen"), 0);
}

REGISTER_TYPED_TEST_SUITE_P(LocalDequeue, TasksAreSpreadOverAllThreadsAndTakenByTheirOwners,
                            TasksOfAThreadThatDoesNotComeAreNotStranded);

} // namespace galois::test
