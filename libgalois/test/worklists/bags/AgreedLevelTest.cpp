#include "galois/worklists/parts/bags/AgreedLevel.h"

#include <array>
#include <functional>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

using Level = AgreedLevel<int, std::less<int>>;

/// Three threads, one after the other.
class AgreedLevelTest : public ::testing::Test {
protected:
  bool agree(unsigned thread) {
    return levels_[thread].agree(3, [this](unsigned t) -> const Level& { return levels_[t]; });
  }
  std::array<Level, 3> levels_;
};

TEST_F(AgreedLevelTest, ThereIsNoneAtFirst) {
  EXPECT_FALSE(levels_[0].exists());
  EXPECT_FALSE(levels_[0].isOpen(5));
}

TEST_F(AgreedLevelTest, AllThreadsTakeTheFirstProposal) {
  levels_[0].propose(30);
  levels_[1].propose(10);
  levels_[2].proposeNothing();
  for (unsigned thread = 0; thread < 3; ++thread) {
    EXPECT_TRUE(agree(thread));
    EXPECT_TRUE(levels_[thread].exists());
    EXPECT_EQ(levels_[thread].key(), 10);
  }
}

TEST_F(AgreedLevelTest, BagsUpToTheLevelAreOpen) {
  levels_[1].propose(10);
  agree(0);
  EXPECT_TRUE(levels_[0].isOpen(9));
  EXPECT_TRUE(levels_[0].isOpen(10));
  EXPECT_FALSE(levels_[0].isOpen(11));
}

TEST_F(AgreedLevelTest, WithoutAProposalThereIsNoLevelAnyMore) {
  levels_[0].propose(10);
  EXPECT_TRUE(agree(0));
  levels_[0].proposeNothing();
  EXPECT_FALSE(agree(0));
  EXPECT_FALSE(levels_[0].exists());
  EXPECT_FALSE(levels_[0].isOpen(10));
}

} // namespace
} // namespace galois::worklists
