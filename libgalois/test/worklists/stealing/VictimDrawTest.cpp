#include "galois/worklists/parts/stealing/VictimDraw.h"

#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "support/Child.h"

namespace galois::worklists {
namespace {

TEST(VictimDraw, OneThreadHasNoVictim) {
  substrate::Random random(1, 0);
  for (const Victims victims : {Victims::kRandom, Victims::kNearest, Victims::kSticky}) {
    VictimDraw draw(victims);
    EXPECT_EQ(draw.draw(0, 1, random), VictimDraw::kNobody);
  }
}

TEST(VictimDraw, DrawsEveryOtherThreadAndNeverItself) {
  substrate::Random random(1, 0);
  for (const Victims victims : {Victims::kRandom, Victims::kNearest, Victims::kSticky}) {
    for (unsigned threads = 2; threads < 6; ++threads) {
      for (unsigned self = 0; self < threads; ++self) {
        VictimDraw draw(victims);
        std::vector<unsigned> drawn(threads);
        for (unsigned i = 0; i < 400; ++i) {
          const auto victim = draw.draw(self, threads, random);
          ASSERT_LT(victim, threads);
          draw.tell(victim, false);
          ++drawn[victim];
        }
        for (unsigned t = 0; t < threads; ++t) {
          EXPECT_EQ(drawn[t] > 0, t != self);
        }
      }
    }
  }
}

TEST(VictimDraw, StickyReturnsToTheLastSuccess) {
  substrate::Random random(1, 0);
  VictimDraw draw(Victims::kSticky);
  draw.tell(5, true);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(draw.draw(0, 8, random), 5u);
  }
  EXPECT_NE(draw.draw(0, 5, random), 5u); // There are fewer threads now.
  draw.tell(5, false);
  std::vector<unsigned> drawn(8);
  for (int i = 0; i < 400; ++i) {
    ++drawn[draw.draw(0, 8, random)];
  }
  EXPECT_LT(drawn[5], 200u);
}

TEST(VictimDraw, RandomIgnoresSuccess) {
  substrate::Random random(1, 0);
  VictimDraw draw(Victims::kRandom);
  draw.tell(5, true);
  std::vector<unsigned> drawn(8);
  for (int i = 0; i < 700; ++i) {
    ++drawn[draw.draw(0, 8, random)];
  }
  for (unsigned t = 1; t < 8; ++t) {
    EXPECT_GT(drawn[t], 50u);
  }
}

// The machine has two sockets of two NUMA nodes of three cores each.
TEST(VictimDrawChild, DISABLED_NearestGoesFartherAfterFailures) {
  const substrate::ThreadPool& pool = substrate::getThreadPool();
  ASSERT_EQ(pool.getMaxUsableThreads(), 12u);
  substrate::Random random(1, 0);
  for (unsigned self = 0; self < 12; ++self) {
    VictimDraw draw(Victims::kNearest);
    for (int round = 0; round < 100; ++round) {
      for (unsigned failures = 0; failures < 7; ++failures) {
        const auto victim = draw.draw(self, 12, random);
        if (failures < 2) { // There are two others on the node,
          EXPECT_EQ(pool.getNumaNode(victim), pool.getNumaNode(self));
        } else { // and five on the socket.
          EXPECT_EQ(pool.getSocket(victim), pool.getSocket(self));
        }
        draw.tell(victim, false);
      }
      bool far = false;
      for (int i = 0; i < 100; ++i) {
        far = far || pool.getSocket(draw.draw(self, 12, random)) != pool.getSocket(self);
      }
      EXPECT_TRUE(far);
      draw.tell(0, true); // It begins with the nearest again.
    }
  }
}
TEST(VictimDraw, NearestGoesFartherAfterFailures) {
  EXPECT_EQ(test::runChild("VictimDrawChild.DISABLED_NearestGoesFartherAfterFailures",
                           "HWLOC_SYNTHETIC='pack:2 group:2 numa:1 core:3 pu:1'"),
            0);
}

} // namespace
} // namespace galois::worklists
