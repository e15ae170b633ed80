#include "galois/worklists/parts/stealing/PrivateDeque.h"

#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::worklists {
namespace {

TEST(PrivateDeque, BeginsEmpty) {
  PrivateDeque<int> deque;
  int out = 7;
  EXPECT_TRUE(deque.empty());
  EXPECT_EQ(deque.size(), 0u);
  EXPECT_EQ(deque.capacity(), 64u);
  EXPECT_FALSE(deque.pop(out));
  EXPECT_FALSE(deque.takeOldest(out));
  EXPECT_EQ(deque.takeOldest(3, &out), 0u);
  EXPECT_EQ(out, 7); // It has not changed.
}

TEST(PrivateDeque, OwnerTakesTheYoungestOthersGetTheOldest) {
  PrivateDeque<int> deque(8);
  for (int i = 0; i < 6; ++i) {
    deque.push(i);
  }
  int out = -1;
  EXPECT_EQ(deque.oldest(), 0);
  EXPECT_TRUE(deque.pop(out));
  EXPECT_EQ(out, 5);
  EXPECT_TRUE(deque.takeOldest(out));
  EXPECT_EQ(out, 0);
  std::vector<int> half(4, -1);
  EXPECT_EQ(deque.takeOldest((deque.size() + 1) / 2, half.data()), 2u);
  EXPECT_EQ(half, (std::vector<int>{1, 2, -1, -1}));
  EXPECT_EQ(deque.takeOldest(4, half.data()), 2u); // no more are left
  EXPECT_EQ(half, (std::vector<int>{3, 4, -1, -1}));
  EXPECT_TRUE(deque.empty());
}

TEST(PrivateDeque, IsFullOrGrows) {
  PrivateDeque<int> deque(2);
  EXPECT_TRUE(deque.tryPush(0));
  EXPECT_TRUE(deque.tryPush(1));
  EXPECT_FALSE(deque.tryPush(2));
  EXPECT_EQ(deque.capacity(), 2u);
  EXPECT_EQ(deque.size(), 2u);
  deque.push(2);
  EXPECT_EQ(deque.capacity(), 4u);
  int out = -1;
  for (int i = 2; i >= 0; --i) {
    EXPECT_TRUE(deque.pop(out));
    EXPECT_EQ(out, i);
  }
}

TEST(PrivateDeque, BehavesAsADequeWhileItGrowsAndWrapsAround) {
  for (const std::size_t capacity : {1u, 2u, 8u}) {
    PrivateDeque<int> deque(capacity);
    std::deque<int> model;
    substrate::Random random(11, capacity);
    for (int step = 0; step < 50000; ++step) {
      // Phases of filling and of draining alternate, so that both ends move far.
      const bool fills = step / 1000 % 2 == 0;
      int out = -1;
      if (random.below(5) < (fills ? 3u : 1u)) {
        if (random.below(2)) {
          deque.push(step);
          model.push_back(step);
        } else if (deque.tryPush(step)) {
          model.push_back(step);
        } else {
          ASSERT_EQ(deque.size(), deque.capacity());
        }
      } else if (random.below(2)) {
        ASSERT_EQ(deque.pop(out), !model.empty());
        if (!model.empty()) {
          ASSERT_EQ(out, model.back());
          model.pop_back();
        }
      } else {
        int some[3];
        const std::size_t count = deque.takeOldest(random.below(4), some);
        ASSERT_LE(count, model.size());
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(some[i], model.front());
          model.pop_front();
        }
      }
      ASSERT_EQ(deque.size(), model.size());
      ASSERT_EQ(deque.empty(), model.empty());
    }
  }
}

} // namespace
} // namespace galois::worklists
