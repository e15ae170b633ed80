#include <limits>
#include <vector>

#include "support/SharedMemTest.h"
#include "worklists/MultiQueueCases.h"
#include "worklists/PolicyRanges.h"

namespace galois::test {
namespace {

/// Buckets, batches and several queues make the order inexact.
using MbqCase = InexactCase<worklists::MultiBucketQueue<TaskPriority>>;
template <typename T>
using Mbq = MbqCase::Policy<T>;
GALOIS_POLICY_SUITES(Mbq, MbqCase);

using Task8 = Task<8>;

using MultiBucketQueueTest = SharedMemTest;

Mbq<Task8>::Params narrow() {
  Mbq<Task8>::Params params;
  params.queuesPerThread = 1;
  params.insert.batch = params.remove.batch = 1;
  params.local.buckets.shift = 0;
  return params;
}

TEST_F(MultiBucketQueueTest, OneQueueOfNarrowBucketsIsExact) {
  setActiveThreads(1);
  Mbq<Task8> wl(TaskPriority(), narrow());
  pushTasks(wl, 4000, [](std::uint32_t i) { return (i * 1237) % 4000; });
  for (std::uint32_t i = 0; i < 4000; ++i) {
    const auto task = wl.pop();
    ASSERT_TRUE(task);
    ASSERT_EQ(task->priority, i);
  }
  EXPECT_FALSE(wl.pop());
}

TEST_F(MultiBucketQueueTest, ABatchComesFromOneBucket) {
  setActiveThreads(1);
  auto params = narrow();
  params.local.buckets.shift = 4;
  params.insert.batch = params.remove.batch = 64;
  Mbq<Task8> wl(TaskPriority(), params);
  pushTasks(wl, 640);
  Task8 out[64];
  std::uint32_t bucket = 0, total = 0;
  while (const std::size_t count = wl.pop_batch(out, 64)) {
    EXPECT_LE(count, 16u);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(out[i].priority >> 4, bucket);
    }
    total += static_cast<std::uint32_t>(count);
    ++bucket;
  }
  EXPECT_EQ(total, 640u);
}

TEST_F(MultiBucketQueueTest, ATaskBelowThePresentBucketComesNext) {
  setActiveThreads(1);
  Mbq<Task8> wl(TaskPriority(), narrow());
  for (std::uint32_t i = 1000; i < 1100; ++i) {
    wl.push(Task8(i, i));
  }
  EXPECT_EQ(wl.pop()->priority, 1000u);
  wl.push(Task8(3, 3));
  EXPECT_EQ(wl.pop()->priority, 3u);
  EXPECT_EQ(wl.pop()->priority, 1001u);
}

TEST_F(MultiBucketQueueTest, BatchesAreShorterWithManyThreads) {
  worklists::QueueAccessParams params;
  EXPECT_EQ(params.batchOf(1), params.batch);
  EXPECT_EQ(params.batchOf(100), params.batch);
  params.batch = worklists::QueueAccessParams::kAutoBatch;
  for (const auto& [threads, batch] :
       {std::pair{1u, 64u}, {2u, 64u}, {4u, 64u}, {8u, 32u}, {16u, 16u}, {32u, 8u}, {256u, 8u}}) {
    EXPECT_EQ(params.batchOf(threads), batch) << threads;
  }
}

TEST_F(MultiBucketQueueTest, WhatIsLeftOfALongBatchOutlivesOtherLengths) {
  auto params = narrow();
  params.local.buckets.shift = 10;
  params.insert.batch = params.remove.batch = worklists::QueueAccessParams::kAutoBatch;
  Mbq<Task8> wl(TaskPriority(), params);
  setActiveThreads(1);
  pushTasks(wl, 64);
  std::vector<bool> seen(64);
  auto popOne = [&] {
    const auto task = wl.pop(); // The first pop fills the thread's buffer.
    ASSERT_TRUE(task);
    ASSERT_FALSE(seen[task->id]);
    seen[task->id] = true;
  };
  for (const unsigned threads : {1u, 32u, 1u, 16u}) {
    setActiveThreads(threads);
    for (int i = 0; i < 16; ++i) {
      popOne();
    }
  }
  EXPECT_FALSE(wl.pop());
}

struct Wide {
  std::uint64_t key;
};
struct WideKey {
  std::uint64_t operator()(const Wide& task) const { return task.key; }
};

TEST_F(MultiBucketQueueTest, EveryPriorityIsLegal) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  for (const unsigned threads : {1u, 2u}) {
    setActiveThreads(threads);
    worklists::MultiBucketQueue<WideKey>::retype<Wide> wl;
    for (const std::uint64_t key : {kMax, std::uint64_t{0}, kMax - 1, kMax / 2}) {
      wl.push(Wide{key});
    }
    for (int i = 0; i < 4; ++i) {
      EXPECT_TRUE(wl.pop());
    }
    EXPECT_FALSE(wl.pop());
  }
}

} // namespace
} // namespace galois::test
