#include "galois/runtime/forkjoin/TaskDag.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/forkjoin/ForkJoinSender.h"
#include "galois/runtime/forkjoin/ForkJoinShared.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Random.h"
#include "support/WithThreads.h"

namespace {

using galois::runtime::TaskDag;

using TaskDags = galois::test::WithThreads;

/// Each task of a random graph checks that its predecessors, which wrote plain memory, are done.
struct RandomDag {
  RandomDag(std::uint64_t seed, std::size_t size) : done(size, 0), before(size) {
    galois::substrate::Random random(seed, size);
    for (std::size_t node = 0; node < size; ++node) {
      dag.add([this, node] {
        for (const std::size_t other : before[node]) {
          wrong += done[other] == 1 ? 0 : 1;
        }
        ++done[node];
      });
      for (unsigned i = random.below(4); node > 0 && i > 0; --i) {
        const std::size_t other =
            node - 1 - random.below(static_cast<std::uint32_t>(std::min<std::size_t>(node, 30)));
        before[node].push_back(other);
        dag.precede(other, node);
      }
    }
  }
  TaskDag dag;
  std::vector<int> done;
  std::vector<std::vector<std::size_t>> before;
  std::atomic<int> wrong{0};
};

TEST_P(TaskDags, EachTaskRunsOnceAfterItsPredecessors) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    RandomDag random(seed, 400);
    random.dag.run();
    EXPECT_EQ(random.wrong, 0);
    EXPECT_EQ(random.done, std::vector<int>(400, 1)) << "seed " << seed;
    random.done.assign(400, 0);
    random.dag.run(); // again
    EXPECT_EQ(random.wrong, 0);
    EXPECT_EQ(random.done, std::vector<int>(400, 1));
  }
}

template <typename Protocol>
void runUnder(TaskDag& dag) {
  galois::runtime::ForkJoinExecutor<Protocol> executor;
  executor.run([&](auto& context) { dag.run(context); });
}

TEST_P(TaskDags, RunUnderEachProtocol) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const auto run : {runUnder<galois::runtime::Receiver>, runUnder<galois::runtime::Sender>,
                           runUnder<galois::runtime::ChaseLev>, runUnder<galois::runtime::Split>}) {
      RandomDag random(seed, 300);
      run(random.dag);
      EXPECT_EQ(random.wrong, 0);
      EXPECT_EQ(random.done, std::vector<int>(300, 1));
    }
  }
}

TEST(TaskDagOrder, AWorkerGoesOnWithWhatItsTaskMakesReady) {
  galois::setActiveThreads(1);
  TaskDag dag;
  std::vector<TaskDag::Node> order;
  for (TaskDag::Node node = 0; node < 5; ++node) {
    dag.add([&order, node] { order.push_back(node); });
  }
  dag.precede(0, 1);
  dag.precede(0, 2);
  dag.precede(1, 3);
  dag.precede(2, 4);
  dag.run();
  EXPECT_EQ(order, (std::vector<TaskDag::Node>{0, 1, 3, 2, 4}));
}

TEST_P(TaskDags, LongChainsNeedNoStack) {
  TaskDag dag;
  std::size_t count = 0;
  for (std::size_t i = 0; i < 200000; ++i) {
    dag.add([&count] { ++count; });
    if (i > 0) {
      dag.precede(i - 1, i);
    }
  }
  dag.run();
  EXPECT_EQ(count, dag.size());
}

TEST_P(TaskDags, LongLaddersNeedLittleStack) {
  // Each task makes two others ready, so each could fork.
  constexpr std::size_t kRungs = 100000;
  TaskDag dag;
  std::vector<std::size_t> done(2 * kRungs);
  std::atomic<std::size_t> wrong{0};
  for (std::size_t rung = 0; rung < kRungs; ++rung) {
    for (std::size_t side = 0; side < 2; ++side) {
      const auto node = dag.add([&done, &wrong, rung, side] {
        const std::size_t before = rung == 0 ? 0 : done[2 * rung - 2];
        wrong += before == rung ? 0 : 1;
        done[2 * rung + side] = rung + 1;
      });
      if (rung > 0) {
        dag.precede(2 * rung - 2, node);
      }
    }
  }
  dag.run();
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(std::count(done.begin(), done.end(), 0u), 0);
}

TEST_P(TaskDags, NothingBeginsAfterAFailureOrCancellation) {
  using galois::substrate::Cancellation;
  std::atomic<bool> ended{false};
  std::atomic<unsigned> late{0};
  const auto makeDag = [&](TaskDag& dag, const auto& end) {
    const auto first = dag.add([] {});
    for (unsigned i = 0; i < 2000; ++i) {
      dag.precede(first, dag.add([&ended, &late, end, i] {
        late += ended ? 1 : 0;
        if (i == 700) {
          end();
        }
      }));
    }
  };
  TaskDag failing, cancelled;
  makeDag(failing, [&] {
    ended = galois::getActiveThreads() == 1; // others may begin tasks until it is caught
    throw std::runtime_error("one of many");
  });
  makeDag(cancelled, [&] {
    Cancellation::request();
    ended = true;
  });
  for (unsigned round = 0; round < 5; ++round) {
    EXPECT_THROW(failing.run(), std::runtime_error);
    EXPECT_EQ(late, 0u);
    ended = false;
    EXPECT_THROW(cancelled.run(), galois::substrate::Cancelled);
    EXPECT_LT(late, galois::getActiveThreads()); // each may have looked before
    Cancellation::reset();
    ended = false;
    late = 0;
  }
  unsigned calls = 0;
  TaskDag healthy;
  healthy.add([&] { ++calls; });
  healthy.run();
  EXPECT_EQ(calls, 1u);
}

TEST_P(TaskDags, ExceptionsComeOutAndCyclesAreReported) {
  TaskDag dag;
  bool ran = false;
  const auto first = dag.add([] { throw std::runtime_error("first"); });
  const auto second = dag.add([&] { ran = true; });
  dag.precede(first, second);
  EXPECT_THROW(dag.run(), std::runtime_error);
  EXPECT_FALSE(ran);

  TaskDag cycle;
  const auto alone = cycle.add([&] { ran = true; });
  const auto a = cycle.add([] {});
  const auto b = cycle.add([] {});
  cycle.precede(a, b);
  cycle.precede(b, a);
  EXPECT_THROW(cycle.run(), std::logic_error);
  EXPECT_TRUE(ran);
  EXPECT_EQ(alone, 0u);
  TaskDag().run(); // nothing
}

INSTANTIATE_TEST_SUITE_P(Threads, TaskDags, testing::Values(1, 2, 16));

} // namespace
