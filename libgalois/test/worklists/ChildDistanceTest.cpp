#include "galois/worklists/parts/ChildDistance.h"

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

TEST(ChildDistance, IsTheMeanFromParentsToChildren) {
  ChildDistance children;
  EXPECT_EQ(children.mean(7), 7) << "of no children";
  children.pushed(12);
  children.pushed(14);
  children.measure(2, 10);
  EXPECT_EQ(children.mean(7), 3);
  children.pushed(21); // a child of another parent
  children.measure(3, 15);
  EXPECT_EQ(children.mean(7), 4);
  children.reset();
  EXPECT_EQ(children.mean(7), 7);
}

TEST(ChildDistance, ParentsMayLieBeforeTheWindow) {
  ChildDistance children;
  children.pushed(3);
  children.measure(1, -5);
  EXPECT_EQ(children.mean(0), 8);
}

TEST(ChildDistance, SkippedPushesDoNotCount) {
  ChildDistance children;
  children.pushed(1000);
  children.skip(1);
  children.add(6);
  children.skip(2); // that one is pushed now, and in the sample already
  children.pushed(12);
  children.measure(3, 10);
  EXPECT_EQ(children.mean(0), 4);
}

TEST(ChildDistance, OneOddTaskDoesNotDecide) {
  ChildDistance children;
  children.add(1e18);
  EXPECT_LT(children.mean(0), 1e10);
}

} // namespace
} // namespace galois::worklists
