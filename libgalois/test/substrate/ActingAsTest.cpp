#include "galois/substrate/ActingAs.h"

#include <gtest/gtest.h>

#include "galois/substrate/PerThreadStorage.h"
#include "support/Child.h"

namespace galois::substrate {
namespace {

TEST(ActingAs, TheRoleEndsWithTheScope) {
  getThreadPool().reserve(7);
  PerThreadStorage<int> numbers(0);
  {
    const ActingAs six(6);
    EXPECT_EQ(ThreadPool::getTID(), 6u);
    *numbers.getLocal() = 60;
    {
      const ActingAs two(2);
      *numbers.getLocal() = 20;
    }
    EXPECT_EQ(ThreadPool::getTID(), 6u);
  }
  EXPECT_EQ(ThreadPool::getTID(), 0u);
  EXPECT_EQ(*numbers.getLocal(), 0);
  EXPECT_EQ(*numbers.getRemote(6), 60);
  EXPECT_EQ(*numbers.getRemote(2), 20);
}

TEST(ActingAs, HasThePlaceOfTheOtherThread) {
  EXPECT_EQ(test::runChild("ActingAsChild.DISABLED_Place",
                           "HWLOC_SYNTHETIC='pack:4 numa:1 core:10 pu:1'"),
            0);
}
TEST(ActingAsChild, DISABLED_Place) {
  getThreadPool().reserve(40);
  const ActingAs other(37);
  EXPECT_EQ(ThreadPool::getSocket(), 3u);
  EXPECT_EQ(ThreadPool::getNumaNode(), 3u);
  EXPECT_EQ(ThreadPool::getLeader(), 30u);
  EXPECT_EQ(ThreadPool::getCumulativeMaxSocket(), 3u);
  EXPECT_FALSE(ThreadPool::isLeader());
}

} // namespace
} // namespace galois::substrate
