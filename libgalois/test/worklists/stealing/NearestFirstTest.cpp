#include "galois/worklists/parts/stealing/NearestFirst.h"

#include <set>

#include <gtest/gtest.h>

#include "support/Child.h"

namespace galois::worklists {
namespace {

TEST(NearestFirst, HasEveryOtherThreadOnce) {
  NearestFirst order;
  EXPECT_EQ(order.threads(), 0u);
  for (const unsigned threads : {1u, 2u, 7u, 64u}) {
    order.build(threads / 2, threads);
    EXPECT_EQ(order.threads(), threads);
    std::set<unsigned> seen;
    for (std::size_t i = 0; i < NearestFirst::kTiers; ++i) {
      for (const unsigned other : order.tier(i)) {
        EXPECT_TRUE(seen.insert(other).second) << other;
        EXPECT_LT(other, threads);
      }
    }
    EXPECT_EQ(seen.size(), threads - 1);
    EXPECT_EQ(seen.count(threads / 2), 0u);
  }
}

// The machine has two sockets of two NUMA nodes of three cores each.
TEST(NearestFirstChild, DISABLED_NodeThenSocketThenRest) {
  const substrate::ThreadPool& pool = substrate::getThreadPool();
  ASSERT_EQ(pool.getMaxUsableThreads(), 12u);
  ASSERT_EQ(pool.getMaxNumaNodes(), 4u);
  for (unsigned self = 0; self < 12; ++self) {
    NearestFirst order;
    order.build(self, 12);
    ASSERT_EQ(order.tier(0).size(), 2u);
    ASSERT_EQ(order.tier(1).size(), 3u);
    ASSERT_EQ(order.tier(2).size(), 6u);
    for (const unsigned other : order.tier(0)) {
      EXPECT_EQ(pool.getNumaNode(other), pool.getNumaNode(self));
    }
    for (const unsigned other : order.tier(1)) {
      EXPECT_EQ(pool.getSocket(other), pool.getSocket(self));
      EXPECT_NE(pool.getNumaNode(other), pool.getNumaNode(self));
    }
    for (const unsigned other : order.tier(2)) {
      EXPECT_NE(pool.getSocket(other), pool.getSocket(self));
    }
  }
}
TEST(NearestFirst, NodeThenSocketThenRest) {
  EXPECT_EQ(test::runChild("NearestFirstChild.DISABLED_NodeThenSocketThenRest",
                           "HWLOC_SYNTHETIC='pack:2 group:2 numa:1 core:3 pu:1'"),
            0);
}

TEST(NearestFirst, NeighboursBeginWithDifferentVictims) {
  NearestFirst a, b;
  a.build(0, 3);
  b.build(1, 3);
  EXPECT_EQ(*a.tier(0).begin(), 1u);
  EXPECT_EQ(*b.tier(0).begin(), 2u);
}

} // namespace
} // namespace galois::worklists
