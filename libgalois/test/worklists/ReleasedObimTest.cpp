// OBIM as released, `obim.released`: docs/worklists/released.md has what is known of it.
#include <cstdint>
#include <optional>

#include "galois/worklists/PublishedObim.h"
#include "support/Child.h"
#include "worklists/PlayedObim.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

template <typename Chunks>
using Released =
    worklists::PublishedObim<TaskPriority, Chunks, int, int, true, worklists::AsReleased>;

using ReleasedObimCase = ExactCase<Released<worklists::PerSocketChunkFIFO<64>>>;
GALOIS_POLICY_SUITES(ReleasedObim, ReleasedObimCase);

using Task8 = Task<8>;

class ReleasedObimTest : public ::testing::Test {
protected:
  using Policy = Released<worklists::PerSocketChunkFIFO<0>>::retype<Task8>;

  SharedMemSys system_;
};

TEST_F(ReleasedObimTest, PlaysWhatIsKnownOfTheProgram) {
  const Played played = playObim<Policy>(paper::Rules::kReleased);
  EXPECT_GE(played.found, 1000u) << "the script is to take many tasks,";
  EXPECT_GE(played.missed, 50u) << "to find none now and then,";
  EXPECT_GE(played.moves, 25u) << "to push tasks that move the thread,";
  EXPECT_GE(played.unread, 40u)
      << "and to begin searches that a third thread's start would advance";
}

/// Played by the parent test on a machine with two sockets.
TEST_F(ReleasedObimTest, DISABLED_PlaysOnTwoSockets) {
  ASSERT_EQ(substrate::getThreadPool().getMaxSockets(), 2u);
  EXPECT_EQ(substrate::getThreadPool().getLeader(1), 0u);
  EXPECT_EQ(substrate::getThreadPool().getLeader(2), 2u);
  EXPECT_GE(playObim<Policy>(paper::Rules::kReleased).unread, 20u);
}
TEST(ReleasedObim, EachSocketHasALeader) {
  EXPECT_EQ(runChild("ReleasedObimTest.DISABLED_PlaysOnTwoSockets",
                     "HWLOC_SYNTHETIC='pack:2 core:2 pu:1'"),
            0);
}

TEST_F(ReleasedObimTest, APushOfAMoreUrgentTaskMovesTheThread) {
  setActiveThreads(1);
  Policy policy(TaskPriority(), chunksOf(2));
  pushTasks(policy, 4, 5);
  EXPECT_EQ(policy.pop()->id, 0u);
  policy.push(Task8(4, 9)); // less urgent
  EXPECT_EQ(policy.pop()->id, 1u);
  policy.push(Task8(5, 1)); // more urgent
  EXPECT_EQ(policy.pop()->id, 5u);
  EXPECT_EQ(policy.pop()->id, 2u);
  EXPECT_EQ(policy.pop()->id, 3u);
  EXPECT_EQ(policy.pop()->id, 4u);
  EXPECT_FALSE(policy.pop());
  EXPECT_EQ(counter(policy, "bag_searches"), 4) << "none of them when a push has moved the thread";
}

TEST_F(ReleasedObimTest, OnlyTheLeaderReadsTheStartsOfAll) {
  setActiveThreads(3);
  Policy policy(TaskPriority(), chunksOf(1)); // every task is visible to all at once
  pushOn(2, policy, 0, 3);                    // in the start of thread 2 alone
  EXPECT_EQ(popOn(1, policy), std::nullopt) << "its own start and thread 0's are behind all bags";
  EXPECT_EQ(popOn(0, policy), 0u);
  pushOn(2, policy, 1, 3);
  EXPECT_EQ(popOn(1, policy), 1u) << "the start of thread 0 is the bag in which it found a task";
}

} // namespace
} // namespace galois::test
