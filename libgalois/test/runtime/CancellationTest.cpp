// Loops end early when their computation is cancelled, and throw.
#include "galois/substrate/Cancellation.h"

#include <atomic>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/Obim.h"

namespace galois {
namespace {

using substrate::Cancellation;
using substrate::Cancelled;

class CancellationTest : public ::testing::TestWithParam<unsigned> {
protected:
  void SetUp() override {
    Cancellation::reset();
    setActiveThreads(GetParam());
  }
  void TearDown() override { Cancellation::reset(); }

  /// Runs a loop that pushes a task for each task, and so ends only when it is cancelled.
  template <typename Worklist>
  static void runEndless() {
    std::atomic<unsigned> tasks{0};
    std::vector<unsigned> initial(10);
    std::iota(initial.begin(), initial.end(), 0u);
    EXPECT_THROW(for_each(
                     iterate(initial),
                     [&](unsigned task, auto& context) {
                       if (++tasks == 5000) {
                         Cancellation::request();
                       }
                       context.push(task + 1);
                     },
                     wl<Worklist>(), disable_conflict_detection(), loopname("Endless")),
                 Cancelled);
    EXPECT_GE(tasks, 5000u);
  }

  SharedMemSys system_;
};

TEST_P(CancellationTest, EndsForEachWithEachKindOfWorklist) {
  runEndless<worklists::PerSocketChunkFIFO<16>>(); // takes batches
  Cancellation::reset();
  struct Indexer {
    unsigned operator()(unsigned task) const { return task / 8; }
  };
  runEndless<worklists::OrderedByIntegerMetric<Indexer>>();
}

TEST_P(CancellationTest, EndsAlgorithmsOfManyLoopsBetweenTheirLoops) {
  unsigned rounds = 0;
  EXPECT_THROW(
      {
        for (;; ++rounds) {
          if (rounds == 3) {
            Cancellation::request();
          }
          do_all(
              iterate(0u, 100u), [](unsigned) {}, no_stats());
        }
      },
      Cancelled);
  EXPECT_EQ(rounds, 3u);
}

TEST_P(CancellationTest, LeavesLaterLoopsAlone) {
  Cancellation::request();
  EXPECT_THROW(on_each([](unsigned, unsigned) {}), Cancelled);
  Cancellation::reset();
  std::atomic<unsigned> sum{0};
  do_all(
      iterate(0u, 100u), [&](unsigned i) { sum += i; }, no_stats());
  EXPECT_EQ(sum, 4950u);
}

INSTANTIATE_TEST_SUITE_P(Threads, CancellationTest, ::testing::Values(1, 2, 5));

} // namespace
} // namespace galois
