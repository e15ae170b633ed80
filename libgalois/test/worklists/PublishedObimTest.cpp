#include "galois/worklists/PublishedObim.h"

#include <cstdint>
#include <optional>

#include "worklists/PlayedObim.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

struct PublishedObimCase {
  template <typename T>
  using Policy = worklists::PublishedObim<TaskPriority>::retype<T>;
  static constexpr bool kExact = false; // a thread stays in its bag
};
GALOIS_POLICY_SUITE(PublishedObim, CasesOf<PublishedObimCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(PublishedObim, PolicyRanges, RangesOf<PublishedObimCase>);

using Task8 = Task<8>;

class PublishedObimTest : public ::testing::Test {
protected:
  using Policy =
      worklists::PublishedObim<TaskPriority, worklists::PerSocketChunkFIFO<0>>::retype<Task8>;

  SharedMemSys system_;
};

/// The policy and the transcription take the same steps and must return the same tasks.
TEST_F(PublishedObimTest, PlaysTheDescription) {
  const Played played = playObim<Policy>(paper::Rules::kPrinted);
  EXPECT_GE(played.found, 1000u) << "the script is to take many tasks,";
  EXPECT_GE(played.missed, 50u) << "to find none now and then,";
  EXPECT_GE(played.taken, 100u) << "to take chunks of the shared queues,";
  EXPECT_GT(played.refreshes, played.missed) << "and to find some through the global map only";
}

TEST_F(PublishedObimTest, AThreadStaysInItsBagUntilThatIsEmpty) {
  setActiveThreads(1);
  Policy policy(TaskPriority(), chunksOf(2));
  pushTasks(policy, 4, 5);
  EXPECT_EQ(policy.pop()->id, 0u);
  policy.push(Task8(4, 1)); // more urgent
  EXPECT_EQ(policy.pop()->id, 1u);
  EXPECT_EQ(policy.pop()->id, 2u);
  EXPECT_EQ(policy.pop()->id, 3u);
  EXPECT_EQ(policy.pop()->id, 4u);
  EXPECT_FALSE(policy.pop());
}

TEST_F(PublishedObimTest, TheFirstTaskOfAPriorityMakesASharedBag) {
  setActiveThreads(2);
  Policy policy(TaskPriority(), chunksOf(2));
  pushOn(0, policy, 0, 7);
  EXPECT_EQ(counter(policy, "bags"), 1);
  pushOn(1, policy, 1, 7); // finds the bag in the global map
  EXPECT_EQ(counter(policy, "bags"), 1);
  pushOn(1, policy, 2, 8);
  EXPECT_EQ(counter(policy, "bags"), 2);
  EXPECT_EQ(popOn(0, policy), 0u);
  EXPECT_EQ(popOn(0, policy), std::nullopt)
      << "a chunk that is not full is visible to its thread only";
  EXPECT_EQ(popOn(1, policy), 1u);
  EXPECT_EQ(popOn(1, policy), 2u);
  EXPECT_EQ(counterNames(policy), commonCountersAnd({"bag_searches", "bag_refreshes", "bags"}));
}

TEST_F(PublishedObimTest, ASearchBeginsWhereAnotherThreadHasPushedSomethingUrgent) {
  setActiveThreads(2);
  Policy policy(TaskPriority(), chunksOf(1)); // every task is visible to all at once
  pushOn(0, policy, 0, 3);
  EXPECT_EQ(popOn(0, policy), 0u);
  EXPECT_EQ(popOn(0, policy), std::nullopt); // its searches would now begin behind all bags
  pushOn(1, policy, 1, 3);
  pushOn(1, policy, 2, 9);
  EXPECT_EQ(popOn(0, policy), 1u);
  EXPECT_EQ(popOn(0, policy), 2u) << "in a bag that was not in its local map";
}

TEST_F(PublishedObimTest, TasksOfThreadsThatAreGoneAreFound) {
  setActiveThreads(3);
  Policy policy(TaskPriority(), chunksOf(1));
  pushOn(2, policy, 0, 1);
  pushOn(0, policy, 1, 5);
  setActiveThreads(1);
  EXPECT_EQ(policy.pop()->id, 0u) << "thread 2 has lowered its start, and keeps it";
  EXPECT_EQ(policy.pop()->id, 1u);
  EXPECT_FALSE(policy.pop());
}

} // namespace
} // namespace galois::test
