#include "galois/worklists/parts/queues/ChildDistance.h"

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

TEST(ChildDistance, IsTheMeanFromParentsToChildren) {
  ChildDistance children;
  EXPECT_EQ(children.mean(7), 7) << "there are no children";
  children.pushed(112);
  children.pushed(114);
  children.measure(2, 100, 110);
  EXPECT_EQ(children.mean(7), 3);
  children.pushed(121); // It is the child of another parent.
  children.measure(3, 105, 115);
  EXPECT_EQ(children.mean(7), 4);
  children.reset();
  EXPECT_EQ(children.mean(7), 7);
}

TEST(ChildDistance, ChildrenMayLieBeforeTheirParents) {
  ChildDistance children;
  children.pushed(3);
  children.pushed(9);
  children.measure(2, 0, 10);
  EXPECT_EQ(children.mean(0), -4);
}

TEST(ChildDistance, IsExactWhereverTheWindowIsByNow) {
  for (const std::uint64_t window : {0ULL, 900ULL, 1000ULL, 5000ULL}) {
    ChildDistance children;
    children.pushed(1001);
    children.pushed(1003);
    children.measure(2, window, 1000);
    EXPECT_EQ(children.mean(0), 2) << window;
  }
}

TEST(ChildDistance, AddsLargeNumbers) {
  constexpr std::uint64_t kFar = ~std::uint64_t{0} - 100;
  ChildDistance children;
  for (int i = 0; i < 1000; ++i) {
    children.pushed(kFar + 4);
  }
  children.measure(1000, kFar - 50, kFar);
  EXPECT_EQ(children.mean(0), 4);
  children.reset();
  children.pushed(kFar);
  children.measure(1001, kFar - 50, 1);
  EXPECT_EQ(children.mean(0), -102) << "limited to the range of signed numbers";
}

TEST(ChildDistance, SkippedPushesDoNotCount) {
  ChildDistance children;
  children.pushed(1000);
  children.skip(1);
  children.add(6);
  children.skip(2); // The next push is already in the sample.
  children.pushed(12);
  children.measure(3, 10, 10);
  EXPECT_EQ(children.mean(0), 4);
}

TEST(ChildDistance, OneOutlierDoesNotDominate) {
  ChildDistance children;
  children.add(1e18);
  EXPECT_LT(children.mean(0), 1e10);
}

} // namespace
} // namespace galois::worklists
