// The three searches under every coordination, on random trees and several numbers of threads. What
// they should return is known from the arrays that hold the trees.
#include "galois/search/Search.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "search/RandomTrees.h"

namespace galois::search {
namespace {

using namespace test::trees;

constexpr unsigned kThreadCounts[] = {1, 2, 3, 16};

class Search : public testing::Test {
protected:
  void TearDown() override {
    setActiveThreads(1);
    substrate::Cancellation::reset();
  }
  SharedMemSys system_;
};

TEST_F(Search, AnEnumerationVisitsEveryNodeOnce) {
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    for (const std::size_t size : {1, 2, 10, 3000}) {
      const RandomTree tree = makeTree(size + threads, size);
      forEachCoordination([&](const auto& coordination) {
        auto result = enumerate<TreeGenerator>(tree, Node(0), NodeList(), coordination);
        EXPECT_TRUE(result.complete);
        for (std::size_t i = 0; i < result.value.numbers.size(); ++i) {
          ASSERT_EQ(result.value.depths[i], tree.depth[result.value.numbers[i]]);
        }
        std::sort(result.value.numbers.begin(), result.value.numbers.end());
        std::vector<std::uint32_t> all(tree.size());
        std::iota(all.begin(), all.end(), 0u);
        ASSERT_EQ(result.value.numbers, all);
        std::size_t inner = 0;
        for (const auto& children : tree.children) {
          inner += children.empty() ? 0 : 1;
        }
        EXPECT_EQ(result.statistics.nodes, tree.size());
        EXPECT_EQ(result.statistics.expansions, inner);
        EXPECT_EQ(result.statistics.pruned, 0u);
        EXPECT_EQ(result.statistics.maxDepth,
                  *std::max_element(tree.depth.begin(), tree.depth.end()));
      });
    }
  }
}

TEST_F(Search, CountsAgreeWithNodesAtEveryDepthLimit) {
  const RandomTree tree = makeTree(5, 2000);
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    for (const unsigned limit : {1u, 2u, 3u, 7u, 1000u}) {
      forEachCoordination([&](const auto& coordination) {
        const Limits limits{.maxDepth = limit};
        const auto counted =
            enumerate<TreeGenerator>(tree, Node(0), CountByDepth(), coordination, limits);
        const auto listed =
            enumerate<TreeGenerator>(tree, Node(0), NodeList(), coordination, limits);
        for (unsigned depth = 0; depth <= 40; ++depth) {
          const auto wanted =
              depth > limit ? 0 : std::count(tree.depth.begin(), tree.depth.end(), depth);
          ASSERT_EQ(counted.value.at(depth), static_cast<std::uint64_t>(wanted));
          ASSERT_EQ(std::count(listed.value.depths.begin(), listed.value.depths.end(), depth),
                    wanted);
        }
        EXPECT_EQ(counted.statistics.nodes, counted.value.total());
        EXPECT_EQ(listed.statistics.nodes, counted.value.total());
        EXPECT_EQ(counted.statistics.maxDepth, counted.value.deepest());
        EXPECT_EQ(listed.statistics.maxDepth, counted.value.deepest());
      });
    }
  }
}

TEST_F(Search, AnOptimisationFindsABestNode) {
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    for (unsigned seed = 0; seed < 5; ++seed) {
      const RandomTree tree = makeTree(seed, 2500);
      forEachCoordination([&](const auto& coordination) {
        for (const bool prunes : {false, true}) {
          const auto result =
              optimise<TreeGenerator>(tree, Node(0), LargestValue{prunes}, coordination);
          EXPECT_TRUE(result.complete);
          EXPECT_EQ(result.objective, tree.best());
          EXPECT_EQ(result.bound, tree.best());
          EXPECT_EQ(tree.value[*result.node.number], tree.best());
          EXPECT_FALSE(result.found);
          if (prunes) {
            EXPECT_LE(result.statistics.nodes, tree.size());
          } else {
            EXPECT_EQ(result.statistics.nodes, tree.size());
          }
        }
      });
    }
  }
}

TEST_F(Search, OnOneThreadTheOrderIsThatOfTheSequentialSearch) {
  const RandomTree tree = makeTree(9, 3000);
  const auto expected = optimise<TreeGenerator>(tree, Node(0), LargestValue(), Sequential());
  EXPECT_GT(expected.statistics.pruned, 0u);
  EXPECT_LT(expected.statistics.nodes, tree.size());
  const auto same = optimise<TreeGenerator>(tree, Node(0), LargestValue(), StackStealing());
  EXPECT_EQ(same.statistics.nodes, expected.statistics.nodes);
  EXPECT_EQ(same.statistics.pruned, expected.statistics.pruned);
  EXPECT_EQ(same.statistics.incumbents, expected.statistics.incumbents);
}

TEST_F(Search, ADecisionEndsWithANodeOrWithCertainty) {
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    const RandomTree tree = makeTree(threads, 2500);
    forEachCoordination([&](const auto& coordination) {
      for (const std::int64_t expected :
           {std::int64_t{-5}, tree.value[0], tree.best() / 2, tree.best(), tree.best() + 1}) {
        const auto result =
            decide<TreeGenerator>(tree, Node(0), LargestValue(), expected, coordination);
        EXPECT_TRUE(result.complete);
        EXPECT_EQ(result.found, expected <= tree.best());
        EXPECT_EQ(tree.value[*result.node.number], result.objective);
        if (result.found) {
          EXPECT_GE(result.objective, expected);
        }
      }
    });
  }
}

