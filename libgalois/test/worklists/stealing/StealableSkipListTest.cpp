#include "galois/worklists/parts/stealing/StealableSkipList.h"

#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Random.h"

namespace galois::worklists {
namespace {

/// Tasks are their own priorities. A hook may run before the next comparison of two tasks, which a
/// queue makes between reading its list and taking from it.
struct Order {
  std::function<void()>* before;
  static int key(int task) { return task; }
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
  std::function<void()> before_;
  Order order_{&before_};
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

} // namespace
} // namespace galois::worklists
