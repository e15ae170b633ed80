#include "galois/worklists/parts/multiqueue/LockedQueue.h"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/worklists/parts/multiqueue/LocalQueues.h"

namespace galois::worklists {
namespace {

struct Self {
  template <typename T>
  T operator()(T task) const {
    return task;
  }
};

template <typename T>
struct Heaps {
  HeapQueues<4>::Common<Self, T> common{Self(), {}};
  LockedQueue<HeapQueues<4>::Queue<Self, T>> queue{common};
};

TEST(LockedQueue, UrgenciesCompareAsPrioritiesDo) {
  EXPECT_LT(urgencyOf<std::int32_t>(-1), urgencyOf<std::int32_t>(0));
  EXPECT_LT(urgencyOf(std::numeric_limits<std::int64_t>::min()), urgencyOf<std::int64_t>(-1));
  EXPECT_LT(urgencyOf<std::int8_t>(-128), urgencyOf<std::int8_t>(127));
  EXPECT_LT(urgencyOf<std::uint16_t>(3), urgencyOf<std::uint16_t>(4));
  EXPECT_LT(urgencyOf<std::uint64_t>(7), urgencyOf<std::uint64_t>(8));
}

TEST(LockedQueue, NoPriorityLooksLikeAnEmptyQueue) {
  EXPECT_LT(urgencyOf(std::numeric_limits<std::uint32_t>::max()), kNoUrgency);
  EXPECT_LT(urgencyOf(std::numeric_limits<std::uint64_t>::max()), kNoUrgency);
  EXPECT_LT(urgencyOf(std::numeric_limits<std::int64_t>::max()), kNoUrgency);
  EXPECT_LT(urgencyOf(std::numeric_limits<std::int32_t>::max()), kNoUrgency);
}

TEST(LockedQueue, TasksOfTheGreatestPriorityAreSeenAndTaken) {
  Heaps<std::uint64_t> one;
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  one.queue.tryLock().push(kMax);
  EXPECT_NE(one.queue.urgency(), kNoUrgency);
  std::uint64_t out = 0;
  EXPECT_EQ(one.queue.tryLock().popMany(&out, 1), 1u);
  EXPECT_EQ(out, kMax);
  EXPECT_EQ(one.queue.urgency(), kNoUrgency);
}

TEST(LockedQueue, ShowsItsBestWhenReleased) {
  Heaps<std::uint32_t> one;
  EXPECT_EQ(one.queue.urgency(), kNoUrgency);
  {
    auto hold = one.queue.tryLock();
    ASSERT_TRUE(hold);
    for (const std::uint32_t task : {5u, 3u, 9u}) {
      hold.push(task);
    }
    EXPECT_EQ(hold.urgency(), 3u);
  }
  EXPECT_EQ(one.queue.urgency(), 3u);
  std::uint32_t out[2];
  EXPECT_EQ(one.queue.tryLock().popMany(out, 2), 2u);
  EXPECT_EQ(out[0], 3u);
  EXPECT_EQ(out[1], 5u);
  EXPECT_EQ(one.queue.urgency(), 9u);
  EXPECT_EQ(one.queue.withoutLock().popMany(out, 2), 1u);
  EXPECT_EQ(one.queue.urgency(), kNoUrgency);
  EXPECT_EQ(one.queue.tryLock().popMany(out, 2), 0u);
}

TEST(LockedQueue, IsHeldByOneThreadAndTryLockDoesNotWait) {
  Heaps<std::uint32_t> one;
  {
    auto hold = one.queue.tryLock();
    EXPECT_TRUE(hold);
    EXPECT_FALSE(one.queue.tryLock());
    auto moved = std::move(hold);
    EXPECT_FALSE(hold); // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(one.queue.tryLock());
  }
  EXPECT_TRUE(one.queue.tryLock());
}

/// A task type whose copy can be made to throw.
struct Fragile {
  explicit Fragile(const bool& switchedOff) : broken(switchedOff) {}
  void push(int task) {
    if (broken) {
      throw std::bad_alloc();
    }
    tasks.push_back(task);
  }
  std::size_t popMany(int*, std::size_t) { return 0; }
  std::uint64_t urgency() const { return tasks.empty() ? kNoUrgency : 1; }
  std::uint64_t urgencyAfterPush(std::uint64_t, int) const { return urgency(); }
  const bool& broken;
  std::vector<int> tasks;
};

TEST(LockedQueue, StrongTryLockSucceedsOnAFreeQueueAndFailsOnAHeldOne) {
  Heaps<std::uint32_t> one;
  {
    auto hold = one.queue.tryLockStrong();
    ASSERT_TRUE(hold);
    EXPECT_FALSE(one.queue.tryLockStrong());
    EXPECT_FALSE(one.queue.tryLock());
    hold.push(4);
  }
  EXPECT_NE(one.queue.urgency(), kNoUrgency);
  EXPECT_TRUE(one.queue.tryLockStrong()); // released above
}

TEST(LockedQueue, IsFreeAndUnchangedAfterAFailedPush) {
  bool broken = true;
  LockedQueue<Fragile> queue(broken);
  EXPECT_THROW(queue.tryLock().push(1), std::bad_alloc);
  EXPECT_EQ(queue.urgency(), kNoUrgency);
  broken = false;
  auto hold = queue.tryLock();
  ASSERT_TRUE(hold);
  hold.push(1);
}

TEST(LockedQueue, ShareNoCacheLine) {
  using Queue = LockedQueue<HeapQueues<4>::Queue<Self, std::uint64_t>>;
  EXPECT_EQ(alignof(Queue), std::size_t{galois::substrate::kCacheLineSize});
  EXPECT_EQ(sizeof(Queue), std::size_t{galois::substrate::kCacheLineSize})
      << "lock, urgency and heap are in one line";
}

} // namespace
} // namespace galois::worklists