TEST_F(Search, ACancelledSearchReturnsTheBestSoFar) {
  const RandomTree tree = makeTree(3, 3000);
  for (const unsigned threads : {1u, 3u}) {
    setActiveThreads(threads);
    forEachCoordination([&](const auto& coordination) {
      substrate::Cancellation::request();
      const auto best = optimise<TreeGenerator>(tree, Node(0), LargestValue{}, coordination);
      EXPECT_FALSE(best.complete);
      EXPECT_EQ(tree.value[*best.node.number], best.objective);
      EXPECT_EQ(best.bound, tree.bound[0]);
      substrate::Cancellation::reset();
      const auto late =
          enumerate<TreeGenerator>(tree, Node(0), CountByDepth(), coordination, {.seconds = 0});
      EXPECT_FALSE(late.complete);
      EXPECT_EQ(late.value.total(), late.statistics.nodes);
    });
  }
}

TEST_F(Search, ACancellationInTheMiddleLosesNoCount) {
  RandomTree tree = makeTree(3, 20000);
  ASSERT_GT(tree.size(), 2000u);
  tree.cancelsAt = 0;
  for (const unsigned threads : {1u, 3u}) {
    setActiveThreads(threads);
    forEachCoordination([&](const auto& coordination) {
      const auto counted = enumerate<TreeGenerator>(tree, Node(0), CountByDepth(), coordination);
      EXPECT_EQ(counted.value.total(), counted.statistics.nodes);
      EXPECT_FALSE(counted.complete);
      EXPECT_LT(counted.statistics.nodes, tree.size());
      substrate::Cancellation::reset();
      const auto listed = enumerate<TreeGenerator>(tree, Node(0), NodeList(), coordination);
      EXPECT_EQ(listed.value.numbers.size(), listed.statistics.nodes);
      EXPECT_FALSE(listed.complete);
      substrate::Cancellation::reset();
    });
  }
}

TEST_F(Search, DepthBoundedMakesTasksDownToItsDepth) {
  const RandomTree tree = makeTree(8, 3000);
  setActiveThreads(3);
  for (const unsigned bound : {0u, 1u, 4u}) {
    const auto result =
        enumerate<TreeGenerator>(tree, Node(0), CountByDepth(), DepthBounded{bound});
    EXPECT_EQ(result.statistics.spawned,
              static_cast<std::uint64_t>(
                  std::count_if(tree.depth.begin(), tree.depth.end(),
                                [&](unsigned depth) { return depth >= 2 && depth <= bound + 1; })));
  }
}

TEST_F(Search, WhatAGeneratorThrowsReachesTheCaller) {
  RandomTree tree = makeTree(4, 3000);
  for (const unsigned threads : {1u, 2u, 16u}) {
    setActiveThreads(threads);
    for (const std::size_t node : {0ul, 1ul, tree.size() / 2}) {
      tree.throwsAt = node;
      while (tree.children[tree.throwsAt].empty()) {
        ++tree.throwsAt;
      }
      forEachCoordination([&](const auto& coordination) {
        EXPECT_THROW(enumerate<TreeGenerator>(tree, Node(0), NodeList(), coordination),
                     std::runtime_error);
      });
    }
  }
  tree.throwsAt = ~0ul; // The next search is not disturbed.
  EXPECT_EQ(enumerate<TreeGenerator>(tree, Node(0), CountByDepth(), Budget{3}).value.total(),
            tree.size());
}

/// A long chain, so that the stack is deep: node i has the single child i + 1.
struct Chain {
  using Space = unsigned;
  using Node = unsigned;
  Chain(const Space& length, const Node& parent) : length_(length), parent_(parent) {}
  std::size_t numChildren() const { return parent_ < length_ ? 1 : 0; }
  Node next() { return parent_ + 1; }

private:
  unsigned length_;
  unsigned parent_;
};

TEST_F(Search, TreesMayBeDeep) {
  constexpr unsigned kLength = 300000;
  setActiveThreads(3);
  for (const auto& nodes :
       {enumerate<Chain>(kLength, 0u, CountByDepth(), Sequential()).statistics,
        enumerate<Chain>(kLength, 0u, CountByDepth(), Budget{5}).statistics,
        enumerate<Chain>(kLength, 0u, CountByDepth(), StackStealing()).statistics}) {
    EXPECT_EQ(nodes.nodes, kLength + 1);
    EXPECT_EQ(nodes.maxDepth, kLength + 1);
  }
}

TEST_F(Search, StatisticsOfThreadsAddUp) {
  const RandomTree tree = makeTree(8, 3000);
  setActiveThreads(4);
  const auto result = enumerate<TreeGenerator>(tree, Node(0), CountByDepth(), Budget{2});
  ASSERT_EQ(result.perThread.size(), 4u);
  Statistics sum;
  for (const Statistics& one : result.perThread) {
    sum += one;
  }
  EXPECT_EQ(sum.nodes, result.statistics.nodes);
  EXPECT_EQ(result.statistics.tasks, result.statistics.spawned + 1); // the root is the first task
  EXPECT_GT(result.statistics.spawned, 0u);
}

TEST_F(Search, OrderedCountsItsTasks) {
  const RandomTree tree = makeTree(8, 3000);
  const auto count = [&](unsigned depth) {
    return static_cast<std::uint64_t>(std::count(tree.depth.begin(), tree.depth.end(), depth));
  };
  for (const unsigned depth : {2u, 3u}) {
    setActiveThreads(3);
    const auto result = enumerate<TreeGenerator>(tree, Node(0), CountByDepth(), Ordered{depth});
    EXPECT_EQ(result.statistics.spawned, count(depth));
  }
}

} // namespace
} // namespace galois::search
