// Best-first search under several policies, numbers of threads and limits of memory, on random trees
// whose answers are known.
#include "galois/search/BestFirst.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/search/Search.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/Simple.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "search/RandomTrees.h"

namespace galois::search {
namespace {

using namespace test::trees;

constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};
constexpr unsigned kThreadCounts[] = {1, 2, 5, 16};

/// The same trees with children in the order of their bounds, which are built one by one.
struct RankedGenerator {
  using Space = RandomTree;
  using Node = TreeGenerator::Node;

  RankedGenerator(const Space& space, const Node& node)
      : tree(space), children(space.children[*node.number]), all(space, node) {
    std::stable_sort(children.begin(), children.end(),
                     [&](auto a, auto b) { return tree.bound[a] > tree.bound[b]; });
  }
  std::size_t numChildren() const { return children.size(); }
  std::int64_t nextBound() const { return tree.bound[children[built]]; }
  Node next() {
    all.next(); // may throw or cancel
    return Node(children[built++]);
  }

  const RandomTree& tree;
  std::vector<std::uint32_t> children;
  TreeGenerator all;
  std::size_t built = 0;
};
/// Their values; those that do not prune leave no level early.
struct RankedValue : LargestValue {
  static constexpr bool kPruneLevel = true;
};
static_assert(std::is_same_v<SiblingsOf<RankedGenerator, RankedValue>,
                             GeneratedSiblings<RankedGenerator, RankedValue>>);
static_assert(std::is_same_v<SiblingsOf<TreeGenerator, LargestValue>,
                             SortedSiblings<TreeGenerator, LargestValue>>);

/// Calls fn(coordination) for policies of all kinds, and for tasks that search depth first.
template <typename Fn>
void forEachPolicy(std::uint64_t bytes, const Fn& fn) {
  using Urgency = FrontierUrgency;
  const auto smq = galois::wl<worklists::StealingMultiQueue<Urgency, FrontierTask>>();
  fn(bestFirst(smq, bytes));
  fn(bestFirst(smq, bytes, ShortDives{10, 20}));
  fn(bestFirst(galois::wl<worklists::OrderedByIntegerMetric<Urgency>>(), bytes));
  fn(bestFirst(galois::wl<worklists::PerSocketChunkLIFO<4>>(), bytes));
}

class BestFirstSearch : public testing::Test {
protected:
  void TearDown() override {
    setActiveThreads(1);
    substrate::Cancellation::reset();
  }
  SharedMemSys system_;
};

TEST_F(BestFirstSearch, FindsABestNode) {
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    for (unsigned seed = 0; seed < 5; ++seed) {
      const RandomTree tree = makeTree(seed, 2500);
      for (const std::uint64_t bytes : {kUnlimited, std::uint64_t{0}, std::uint64_t{1} << 17}) {
        forEachPolicy(bytes, [&](const auto& coordination) {
          for (const bool prunes : {false, true}) {
            const auto result =
                optimise<TreeGenerator>(tree, Node(0), LargestValue{prunes}, coordination);
            EXPECT_TRUE(result.complete);
            EXPECT_EQ(result.objective, tree.best());
            EXPECT_EQ(result.bound, tree.best());
            EXPECT_EQ(tree.value[*result.node.number], tree.best());
            if (prunes) {
              EXPECT_LE(result.statistics.nodes, tree.size());
            } else {
              EXPECT_EQ(result.statistics.nodes, tree.size());
            }
            ASSERT_TRUE(result.frontier);
            EXPECT_LE(result.frontier->bytes, bytes);
            EXPECT_TRUE(result.frontier->dives == 0 || bytes != kUnlimited ||
                        coordination.dives.levels > 0);
            EXPECT_TRUE(result.frontier->dives > 0 || bytes != 0 || prunes);
          }
        });
      }
    }
  }
}

TEST_F(BestFirstSearch, BuildsChildrenWhenTheirTurnComes) {
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    for (unsigned seed = 0; seed < 5; ++seed) {
      const RandomTree tree = makeTree(seed, 2500);
      for (const std::uint64_t bytes : {kUnlimited, std::uint64_t{0}, std::uint64_t{1} << 17}) {
        forEachPolicy(bytes, [&](const auto& coordination) {
          const auto result = optimise<RankedGenerator>(tree, Node(0), RankedValue(), coordination);
          EXPECT_TRUE(result.complete);
          EXPECT_EQ(result.objective, tree.best());
          EXPECT_EQ(tree.value[*result.node.number], tree.best());
          EXPECT_LE(result.statistics.nodes, tree.size());
        });
      }
    }
  }
}

TEST_F(BestFirstSearch, VisitsOnOneThreadOnlyWhatTheBoundsAllow) {
  // In strict order no node is expanded whose bound is below the best value.
  const RandomTree tree = makeTree(9, 3000);
  const auto result = optimise<TreeGenerator>(
      tree, Node(0), LargestValue(),
      bestFirst(galois::wl<worklists::StealingMultiQueue<FrontierUrgency, FrontierTask>>()));
  const auto worthwhile = static_cast<std::uint64_t>(
      std::count_if(tree.bound.begin(), tree.bound.end(),
                    [&](std::int64_t bound) { return bound >= tree.best(); }));
  EXPECT_LE(result.statistics.expansions, worthwhile);
  EXPECT_GT(result.statistics.pruned, 0u);
}

