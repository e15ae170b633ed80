// Best-first searches by many threads that share little memory, so that blocks pass between threads
// and dives give nodes back; and searches that are cancelled by another thread.
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/search/BestFirst.h"
#include "galois/search/Search.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "search/RandomTrees.h"

namespace galois::search {
namespace {

using namespace test::trees;

class BestFirstStress : public testing::Test {
protected:
  void TearDown() override {
    setActiveThreads(1);
    substrate::Cancellation::reset();
  }
  template <typename Fn>
  static void forEachPolicy(std::uint64_t bytes, const Fn& fn) {
    fn(bestFirst(galois::wl<worklists::StealingMultiQueue<FrontierUrgency, FrontierTask>>(),
                 bytes));
    fn(bestFirst(galois::wl<worklists::OrderedByIntegerMetric<FrontierUrgency>>(), bytes));
  }
  SharedMemSys system_;
};

TEST_F(BestFirstStress, LosesNoNode) {
  setActiveThreads(8);
  for (unsigned seed = 0; seed < 12; ++seed) {
    const RandomTree tree = makeTree(seed, 20000);
    for (const std::uint64_t bytes : {std::uint64_t{1} << 18, std::uint64_t{1} << 21}) {
      forEachPolicy(bytes, [&](const auto& coordination) {
        const auto all = optimise<TreeGenerator>(tree, Node(0), LargestValue{false}, coordination);
        EXPECT_EQ(all.statistics.nodes, tree.size());
        EXPECT_EQ(all.objective, tree.best());
        const auto some = optimise<TreeGenerator>(tree, Node(0), LargestValue(), coordination);
        EXPECT_EQ(some.objective, tree.best());
        EXPECT_LE(some.statistics.nodes, tree.size());
      });
    }
  }
}

TEST_F(BestFirstStress, ACancellationFromOutsideEndsIt) {
  setActiveThreads(4);
  const RandomTree tree = makeTree(3, 20000);
  for (unsigned turn = 0; turn < 40; ++turn) {
    forEachPolicy(std::uint64_t{1} << 20, [&](const auto& coordination) {
      std::atomic<bool> begun{false};
      std::thread canceller([&begun, turn] {
        while (!begun.load()) {
        }
        std::this_thread::sleep_for(std::chrono::microseconds(turn * 50));
        substrate::Cancellation::request();
      });
      begun.store(true);
      const auto result = optimise<TreeGenerator>(tree, Node(0), LargestValue{false}, coordination);
      canceller.join();
      substrate::Cancellation::reset();
      EXPECT_EQ(tree.value[*result.node.number], result.objective);
      EXPECT_GE(result.bound, tree.best());
      EXPECT_TRUE(!result.complete || result.objective == tree.best());
    });
  }
}

} // namespace
} // namespace galois::search
