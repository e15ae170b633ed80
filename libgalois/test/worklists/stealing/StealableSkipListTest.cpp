#include "galois/worklists/parts/stealing/StealableSkipList.h"

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Random.h"
#include "support/CountedHeap.h"

namespace galois::worklists {
namespace {

/// Tasks are their own priorities. A hook may run before the next comparison of two tasks, which a
/// queue makes between reading its list and taking from it. Another one may run when the key of task
/// 0 is read next.
struct Order {
  std::function<void()>* before;
  std::function<void()>* atZero;
  int key(int task) const {
    if (auto happens = task == 0 ? std::exchange(*atZero, nullptr) : nullptr) {
      happens();
    }
    return task;
  }
  bool operator()(int a, int b) const {
    if (auto happens = std::exchange(*before, nullptr)) {
      happens();
    }
    return a < b;
  }
};
using Queue = StealableSkipList<int, Order>;

class StealableSkipListTest : public ::testing::Test {
protected:
  void push(Queue& queue, std::initializer_list<int> tasks) {
    for (const int task : tasks) {
      queue.push(task, random_);
    }
  }
  static std::vector<int> popAll(Queue& queue) {
    std::vector<int> out;
    for (int task = 0; queue.pop(task, true);) {
      out.push_back(task);
    }
    return out;
  }

  static constexpr std::uint32_t kStealSize = 3;
  SharedMemSys system_;
  Queue::Shared shared_;
  std::function<void()> before_, atZero_;
  Order order_{&before_, &atZero_};
  Queue mine_{order_, kStealSize, 0, shared_}, other_{order_, kStealSize, 0, shared_},
      thief_{order_, kStealSize, 0, shared_};
  substrate::Random random_{1, 0};
};

TEST_F(StealableSkipListTest, StolenTasksAndTheOwnListComeInOrder) {
  push(other_, {2, 4, 6, 8});
  push(mine_, {3, 5, 7});
  EXPECT_TRUE(mine_.wantsFrom(other_));
  EXPECT_EQ(mine_.stealFrom(other_, random_), 3u);
  EXPECT_FALSE(mine_.wantsFrom(other_));
  EXPECT_EQ(popAll(mine_), (std::vector<int>{2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(popAll(other_), std::vector<int>{8});
}

TEST_F(StealableSkipListTest, PeekReturnsTheStolenTaskThatIsNext) {
  EXPECT_EQ(mine_.peek(), nullptr);
  push(other_, {2, 4});
  EXPECT_EQ(mine_.stealFrom(other_, random_), 2u);
  for (const int task : {2, 4}) {
    ASSERT_NE(mine_.peek(), nullptr);
    EXPECT_EQ(*mine_.peek(), task);
    int out = 0;
    EXPECT_TRUE(mine_.pop(out, true));
    EXPECT_EQ(out, task);
  }
  EXPECT_EQ(mine_.peek(), nullptr);
}

TEST_F(StealableSkipListTest, WhatWasStolenBeforeJoinsTheList) {
  push(other_, {1, 2, 3, 4, 5});
  EXPECT_EQ(mine_.stealFrom(other_, random_), 3u);
  EXPECT_EQ(mine_.stealFrom(other_, random_), 2u);
  EXPECT_EQ(mine_.stealFrom(other_, random_), 0u);
  EXPECT_EQ(popAll(mine_), (std::vector<int>{1, 2, 3, 4, 5}));
}

TEST_F(StealableSkipListTest, APopWhoseListIsEmptiedByAThiefTakesWhatWasStolen) {
  push(other_, {5, 6});
  EXPECT_EQ(mine_.stealFrom(other_, random_), 2u);
  push(mine_, {1});
  before_ = [this] { EXPECT_EQ(thief_.stealFrom(mine_, random_), 1u); };
  EXPECT_EQ(popAll(mine_), (std::vector<int>{5, 6}));
  EXPECT_EQ(popAll(thief_), std::vector<int>{1});
}

TEST_F(StealableSkipListTest, EveryTaskCountsAsSetAside) {
  push(mine_, {2, 1});
  int out = 0;
  for (const int task : {1, 2}) {
    ASSERT_TRUE(mine_.popSetAside(out));
    EXPECT_EQ(out, task);
  }
  EXPECT_FALSE(mine_.popSetAside(out));
}

TEST_F(StealableSkipListTest, PeekForgetsATaskThatAThiefHasTaken) {
  push(mine_, {1, 2});
  int out = 0;
  EXPECT_TRUE(mine_.pop(out, true));
  ASSERT_NE(mine_.peek(), nullptr);
  EXPECT_EQ(*mine_.peek(), 2);
  EXPECT_EQ(thief_.stealFrom(mine_, random_), 1u);
  EXPECT_EQ(other_.stealFrom(mine_, random_), 0u) << "but it unlinks the node";
  EXPECT_FALSE(mine_.pop(out, true));
  EXPECT_EQ(mine_.peek(), nullptr);
}

// While a thread reads a list, nodes that others remove wait to be used again. A thread that finds
// nothing frees them, and passes most of them on.
TEST_F(StealableSkipListTest, APopThatFindsNothingFreesNodesForOthers) {
  constexpr int kTasks = 20000;
  push(other_, {0});
  bool read = false;
  atZero_ = [&] { // another queue reads its list
    int out = 0;
    for (int task = 1; task <= kTasks; ++task) {
      push(mine_, {task});
      ASSERT_TRUE(mine_.pop(out, true));
    }
    read = true;
  };
  push(other_, {1});
  ASSERT_TRUE(read);
  int out = 0;
  EXPECT_FALSE(mine_.pop(out, true));
  const std::size_t before = test::CountedHeap::held();
  for (int task = 0; task < kTasks; ++task) {
    push(thief_, {task});
  }
  EXPECT_LT(test::CountedHeap::held() - before, kTasks * sizeof(void*))
      << "no more than the nodes of rare heights";
}

} // namespace
} // namespace galois::worklists
