// The Multi-Queues that stay with a queue when they take tasks: mq-tl-tl and mq-tb-tl.
#include <vector>

#include "worklists/MultiQueueCases.h"

namespace galois::test {
namespace {

using worklists::TaskBatching;
using worklists::TemporalLocality;

using TlTlCase = MultiQueueCase<TemporalLocality, TemporalLocality>;
using TbTlCase = MultiQueueCase<TaskBatching, TemporalLocality>;
INSTANTIATE_TYPED_TEST_SUITE_P(TlTl, PolicySuite, CasesOf<TlTlCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(TlTl, PolicyRanges, RangesOf<TlTlCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(TbTl, PolicySuite, CasesOf<TbTlCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(TbTl, PolicyRanges, RangesOf<TbTlCase>);

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

  /// Pops all tasks; how often a task was followed by a less urgent one.
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
  // All tasks in one queue come out in exact order, also through two draws.
  setActiveThreads(1);
  TlTl wl(TaskPriority(), runs(65536, 1));
  for (std::uint32_t i = 0; i < 100; ++i) {
    wl.push(Task8(i, 99 - i));
  }
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
    for (std::uint32_t i = 0; i < kTasks; ++i) {
      wl.push(Task8(i, i));
    }
    const double falls = kTasks - 1 - ascents(wl);
    if (run == 1) {
      EXPECT_GT(falls, 100) << "four queues, drawn anew each time";
    } else {
      EXPECT_LE(falls, 4) << "once for each further queue, and once in 65536 times";
    }
  }
}

TEST_F(MultiQueueLocalityTest, ARangeIsInsertedUnderOneLockWhileTheThreadStays) {
  setActiveThreads(2); // one thread alone takes no locks
  TlTl wl(TaskPriority(), runs(65536, 1));
  std::vector<Task8> tasks;
  for (std::uint32_t i = 0; i < 100; ++i) {
    tasks.emplace_back(i, i);
  }
  wl.push(tasks.begin(), tasks.end());
  wl.push(tasks.begin(), tasks.begin()); // nothing
  for (std::uint32_t i = 0; i < 100; ++i) {
    const auto task = wl.pop();
    ASSERT_TRUE(task);
    EXPECT_EQ(task->priority, i) << "one queue, so exact";
  }
  EXPECT_EQ(counter(wl, "pushes"), 100);
  EXPECT_FALSE(wl.pop());
}

TEST_F(MultiQueueLocalityTest, AStickyThreadPeeksAtItsQueue) {
  setActiveThreads(4);
  TlTl wl(TaskPriority(), runs(65536, 65536));
  for (std::uint32_t i = 0; i < 10; ++i) {
    wl.push(Task8(i, i));
  }
  wl.pop();
  ASSERT_NE(wl.peek(), nullptr);
  EXPECT_EQ(wl.peek()->priority, 1u);
}

} // namespace
} // namespace galois::test
