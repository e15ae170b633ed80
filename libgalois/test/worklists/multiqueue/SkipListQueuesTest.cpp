#include "galois/worklists/parts/multiqueue/SkipListQueues.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/ActingAs.h"

namespace galois::worklists {
namespace {

struct Task {
  std::uint64_t key, id;
};
struct Key {
  std::uint64_t operator()(const Task& task) const { return task.key; }
};
using Common = SkipListQueues::Common<Key, Task>;
using Queue = SkipListQueues::SharedQueue<Key, Task>;

class SkipListQueuesTest : public ::testing::Test {
protected:
  SharedMemSys system_;
  Common common_{Key(), SkipListQueues::Params()};
  Queue queue_{common_};
};

TEST_F(SkipListQueuesTest, TheUrgencyIsThatOfTheFirstTask) {
  EXPECT_EQ(queue_.urgency(), kNoUrgency);
  queue_.withoutLock().push(Task{7, 0});
  EXPECT_EQ(queue_.urgency(), 7u);
  queue_.withoutLock().push(Task{3, 1});
  queue_.withoutLock().push(Task{5, 2});
  EXPECT_EQ(queue_.urgency(), 3u);
  Task out[2];
  EXPECT_EQ(queue_.withoutLock().popMany(out, 2), 2u);
  EXPECT_EQ(out[0].key, 3u);
  EXPECT_EQ(out[1].key, 5u);
  EXPECT_EQ(queue_.urgency(), 7u) << "claimed nodes before it do not count";
  EXPECT_EQ(queue_.withoutLock().popMany(out, 2), 1u);
  EXPECT_EQ(queue_.urgency(), kNoUrgency);
  EXPECT_EQ(queue_.withoutLock().popMany(out, 2), 0u);
}

TEST_F(SkipListQueuesTest, TheGreatestPriorityIsNoEmptyQueue) {
  queue_.withoutLock().push(Task{std::numeric_limits<std::uint64_t>::max(), 0});
  EXPECT_LT(queue_.urgency(), kNoUrgency);
}

TEST_F(SkipListQueuesTest, AccessIsNeverRefused) {
  const auto first = queue_.withoutLock();
  EXPECT_TRUE(first);
  EXPECT_TRUE(queue_.withoutLock());
  EXPECT_EQ(&first.queue(), &queue_);
}

// While a thread reads the list, nodes that others remove wait to be used again. A thread that finds
// the list empty frees them.
TEST_F(SkipListQueuesTest, APopThatFindsNothingFreesNodes) {
  using Memory = decltype(Common::Thread::memory);
  auto hold = queue_.withoutLock();
  Memory& mine = common_.me().memory;
  Task out{};
  {
    const substrate::ActingAs reader(1);
    const Memory::Inside inside(common_.me().memory);
    const substrate::ActingAs part(0);
    for (std::uint64_t id = 0; id < 1000; ++id) {
      hold.push(Task{id, id});
      ASSERT_EQ(hold.popMany(&out, 1), 1u);
    }
    EXPECT_EQ(hold.popMany(&out, 1), 0u);
    EXPECT_GT(mine.waiting(), 900u);
  }
  EXPECT_EQ(hold.popMany(&out, 1), 0u);
  EXPECT_EQ(mine.waiting(), 0u);
}

TEST_F(SkipListQueuesTest, QueuesShareNodesAndNotTasks) {
  Queue other(common_);
  queue_.withoutLock().push(Task{1, 0});
  EXPECT_EQ(other.urgency(), kNoUrgency);
  other.withoutLock().push(Task{2, 1});
  Task out{};
  EXPECT_EQ(queue_.withoutLock().popMany(&out, 1), 1u);
  EXPECT_EQ(out.id, 0u);
  EXPECT_EQ(queue_.peek(), nullptr);
  EXPECT_EQ(other.urgency(), 2u);
}

TEST_F(SkipListQueuesTest, ThreadsInsertAndTakeAtTheSameTime) {
  constexpr unsigned kThreads = 16;
  constexpr std::uint64_t kEach = 2000;
  setActiveThreads(kThreads);
  std::vector<std::atomic<int>> seen(kThreads * kEach);
  on_each([&](unsigned tid, unsigned) {
    auto hold = queue_.withoutLock();
    Task out{};
    for (std::uint64_t i = 0; i < kEach; ++i) {
      hold.push(Task{i * 7 % 100, tid * kEach + i});
      if (i % 2 == 1 && hold.popMany(&out, 1) == 1) {
        ++seen[out.id];
      }
    }
  });
  Task out{};
  while (queue_.withoutLock().popMany(&out, 1) == 1) {
    ++seen[out.id];
  }
  for (const auto& times : seen) {
    EXPECT_EQ(times, 1);
  }
  EXPECT_EQ(queue_.urgency(), kNoUrgency);
}

} // namespace
} // namespace galois::worklists
