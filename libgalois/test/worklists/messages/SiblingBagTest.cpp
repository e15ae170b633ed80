#include "galois/worklists/parts/messages/SiblingBag.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/parts/messages/ReceiveQueue.h"
#include "support/SharedMemTest.h"
#include "support/SimpleTask.h"

namespace galois::worklists {
namespace {

using Task = test::SimpleTask;
using Siblings = SiblingGroups<Task, test::PriorityOf>;
using LessUrgent = IndexLess<test::PriorityOf>;

/// What tasks with these priorities became: the number of single tasks per priority, and the sizes
/// of the bags per priority.
struct Outcome {
  std::map<std::uint32_t, std::uint32_t> singles;
  std::map<std::uint32_t, std::vector<std::uint32_t>> bags;
  std::vector<std::uint32_t> ids;
};

Outcome flush(Siblings& siblings) {
  Outcome out;
  siblings.flush(
      [&](const Task& task) {
        ++out.singles[task.priority];
        out.ids.push_back(task.id);
      },
      [&](const Task* tasks, std::uint32_t count) {
        out.bags[tasks[0].priority].push_back(count);
        for (std::uint32_t i = 0; i < count; ++i) {
          EXPECT_EQ(tasks[i].priority, tasks[0].priority);
          out.ids.push_back(tasks[i].id);
        }
      });
  EXPECT_TRUE(siblings.empty());
  return out;
}

Outcome outcome(const BagParams& params, const std::vector<std::uint32_t>& priorities) {
  Siblings siblings(LessUrgent(), params);
  for (std::uint32_t i = 0; i < priorities.size(); ++i) {
    siblings.add({i, priorities[i]});
  }
  Outcome out = flush(siblings);
  std::sort(out.ids.begin(), out.ids.end());
  EXPECT_EQ(out.ids.size(), priorities.size());
  for (std::uint32_t i = 0; i < out.ids.size(); ++i) {
    EXPECT_EQ(out.ids[i], i);
  }
  return out;
}

using Sizes = std::vector<std::uint32_t>;
Sizes repeat(std::uint32_t priority, std::size_t times) { return Sizes(times, priority); }

TEST(SiblingGroups, FromThreeToNineOfOnePriorityMakeABag) {
  for (std::size_t n = 1; n <= 12; ++n) {
    const Outcome out = outcome({}, repeat(5, n));
    if (n >= 3 && n < 10) {
      EXPECT_EQ(out.bags.at(5), Sizes{static_cast<std::uint32_t>(n)});
      EXPECT_TRUE(out.singles.empty());
    } else {
      EXPECT_TRUE(out.bags.empty());
      EXPECT_EQ(out.singles.at(5), n);
    }
  }
}

TEST(SiblingGroups, EachPriorityIsAGroupOfItsOwnHoweverTheyAreMixed) {
  const Outcome out = outcome({}, {7, 3, 9, 7, 3, 7, 7, 1, 3});
  EXPECT_EQ(out.bags.size(), 2u);
  EXPECT_EQ(out.bags.at(7), Sizes{4});
  EXPECT_EQ(out.bags.at(3), Sizes{3});
  EXPECT_EQ(out.singles.size(), 2u);
}

TEST(SiblingGroups, NeighbouringPrioritiesAreDifferent) {
  EXPECT_TRUE(outcome({}, {1, 2, 3, 4, 5, 6}).bags.empty());
}

TEST(SiblingGroups, OversizeGroupsMaySplitEvenly) {
  const BagParams split{3, 10, Oversize::kSplit, BagTransport::kPull};
  EXPECT_EQ(outcome(split, repeat(5, 9)).bags.at(5), Sizes{9});
  EXPECT_EQ(outcome(split, repeat(5, 10)).bags.at(5), (Sizes{5, 5}));
  EXPECT_EQ(outcome(split, repeat(5, 19)).bags.at(5), (Sizes{6, 6, 7}));
  for (std::size_t n = 10; n <= Siblings::kWindow; ++n) {
    const Outcome out = outcome(split, repeat(5, n));
    for (const std::uint32_t size : out.bags.at(5)) {
      EXPECT_GE(size, 5u);
      EXPECT_LE(size, 9u);
    }
  }
  // Pieces below the least size are not made into bags.
  const BagParams narrow{4, 5, Oversize::kSplit, BagTransport::kPull};
  EXPECT_EQ(outcome(narrow, repeat(5, 5)).singles.at(5), 5u);
  EXPECT_EQ(outcome(narrow, repeat(5, 8)).bags.at(5), (Sizes{4, 4}));
}

TEST(SiblingGroups, AlwaysBagsBeginsAtOneTask) {
  const BagParams always{1, 10, Oversize::kSplit, BagTransport::kPull};
  const Outcome out = outcome(always, {4, 4, 6, 8, 8, 8});
  EXPECT_TRUE(out.singles.empty());
  EXPECT_EQ(out.bags.at(6), Sizes{1});
  EXPECT_EQ(out.bags.at(4), Sizes{2});
}

TEST(SiblingGroups, AreFullWithAWholeWindow) {
  Siblings siblings(LessUrgent(), {});
  for (std::uint32_t i = 0; i < Siblings::kWindow; ++i) {
    EXPECT_FALSE(siblings.full());
    siblings.add({i, i});
  }
  EXPECT_TRUE(siblings.full());
  EXPECT_EQ(flush(siblings).ids.size(), std::size_t{Siblings::kWindow});
  EXPECT_FALSE(siblings.full());
}

TEST(SiblingGroups, SiblingsOfDifferentTasksDoNotMix) {
  Siblings siblings(LessUrgent(), {});
  siblings.add({0, 5});
  siblings.add({1, 5});
  EXPECT_EQ(flush(siblings).singles.at(5), 2u);
  siblings.add({2, 5});
  siblings.add({3, 5});
  EXPECT_EQ(flush(siblings).singles.at(5), 2u);
}

TEST(SiblingGroups, RandomGroupsAgreeWithCounting) {
  substrate::Random random(11, 0);
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t least = 1 + random.below(5);
    const BagParams params{least, least + 1 + random.below(12), Oversize::kSingle,
                           BagTransport::kPull};
    const std::uint32_t range = 1 + random.below(round % 2 ? 8 : 400);
    Sizes priorities(random.below(Siblings::kWindow + 1));
    std::map<std::uint32_t, std::uint32_t> counts;
    for (std::uint32_t& priority : priorities) {
      priority = random.below(range) * 977;
      ++counts[priority];
    }
    const Outcome out = outcome(params, priorities);
    for (const auto& [priority, count] : counts) {
      if (count >= params.least && count < params.bound) {
        ASSERT_EQ(out.bags.at(priority), Sizes{count});
      } else {
        ASSERT_EQ(out.singles.at(priority), count);
      }
    }
  }
}

TEST(SiblingGroups, AnExceptionLeavesTheRemainingTasksInTheGroup) {
  struct Full {};
  substrate::Random random(5, 0);
  for (int round = 0; round < 1000; ++round) {
    const BagParams params{1 + random.below(4), 5 + random.below(6),
                           random.below(2) == 0 ? Oversize::kSingle : Oversize::kSplit,
                           BagTransport::kPull};
    Siblings siblings(LessUrgent(), params);
    const std::uint32_t count = random.below(60);
    for (std::uint32_t i = 0; i < count; ++i) {
      siblings.add({i, random.below(12)});
    }
    std::multiset<std::uint32_t> through;
    while (!siblings.empty()) {
      std::uint32_t room = random.below(8); // the number of tasks and bags that fit
      const auto take = [&](const Task* tasks, std::uint32_t number) {
        if (room-- == 0) {
          throw Full();
        }
        for (std::uint32_t i = 0; i < number; ++i) {
          through.insert(tasks[i].id);
        }
      };
      try {
        siblings.flush([&](const Task& task) { take(&task, 1); }, take);
      } catch (const Full&) {
      }
    }
    ASSERT_EQ(through.size(), count);
    ASSERT_EQ(std::set<std::uint32_t>(through.begin(), through.end()).size(), count);
  }
}

using BagPoolTest = galois::test::SharedMemTest;

TEST_F(BagPoolTest, TasksComeOutOnceAndTheLastIsMarked) {
  BagPool<Task, std::uint32_t> pool(9);
  const Task tasks[] = {{0, 5}, {1, 5}, {2, 5}};
  const auto bag = pool.pack(5, tasks, 3);
  EXPECT_EQ(bag.priority, 5u);
  bool last = true;
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(pool.take(bag, last).id, i);
    EXPECT_EQ(last, i == 2);
  }
}

