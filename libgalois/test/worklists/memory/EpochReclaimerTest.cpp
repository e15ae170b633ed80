#include "galois/worklists/parts/memory/EpochReclaimer.h"

#include <vector>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

using Reclaimer = EpochReclaimer<int>;

struct EpochReclaimerTest : ::testing::Test {
  Reclaimer all;
  std::vector<int> freed;

  /// Enters, retires `item`, and leaves.
  void retire(Reclaimer::Thread& thread, int item) {
    thread.enter();
    thread.retire(item, [&](int old) { freed.push_back(old); });
    thread.leave();
  }
};

TEST_F(EpochReclaimerTest, ItemsComeBackInTheOrderOfTheirEpochs) {
  Reclaimer::Thread me(all, 1);
  for (int i = 0; i < 100; ++i) {
    retire(me, i);
  }
  EXPECT_GE(freed.size(), 95u);
  for (std::size_t i = 0; i < freed.size(); ++i) {
    EXPECT_EQ(freed[i], static_cast<int>(i));
  }
}

TEST_F(EpochReclaimerTest, FewItemsWaitWhileNoThreadStaysInside) {
  constexpr std::uint32_t kEvery = 16;
  Reclaimer::Thread me(all, kEvery), idle(all, kEvery);
  for (int i = 0; i < 10000; ++i) {
    retire(me, i);
    ASSERT_LE(me.waiting(), 5 * kEvery);
  }
}

TEST_F(EpochReclaimerTest, AThreadThatHasCollectedIsOutside) {
  Reclaimer::Thread me(all, 1), other(all, 1);
  other.enter(); // Nothing that is retired meanwhile can be freed.
  for (int i = 0; i < 20; ++i) {
    retire(me, i);
  }
  other.leave();
  me.collect([&](int old) { freed.push_back(old); });
  EXPECT_GE(freed.size(), 15u);
  // Otherwise no epoch would end any more.
  freed.clear();
  for (int i = 100; i < 120; ++i) {
    retire(other, i);
  }
  EXPECT_GE(freed.size(), 15u);
}

TEST_F(EpochReclaimerTest, NothingThatAThreadInsideCouldHoldIsFreed) {
  Reclaimer::Thread me(all, 1), reader(all, 1);
  for (int i = 0; i < 10; ++i) {
    retire(me, i);
  }
  freed.clear();
  reader.enter();
  for (int i = 10; i < 1000; ++i) {
    retire(me, i);
  }
  for (const int item : freed) {
    EXPECT_LT(item, 10) << "retired while the reader was inside";
  }
  EXPECT_GE(me.waiting(), 990u);
  reader.leave();
  for (int i = 1000; i < 1010; ++i) {
    retire(me, i);
  }
  EXPECT_LE(me.waiting(), 5u) << "the backlog is freed after the reader has left";
}

TEST_F(EpochReclaimerTest, ABacklogCanBeCollectedAtOnce) {
  Reclaimer::Thread me(all, 4), reader(all, 4);
  const auto free = [&](int old) { freed.push_back(old); };
  reader.enter();
  for (int i = 0; i < 1000; ++i) {
    retire(me, i);
  }
  me.collect(free);
  EXPECT_EQ(me.waiting(), 1000u) << "the reader may hold any of them";
  reader.leave();
  me.collect(free);
  EXPECT_EQ(me.waiting(), 0u);
  EXPECT_EQ(freed.size(), 1000u);
}

} // namespace
} // namespace galois::worklists
