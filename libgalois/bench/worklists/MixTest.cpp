#include "worklists/Mix.h"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/BulkSynchronous.h"
#include "galois/worklists/MultiQueue.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "worklists/LockedHeap.h"

namespace galois::bench {
namespace {

constexpr std::uint64_t kTasks = 500, kOperations = 20000;

Mix mixOf(MixKind kind) { return {kind, kTasks, kOperations, 1000, 7, Schedule::kThreads}; }

template <typename WL>
class MixTest : public ::testing::Test {
  SharedMemSys system_;
};

struct Heap {
  using type = LockedHeap<PriorityOfMixTask, MixTask>;
};
struct Stealing {
  using type = worklists::StealingMultiQueue<PriorityOfMixTask, MixTask>;
};
struct OwnQueues { // A thread finds only tasks that are in its own queue.
  using type = worklists::RandomEnqueueLocalDequeue<PriorityOfMixTask>::retype<MixTask>;
};
struct Levels { // A thread finds only tasks that were not pushed in the current level.
  using type = worklists::BulkSynchronous<>::retype<MixTask>;
};
using Policies = ::testing::Types<Heap, Stealing, OwnQueues, Levels>;
TYPED_TEST_SUITE(MixTest, Policies);

TYPED_TEST(MixTest, AllOperationsAreDoneAndNoTaskIsLost) {
  using WL = typename TypeParam::type;
  for (const unsigned threads : {1u, 2u, 4u}) {
    setActiveThreads(threads);
    for (const MixKind kind : {MixKind::kHold, MixKind::kRandom, MixKind::kCoin}) {
      WL wl;
      const MixResult result = MixRunner<WL>(wl, mixOf(kind)).run();
      std::uint64_t left = 0;
      on_each([&](unsigned tid, unsigned) {
        while (tid == 0 && wl.pop()) {
          ++left;
        }
      });
      if (kind == MixKind::kCoin) {
        EXPECT_EQ(result.operations() + result.emptyPops, kOperations);
      } else {
        EXPECT_EQ(result.pushes, result.pops);
        EXPECT_LE(result.operations(), kOperations + threads);
        if (threads == 1) {
          EXPECT_EQ(result.operations(), kOperations);
        }
      }
      EXPECT_LE(left, kTasks + result.pushes - result.pops);
    }
  }
}

TEST(Mix, TurnsAreTheSameEveryTimeAndOnlyForThreadsThatDoNotWait) {
  SharedMemSys system;
  setActiveThreads(8);
  Mix mix = mixOf(MixKind::kRandom);
  mix.schedule = Schedule::kTurns;
  using WL = worklists::StealingMultiQueue<PriorityOfMixTask, MixTask>;
  const MixResult first = runMixOn<WL>(mix), again = runMixOn<WL>(mix);
  EXPECT_EQ(first.operations(), kOperations);
  ASSERT_FALSE(first.report.worklist.empty());
  for (std::size_t i = 0; i < first.report.worklist.size(); ++i) {
    EXPECT_EQ(first.report.worklist[i].perThread, again.report.worklist[i].perThread);
  }
  EXPECT_THROW(runMixOn<worklists::BulkSynchronous<>::retype<MixTask>>(mix), std::invalid_argument);
}

/// Adds up the priorities by what the pushing thread draws, as a policy draws queues: from the
/// process's seed, with the thread as the stream.
class DrawingHeap : public LockedHeap<PriorityOfMixTask, MixTask> {
public:
  static constexpr unsigned kThreads = 4;

  DrawingHeap() {
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      random_.emplace_back(substrate::getSeed(), thread);
    }
  }

  void push(const MixTask& task) {
    const unsigned drawn = random_[substrate::ThreadPool::getTID()].below(2);
    sum[drawn] += task.priority;
    ++count[drawn];
    LockedHeap::push(task);
  }

  double sum[2] = {0, 0};
  double count[2] = {0, 0};

private:
  std::vector<substrate::Random> random_;
};

TEST(Mix, PrioritiesDoNotDependOnWhatThePolicyDraws) {
  SharedMemSys system;
  setActiveThreads(DrawingHeap::kThreads);
  DrawingHeap heap;
  MixRunner<DrawingHeap>(heap, {.kind = MixKind::kHold,
                                .tasks = 4000,
                                .operations = 0,
                                .range = 1000,
                                .seed = substrate::getSeed(),
                                .schedule = Schedule::kTurns})
      .run();
  EXPECT_EQ(heap.count[0] + heap.count[1], 4000);
  // The means of halves differ by 9 on average, and by 500 if both draw the same numbers.
  EXPECT_NEAR(heap.sum[0] / heap.count[0], heap.sum[1] / heap.count[1], 60);
}

} // namespace
} // namespace galois::bench
