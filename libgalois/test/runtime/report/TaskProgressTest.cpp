// Threads count their tasks only while they are asked to, and every thread is counted.
#include "galois/runtime/report/TaskProgress.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/Obim.h"

namespace galois::runtime {
namespace {

struct Indexer {
  unsigned operator()(unsigned task) const { return task / 8; }
};

class TaskProgressTest : public ::testing::TestWithParam<unsigned> {
protected:
  void SetUp() override { setActiveThreads(GetParam()); }
  void TearDown() override {
    TaskProgress::end();
    substrate::Cancellation::reset();
  }

  /// Runs a loop of 1000 tasks and returns how many were counted at its end.
  template <typename Worklist>
  static std::uint64_t countedUnder() {
    TaskProgress::begin();
    for_each(
        iterate(0u, 1000u), [](unsigned, auto&) {}, wl<Worklist>(), disable_conflict_detection(),
        no_stats());
    TaskProgress::end();
    return TaskProgress::tasks();
  }

  SharedMemSys system_;
};

TEST_P(TaskProgressTest, CountsEveryTaskOfALoop) {
  EXPECT_EQ(countedUnder<worklists::PerSocketChunkFIFO<16>>(), 1000u) << "in batches";
  EXPECT_EQ(countedUnder<worklists::OrderedByIntegerMetric<Indexer>>(), 1000u);
  EXPECT_EQ(countedUnder<worklists::PerSocketChunkFIFO<16>>(), 1000u) << "from 0 again";
}

TEST_P(TaskProgressTest, CountsNothingUnlessAsked) {
  TaskProgress::begin();
  TaskProgress::end();
  EXPECT_FALSE(TaskProgress::count(5));
  EXPECT_EQ(TaskProgress::tasks(), 0u);
}

TEST_P(TaskProgressTest, SumsTheCountsOfAllThreads) {
  TaskProgress::begin();
  on_each([](unsigned tid, unsigned) {
    TaskProgress::count(tid + 1);
    TaskProgress::count(1);
  });
  const std::uint64_t threads = GetParam();
  EXPECT_EQ(TaskProgress::tasks(), threads * (threads + 1) / 2 + threads);
}

TEST_P(TaskProgressTest, SaysWhetherTheComputationShouldEnd) {
  TaskProgress::begin();
  TaskProgress::end();
  EXPECT_FALSE(TaskProgress::count(1));
  EXPECT_NO_THROW(TaskProgress::countOrThrow(1));
  substrate::Cancellation::request();
  EXPECT_TRUE(TaskProgress::count(1));
  EXPECT_THROW(TaskProgress::countOrThrow(1), substrate::Cancelled);
  EXPECT_EQ(TaskProgress::tasks(), 0u) << "cancelled, but not asked to count";
}

INSTANTIATE_TEST_SUITE_P(Threads, TaskProgressTest, ::testing::Values(1, 2, 5));

} // namespace
} // namespace galois::runtime