TEST_F(BagPoolTest, PayloadsAreUsedAgain) {
  BagPool<Task, std::uint32_t> pool(4);
  const Task task{1, 2};
  std::set<const void*> payloads;
  for (int i = 0; i < 100000; ++i) {
    const auto bag = pool.pack(2, &task, 1);
    payloads.insert(bag.payload);
    bool last = false;
    pool.take(bag, last);
    ASSERT_TRUE(last);
  }
  EXPECT_LT(payloads.size(), 5000u);
}

TEST_F(BagPoolTest, RemainingTasksAreDestroyedWithThePool) {
  BagPool<Task, std::uint32_t> pool(4);
  const Task task{1, 2};
  for (int i = 0; i < 100; ++i) {
    pool.pack(2, &task, 1);
  }
  SUCCEED(); // AddressSanitizer finds leaks.
}

TEST_F(BagPoolTest, PayloadsMadeByOneThreadAreEmptiedAndFreedByAnother) {
  constexpr std::uint32_t kBags = 5000;
  setActiveThreads(2);
  BagPool<Task, std::uint32_t> pool(4);
  ReceiveQueue<Bag<Task, std::uint32_t>> queue(16);
  std::vector<std::uint32_t> got(kBags * 3);
  on_each([&](unsigned tid, unsigned) {
    substrate::Backoff backoff;
    if (tid == 0) {
      for (std::uint32_t i = 0; i < kBags; ++i) {
        const Task tasks[] = {{3 * i, i}, {3 * i + 1, i}, {3 * i + 2, i}};
        const auto bag = pool.pack(i, tasks, 3);
        while (!queue.send(bag)) {
          backoff();
        }
      }
    } else {
      std::uint32_t bags = 0;
      while (bags < kBags) {
        backoff();
        queue.drain([&](const Bag<Task, std::uint32_t>& bag, bool) {
          for (bool last = false; !last;) {
            const Task task = pool.take(bag, last);
            got[task.id] += task.priority == bag.priority;
          }
          ++bags;
        });
      }
    }
  });
  EXPECT_EQ(std::count(got.begin(), got.end(), 1u), kBags * 3);
}

} // namespace
} // namespace galois::worklists
