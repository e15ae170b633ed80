// Tests of the Multi-Queues that delete from one queue several times in a row: mq-tl-tl and
// mq-tb-tl.
#include <vector>

#include "worklists/MultiQueueCases.h"

namespace galois::test {
namespace {

using worklists::TaskBatching;
using worklists::TemporalLocality;

using TlTlCase = MultiQueueCase<TemporalLocality, TemporalLocality>;
using TbTlCase = MultiQueueCase<TaskBatching, TemporalLocality>;
GALOIS_POLICY_SUITES(TlTl, TlTlCase);
GALOIS_POLICY_SUITES(TbTl, TbTlCase);

using Task8 = Task<8>;
using TlTl = TlTlCase::Policy<Task8>;

class MultiQueueLocalityTest : public ::testing::Test {
protected:
  static TlTl::Params runs(std::uint32_t insert, std::uint32_t remove) {
    TlTl::Params params;
    params.insert.stay = insert;
    params.remove.stay = remove;
    return params;
  }

  /// Pops all tasks and returns how often a task was followed by a less urgent one.
  static double ascents(TlTl& wl) {
    double count = 0;
    auto last = wl.pop();
    while (auto task = wl.pop()) {
      count += task->priority > last->priority;
      last = task;
    }
    return count;
  }

  SharedMemSys system_;
};

TEST_F(MultiQueueLocalityTest, LongInsertRunsFillOneQueue) {
  // If all tasks are in one queue, they come in exact order, even when two queues are sampled.
  setActiveThreads(1);
  TlTl wl(TaskPriority(), runs(65536, 1));
  pushTasks(wl, 100, [](std::uint32_t i) { return 99 - i; });
  for (std::uint32_t i = 0; i < 100; ++i) {
    const auto task = wl.pop();
    ASSERT_TRUE(task);
    EXPECT_EQ(task->priority, i);
  }
}

TEST_F(MultiQueueLocalityTest, LongDeleteRunsEmptyOneQueueAfterTheOther) {
  setActiveThreads(1);
  constexpr std::uint32_t kTasks = 1000;
  for (const std::uint32_t run : {1u, 65536u}) {
    TlTl wl(TaskPriority(), runs(1, run));
    pushTasks(wl, kTasks);
    const double falls = kTasks - 1 - ascents(wl);
    if (run == 1) {
      EXPECT_GT(falls, 100) << "four queues, sampled again for each task";
    } else {
      EXPECT_LE(falls, 4) << "once per further queue, and once in 65536 times";
    }
  }
}

TEST_F(MultiQueueLocalityTest, ARangeIsInsertedUnderOneLockWhileTheThreadStays) {
  setActiveThreads(2); // A single thread takes no locks.
  TlTl wl(TaskPriority(), runs(65536, 1));
  std::vector<Task8> tasks;
  for (std::uint32_t i = 0; i < 100; ++i) {
    tasks.emplace_back(i, i);
  }
  wl.push(tasks.begin(), tasks.end());
  wl.push(tasks.begin(), tasks.begin()); // This range is empty.
  for (std::uint32_t i = 0; i < 100; ++i) {
    const auto task = wl.pop();
    ASSERT_TRUE(task);
    EXPECT_EQ(task->priority, i) << "the order is exact because there is one queue";
  }
  EXPECT_EQ(counter(wl, "pushes"), 100);
  EXPECT_FALSE(wl.pop());
}

TEST_F(MultiQueueLocalityTest, AStickyThreadPeeksAtItsQueue) {
  setActiveThreads(4);
  TlTl wl(TaskPriority(), runs(65536, 65536));
  pushTasks(wl, 10);
  wl.pop();
  ASSERT_NE(wl.peek(), nullptr);
  EXPECT_EQ(wl.peek()->priority, 1u);
}

} // namespace
} // namespace galois::test
