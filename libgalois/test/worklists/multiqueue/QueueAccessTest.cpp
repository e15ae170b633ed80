#include "galois/worklists/parts/multiqueue/QueueAccess.h"

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::worklists {
namespace {

/// Returns the mean number of operations per queue in a row, over many draws.
template <typename Sticky>
double meanRun(Sticky sticky) {
  substrate::Random random(1, 0);
  constexpr int kDraws = 20000;
  double operations = 0;
  for (int i = 0; i < kDraws; ++i) {
    sticky.drawn();
    ++operations;
    while (sticky.stays(random)) {
      ++operations;
    }
  }
  return operations / kDraws;
}

TEST(QueueAccess, RunsHaveTheRequestedLength) {
  EXPECT_EQ(meanRun(NeverSticky(16)), 1.0);
  EXPECT_EQ(meanRun(StickyByChance(1)), 1.0);
  EXPECT_NEAR(meanRun(StickyByChance(2)), 2.0, 0.1);
  EXPECT_NEAR(meanRun(StickyByChance(64)), 64.0, 3.0);
  EXPECT_EQ(meanRun(StickyByCount(1)), 1.0);
  EXPECT_EQ(meanRun(StickyByCount(8)), 8.0);
}

TEST(QueueAccess, NoQueueIsKeptBeforeTheFirstDraw) {
  substrate::Random random(1, 0);
  EXPECT_FALSE(StickyByCount(8).stays(random));
}

} // namespace
} // namespace galois::worklists
