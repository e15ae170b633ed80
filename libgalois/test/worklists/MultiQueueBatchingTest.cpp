// Tests of the Multi-Queues that delete tasks in batches: mq-tl-tb and mq-tb-tb.
#include <vector>

#include "support/OnThread.h"
#include "worklists/MultiQueueCases.h"

namespace galois::test {
namespace {

using worklists::TaskBatching;
using worklists::TemporalLocality;

using TlTbCase = MultiQueueCase<TemporalLocality, TaskBatching>;
using TbTbCase = MultiQueueCase<TaskBatching, TaskBatching>;
GALOIS_POLICY_SUITES(TlTb, TlTbCase);
GALOIS_POLICY_SUITES(TbTb, TbTbCase);

using Task8 = Task<8>;
using TbTb = TbTbCase::Policy<Task8>;
static_assert(worklists::kHasPopBatch<TbTb>);
static_assert(
    !worklists::kHasPopBatch<MultiQueueCase<TaskBatching, TemporalLocality>::Policy<Task8>>);

class MultiQueueBatchingTest : public ::testing::Test {
protected:
  static TbTb::Params batches(std::uint32_t insert, std::uint32_t remove) {
    TbTb::Params params;
    params.insert.batch = insert;
    params.remove.batch = remove;
    return params;
  }

  SharedMemSys system_;
};

TEST_F(MultiQueueBatchingTest, TheInsertBufferIsFlushedWhenItsOwnerFindsNoTask) {
  for (const unsigned threads : {1u, 2u}) {
    setActiveThreads(threads);
    TbTb wl(TaskPriority(), batches(1000, 1));
    pushTasks(wl, 10); // These are fewer than a batch, so other threads cannot see them.
    for (std::uint32_t i = 0; i < 10; ++i) {
      const auto task = wl.pop();
      ASSERT_TRUE(task);
      EXPECT_EQ(task->priority, i) << "one batch goes to one queue";
    }
    EXPECT_FALSE(wl.pop());
  }
}

TEST_F(MultiQueueBatchingTest, AFullInsertBufferIsSeenByOthers) {
  setActiveThreads(2);
  TbTb wl(TaskPriority(), batches(8, 1));
  onThread(0, [&] { pushTasks(wl, 7); });
  onThread(1, [&] { EXPECT_FALSE(wl.pop()); });
  onThread(0, [&] { pushTasks(wl, 1); });
  onThread(1, [&] {
    for (int i = 0; i < 8; ++i) {
      EXPECT_TRUE(wl.pop());
    }
    EXPECT_FALSE(wl.pop());
  });
}

TEST_F(MultiQueueBatchingTest, ABatchIsTakenFromOneQueueMostUrgentFirst) {
  setActiveThreads(1);
  TbTb wl(TaskPriority(), batches(100, 8));
  pushTasks(wl, 100);
  std::uint32_t expected = 0;
  while (auto task = wl.pop()) {
    EXPECT_EQ(task->priority, expected++);
  }
  EXPECT_EQ(expected, 100u);
}

TEST_F(MultiQueueBatchingTest, BatchPopsOfAnySizeShareOutEverything) {
  setActiveThreads(1);
  for (const std::uint32_t batch : {1u, 5u, 64u, 1000u}) {
    for (const std::size_t max : {std::size_t{1}, std::size_t{7}, std::size_t{64}}) {
      TbTb wl(TaskPriority(), batches(3, batch));
      constexpr std::uint32_t kTasks = 500;
      pushTasks(wl, kTasks);
      Deliveries seen(kTasks);
      std::vector<Task8> out(max);
      for (std::uint32_t round = 0;; ++round) {
        if (round % 3 == 2) { // Single pops in between use the same buffer.
          if (auto task = wl.pop()) {
            seen.record(*task);
          }
          continue;
        }
        const std::size_t count = wl.pop_batch(out.data(), max);
        ASSERT_LE(count, std::min<std::size_t>(max, batch));
        for (std::size_t i = 0; i < count; ++i) {
          seen.record(out[i]);
        }
        if (count == 0) {
          break;
        }
      }
      seen.expectEachOnce();
      EXPECT_EQ(counter(wl, "pops"), kTasks);
    }
  }
}

TEST_F(MultiQueueBatchingTest, ABatchTakesOneLock) {
  setActiveThreads(2);
  TbTb wl(TaskPriority(), batches(16, 4));
  pushTasks(wl, 160);
  EXPECT_EQ(counter(wl, "insert_lock_acquisitions"), 10);
  EXPECT_EQ(counter(wl, "lock_acquisitions"), 10);
  std::uint32_t tasks = 0;
  while (wl.pop()) {
    ++tasks;
  }
  EXPECT_EQ(tasks, 160u);
  // Some batches are shorter, because a queue has fewer tasks left.
  EXPECT_GE(counter(wl, "lock_acquisitions"), 10 + 160 / 4);
  EXPECT_LT(counter(wl, "lock_acquisitions"), 10 + 160 / 2);
}

TEST_F(MultiQueueBatchingTest, PeekIsTheNextOfTheBatch) {
  setActiveThreads(1);
  TbTb wl(TaskPriority(), batches(10, 3));
  pushTasks(wl, 10);
  EXPECT_EQ(wl.pop()->priority, 0u);
  ASSERT_NE(wl.peek(), nullptr);
  EXPECT_EQ(wl.peek()->priority, 1u);
  wl.pop();
  wl.pop();
  EXPECT_EQ(wl.peek(), nullptr);
}

} // namespace
} // namespace galois::test
