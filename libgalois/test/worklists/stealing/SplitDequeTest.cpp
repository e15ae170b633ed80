#include "galois/worklists/parts/stealing/SplitDeque.h"

#include <deque>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::worklists {
namespace {

TEST(SplitDeque, BeginsEmpty) {
  SplitDeque<int> deque;
  int out = 7;
  EXPECT_TRUE(deque.seemsEmpty());
  EXPECT_EQ(deque.privateSize(), 0u);
  EXPECT_FALSE(deque.wanted());
  EXPECT_FALSE(deque.pop(out));
  EXPECT_EQ(deque.share(), 0u);
  EXPECT_EQ(deque.steal(out), Steal::kEmpty);
  EXPECT_EQ(out, 7); // It has not changed.
}

TEST(SplitDeque, AThiefTakesOnlyWhatIsShared) {
  SplitDeque<int> deque;
  int out = -1;
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(deque.tryPush(i));
  }
  EXPECT_TRUE(deque.seemsEmpty()); // for thieves
  EXPECT_EQ(deque.steal(out), Steal::kEmpty);
  EXPECT_TRUE(deque.wanted());
  EXPECT_EQ(deque.share(), 3u); // the older half, rounded up
  EXPECT_FALSE(deque.wanted());
  EXPECT_EQ(deque.privateSize(), 2u);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(deque.steal(out), Steal::kGot);
    EXPECT_EQ(out, i);
  }
  EXPECT_FALSE(deque.wanted());
  EXPECT_EQ(deque.steal(out), Steal::kEmpty);
  EXPECT_TRUE(deque.wanted());
  EXPECT_TRUE(deque.pop(out));
  EXPECT_EQ(out, 4);
  EXPECT_TRUE(deque.pop(out));
  EXPECT_EQ(out, 3);
  EXPECT_FALSE(deque.pop(out));
  EXPECT_EQ(deque.share(), 0u);
  EXPECT_TRUE(deque.wanted()); // The wish is still unfulfilled.
}

TEST(SplitDeque, TheOwnerTakesSharedItemsBack) {
  SplitDeque<int> deque;
  int out = -1;
  for (int i = 0; i < 4; ++i) {
    deque.tryPush(i);
  }
  while (deque.share() > 0) {
  }
  EXPECT_EQ(deque.privateSize(), 0u);
  EXPECT_TRUE(deque.pop(out)); // gets the younger two
  EXPECT_EQ(out, 3);
  EXPECT_EQ(deque.privateSize(), 1u);
  EXPECT_EQ(deque.steal(out), Steal::kGot);
  EXPECT_EQ(out, 0);
  EXPECT_TRUE(deque.pop(out));
  EXPECT_EQ(out, 2);
  EXPECT_TRUE(deque.pop(out)); // the last one
  EXPECT_EQ(out, 1);
  EXPECT_FALSE(deque.pop(out));
  EXPECT_TRUE(deque.seemsEmpty());
}

TEST(SplitDeque, IsFull) {
  SplitDeque<int> deque(2);
  int out = -1;
  EXPECT_TRUE(deque.tryPush(0));
  EXPECT_TRUE(deque.tryPush(1));
  EXPECT_FALSE(deque.tryPush(2));
  deque.share();
  EXPECT_FALSE(deque.tryPush(2));
  EXPECT_EQ(deque.steal(out), Steal::kGot);
  EXPECT_TRUE(deque.tryPush(2)); // in the slot of item 0
  EXPECT_FALSE(deque.tryPush(3));
  EXPECT_TRUE(deque.pop(out));
  EXPECT_EQ(out, 2);
}

TEST(SplitDeque, BehavesAsADequeWhileItWrapsAround) {
  for (const unsigned capacity : {1u, 2u, 8u, 64u}) {
    SplitDeque<int> deque(capacity);
    std::deque<int> model;
    std::size_t shared = 0;
    substrate::Random random(11, capacity);
    for (int step = 0; step < 50000; ++step) {
      const bool fills = step / 1000 % 2 == 0;
      int out = -1;
      const unsigned action = random.below(8);
      if (action < (fills ? 4u : 2u)) {
        ASSERT_EQ(deque.tryPush(step), model.size() < capacity);
        if (model.size() < capacity) {
          model.push_back(step);
        }
      } else if (action < 5) {
        ASSERT_EQ(deque.pop(out), !model.empty());
        if (!model.empty()) {
          ASSERT_EQ(out, model.back());
          shared = model.size() == shared ? shared / 2 : shared;
          model.pop_back();
        }
      } else if (action == 5) {
        const std::size_t more = (model.size() - shared + 1) / 2;
        ASSERT_EQ(deque.share(), more);
        shared += more;
      } else {
        ASSERT_EQ(deque.steal(out), shared > 0 ? Steal::kGot : Steal::kEmpty);
        if (shared > 0) {
          ASSERT_EQ(out, model.front());
          model.pop_front();
          --shared;
        }
      }
      ASSERT_EQ(deque.privateSize(), model.size() - shared);
      ASSERT_EQ(deque.seemsEmpty(), shared == 0);
    }
  }
}

} // namespace
} // namespace galois::worklists
