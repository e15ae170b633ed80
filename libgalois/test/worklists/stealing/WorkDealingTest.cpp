#include "galois/worklists/parts/stealing/WorkDealing.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

using Cells = WorkDealing<const int*>;
const int kItem = 1;
const int kOther = 2;
int frame = 0;

TEST(WorkDealing, OnlyAWaitingThreadIsGivenAnItem) {
  Cells cells(2);
  const int* out = nullptr;
  EXPECT_EQ(cells.threads(), 2u);
  EXPECT_FALSE(cells.waiting(1));
  EXPECT_FALSE(cells.give(1, &kItem));
  EXPECT_FALSE(cells.look(1, out));
  cells.wait(1);
  EXPECT_TRUE(cells.waiting(1));
  EXPECT_EQ(cells.wants(1), nullptr);
  EXPECT_FALSE(cells.look(1, out));
  EXPECT_TRUE(cells.give(1, &kItem));
  EXPECT_FALSE(cells.waiting(1));
  EXPECT_FALSE(cells.give(1, &kOther)); // It has one already.
  EXPECT_TRUE(cells.look(1, out));
  EXPECT_EQ(out, &kItem);
  EXPECT_FALSE(cells.look(1, out));
  EXPECT_FALSE(cells.give(1, &kOther)); // It has not announced that it waits again.
}

TEST(WorkDealing, AnItemForAFrame) {
  Cells cells(2);
  const int* out = nullptr;
  cells.wait(1, &frame);
  EXPECT_TRUE(cells.waiting(1));
  EXPECT_EQ(cells.wants(1), &frame);
  EXPECT_FALSE(cells.give(1, &kItem));
  EXPECT_FALSE(cells.give(1, &kItem, &kOther));
  EXPECT_TRUE(cells.give(1, &kItem, &frame));
  EXPECT_EQ(cells.wants(1), nullptr);
  EXPECT_TRUE(cells.look(1, out));
  EXPECT_EQ(out, &kItem);
  cells.wait(1);
  EXPECT_FALSE(cells.give(1, &kItem, &frame)); // It waits for anything, but not for this frame.
}

TEST(WorkDealing, AThreadLeavesWithNothingOrWithTheItem) {
  Cells cells(2);
  const int* out = nullptr;
  cells.wait(1);
  EXPECT_TRUE(cells.leave(1, out));
  EXPECT_EQ(out, nullptr);
  EXPECT_FALSE(cells.give(1, &kItem));
  cells.wait(1, &frame);
  EXPECT_TRUE(cells.give(1, &kItem, &frame));
  EXPECT_FALSE(cells.leave(1, out));
  EXPECT_EQ(out, &kItem);
  EXPECT_FALSE(cells.waiting(1));
}

// Figure 3 of the paper runs the marker as a task here.
TEST(WorkDealing, AnIncomingItemIsNoItemYet) {
  Cells cells(3);
  const int* out = nullptr;
  cells.wait(1);
  EXPECT_TRUE(cells.giveBatch(1, [&] {
    EXPECT_FALSE(cells.look(1, out));
    EXPECT_FALSE(cells.waiting(1));
    EXPECT_FALSE(cells.give(1, &kOther)); // It has this sender already.
    EXPECT_FALSE(cells.giveBatch(1, [] { return &kOther; }));
    return &kItem;
  }));
  EXPECT_TRUE(cells.look(1, out));
  EXPECT_EQ(out, &kItem);
}

TEST(WorkDealing, NothingIsTakenOutInVain) {
  Cells cells(2);
  const auto write = [] {
    ADD_FAILURE() << "called for a thread that does not wait";
    return &kItem;
  };
  EXPECT_FALSE(cells.giveBatch(1, write));
  cells.wait(1, &frame);
  EXPECT_FALSE(cells.giveBatch(1, write));
  EXPECT_TRUE(cells.giveBatch(
      1, [] { return &kItem; }, &frame));
}

TEST(WorkDealing, WithoutAnItemTheReceiverWaitsOn) {
  Cells cells(2);
  const int* out = nullptr;
  cells.wait(1, &frame);
  EXPECT_FALSE(cells.giveBatch(
      1, []() -> const int* { return nullptr; }, &frame));
  EXPECT_EQ(cells.wants(1), &frame);
  const auto fails = []() -> const int* { throw std::runtime_error("no memory"); };
  EXPECT_THROW(cells.giveBatch(1, fails, &frame), std::runtime_error);
  EXPECT_EQ(cells.wants(1), &frame);
  EXPECT_FALSE(cells.look(1, out));
  EXPECT_TRUE(cells.give(1, &kItem, &frame));
  EXPECT_TRUE(cells.look(1, out));
}

} // namespace
} // namespace galois::worklists