TEST_F(BestFirstSearch, DivesShortlyWhereChildrenComeByBound) {
  const RandomTree tree = makeTree(9, 3000);
  const auto smq = galois::wl<worklists::StealingMultiQueue<FrontierUrgency, FrontierTask>>();
  const auto diving = bestFirst(smq, kUnlimited, ShortDives{10, 20});
  const auto late = bestFirst(smq, kUnlimited, ShortDives{10, 1'000'000});
  const auto ranked = optimise<RankedGenerator>(tree, Node(0), RankedValue(), diving);
  EXPECT_GT(ranked.frontier->dives, 0u);
  EXPECT_EQ(ranked.objective, tree.best());
  const auto before = optimise<RankedGenerator>(tree, Node(0), RankedValue(), late);
  EXPECT_EQ(before.frontier->dives, 0u);
  const auto sorted = optimise<TreeGenerator>(tree, Node(0), LargestValue{false}, diving);
  EXPECT_EQ(sorted.frontier->dives, 0u);
}

TEST_F(BestFirstSearch, TellsAnotherThreadHowFarItIs) {
  const RandomTree tree = makeTree(1, 20000);
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    Progress progress;
    const Limits limits{.progress = &progress};
    forEachPolicy(kUnlimited, [&](const auto& coordination) {
      progress.reset();
      const auto result =
          optimise<RankedGenerator>(tree, Node(0), LargestValue{false}, coordination, limits);
      EXPECT_GT(progress.nodes(), 0u);
      EXPECT_LE(progress.nodes(), result.statistics.nodes);
      EXPECT_LE(progress.best(), static_cast<double>(tree.best()));
      EXPECT_FALSE(std::isnan(progress.bound()));
    });
    progress.reset();
    const auto result =
        optimise<TreeGenerator>(tree, Node(0), LargestValue{false}, Sequential(), limits);
    EXPECT_GT(progress.nodes(), result.statistics.nodes - 256);
    EXPECT_LE(progress.nodes(), result.statistics.nodes);
    EXPECT_TRUE(std::isnan(progress.bound()));
    progress.reset();
    const auto counted = enumerate<TreeGenerator>(tree, Node(0), NodeList(), Sequential(), limits);
    EXPECT_GT(progress.nodes(), counted.statistics.nodes - 256);
    EXPECT_TRUE(std::isnan(progress.best()));
  }
}

TEST_F(BestFirstSearch, ADecisionEndsWithANodeOrWithCertainty) {
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    const RandomTree tree = makeTree(threads, 2500);
    for (const std::uint64_t bytes : {kUnlimited, std::uint64_t{0}}) {
      forEachPolicy(bytes, [&](const auto& coordination) {
        for (const std::int64_t expected :
             {std::int64_t{-5}, tree.value[0], tree.best() / 2, tree.best(), tree.best() + 1}) {
          const auto result =
              decide<TreeGenerator>(tree, Node(0), LargestValue(), expected, coordination);
          EXPECT_TRUE(result.complete);
          EXPECT_EQ(result.found, expected <= tree.best());
          EXPECT_EQ(tree.value[*result.node.number], result.objective);
          EXPECT_TRUE(!result.found || result.objective >= expected);
        }
      });
    }
  }
}

TEST_F(BestFirstSearch, AnInterruptedSearchProvesABound) {
  RandomTree tree = makeTree(3, 20000);
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    for (const std::uint64_t bytes : {kUnlimited, std::uint64_t{0}, std::uint64_t{1} << 18}) {
      forEachPolicy(bytes, [&](const auto& coordination) {
        for (const std::size_t node : {0ul, 7ul, tree.size() / 4, tree.size() / 2}) {
          tree.cancelsAt = node;
          while (tree.children[tree.cancelsAt].empty()) {
            ++tree.cancelsAt;
          }
          for (const bool prunes : {false, true}) {
            const auto result =
                optimise<TreeGenerator>(tree, Node(0), LargestValue{prunes}, coordination);
            EXPECT_EQ(tree.value[*result.node.number], result.objective);
            EXPECT_EQ(result.complete,
                      !substrate::Cancellation::requested() || result.bound == result.objective);
            EXPECT_GE(result.bound, tree.best());
            EXPECT_LE(result.bound, prunes ? tree.bound[0] : 1'000'000);
            substrate::Cancellation::reset();
          }
        }
        const auto ranked = optimise<RankedGenerator>(tree, Node(0), RankedValue(), coordination);
        EXPECT_EQ(tree.value[*ranked.node.number], ranked.objective);
        EXPECT_GE(ranked.bound, tree.best());
        EXPECT_LE(ranked.bound, tree.bound[0]);
        substrate::Cancellation::reset();
        const auto late =
            optimise<TreeGenerator>(tree, Node(0), LargestValue(), coordination, {.seconds = 0});
        EXPECT_FALSE(late.complete);
        EXPECT_EQ(late.bound, tree.bound[0]);
      });
    }
  }
}

TEST_F(BestFirstSearch, WhatAGeneratorThrowsReachesTheCaller) {
  RandomTree tree = makeTree(4, 3000);
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    for (const std::uint64_t bytes : {kUnlimited, std::uint64_t{0}}) {
      for (const std::size_t node : {0ul, 1ul, tree.size() / 2}) {
        tree.throwsAt = node;
        while (tree.children[tree.throwsAt].empty()) {
          ++tree.throwsAt;
        }
        forEachPolicy(bytes, [&](const auto& coordination) {
          EXPECT_THROW(optimise<TreeGenerator>(tree, Node(0), LargestValue{false}, coordination),
                       std::runtime_error);
        });
      }
    }
  }
  tree.throwsAt = ~0ul; // The next search is not disturbed.
  forEachPolicy(kUnlimited, [&](const auto& coordination) {
    EXPECT_EQ(optimise<TreeGenerator>(tree, Node(0), LargestValue(), coordination).objective,
              tree.best());
  });
}

} // namespace
} // namespace galois::search
