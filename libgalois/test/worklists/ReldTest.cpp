// Tests of random enqueue, local dequeue.
#include "support/SharedMemTest.h"
#include "worklists/LocalDequeueCases.h"
#include "worklists/MultiQueueCases.h"

namespace galois::test {
namespace {

// Exact because one thread has one queue.
using ReldCase = ExactCase<worklists::RandomEnqueueLocalDequeue<TaskPriority>>;
GALOIS_POLICY_SUITES(Reld, ReldCase);

/// The queues are plain heaps.
using PlainCase = MultiQueueCase<worklists::RandomQueues, worklists::OwnQueue>;
struct PlainReldCase : PlainCase {
  static constexpr bool kExact = true; // because one thread has one queue
};
GALOIS_POLICY_SUITES(PlainReld, PlainReldCase);

INSTANTIATE_TYPED_TEST_SUITE_P(Reld, LocalDequeue, ReldCase);

using Task8 = Task<8>;
using Reld = ReldCase::Policy<Task8>;

using ReldTest = SharedMemTest;

TEST_F(ReldTest, AloneItIsExact) {
  setActiveThreads(1);
  Reld wl;
  pushTasks(wl, 500, [](std::uint32_t i) { return 499 - i; });
  for (std::uint32_t i = 0; i < 500; ++i) {
    EXPECT_EQ(wl.pop()->priority, i);
  }
  EXPECT_FALSE(wl.pop());
}

TEST_F(ReldTest, QueuesOfThreadsThatLeftAreServedAtOnce) {
  setActiveThreads(8);
  Reld wl;
  pushTasks(wl, 100);
  setActiveThreads(1);
  for (std::uint32_t i = 0; i < 100; ++i) {
    ASSERT_TRUE(wl.pop());
  }
  EXPECT_FALSE(wl.pop());
  EXPECT_EQ(counter(wl, "steal_attempts"), 0)
      << "no other thread was active, so no waiting was necessary";
}

} // namespace
} // namespace galois::test
