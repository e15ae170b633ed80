// Searches across simulated ranks, under every coordination and victim policy, on random trees and
// schedules. What they should return is known from the arrays that hold the trees.
#include "galois/dist/RankedSearch.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include <gtest/gtest.h>

#include "RankedTrees.h"
#include "galois/substrate/Cancellation.h"
#include "support/Seeds.h"

namespace galois::dist {
namespace {

using namespace disttest;
using galois::test::seeds;

TEST_F(RankedSearch, AnEnumerationVisitsEveryNodeOnce) {
  std::uint64_t stolen = 0;
  for (std::uint64_t seed = 0; seed < seeds(3000); ++seed) {
    SCOPED_TRACE(seed);
    const RandomTree tree = makeTree(seed, seed % 11 == 0 ? 1 + seed % 5 : 20 + seed % 400);
    withCoordination(seed, [&](const auto& coordination) {
      onRanks(seed, tree, [&](LoopRanks& ranks, const SlowTree& own) {
        const auto result =
            search::enumerate<SlowGenerator>(own, Node(0), NodeList(), on(ranks, coordination));
        EXPECT_TRUE(result.complete);
        expectAllOnce(result.value, tree);
        EXPECT_EQ(result.statistics.nodes, tree.size());
        EXPECT_EQ(result.statistics.maxDepth,
                  *std::max_element(tree.depth.begin(), tree.depth.end()));
        ASSERT_EQ(result.perThread.size(), ranks.ranks());
        ASSERT_EQ(ranks.reports.size(), ranks.ranks());
        std::uint64_t begun = 0;
        for (const RankReport& report : ranks.reports) {
          begun += report.local + report.stolen;
          EXPECT_LE(report.failed, report.probes);
          stolen += ranks.rank() == 0 ? report.stolen : 0;
        }
        EXPECT_LE(result.statistics.tasks, begun + 1); // Ordered collects its tasks in one
      });
    });
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(stolen, seeds(3000) / 3); // ranks do work together
}

TEST_F(RankedSearch, CountsAgreeAtEveryDepthLimitAndOverSeveralSearches) {
  for (std::uint64_t seed = 0; seed < seeds(300); ++seed) {
    SCOPED_TRACE(seed);
    const RandomTree tree = makeTree(seed, 300);
    withCoordination(seed, [&](const auto& coordination) {
      onRanks(seed, tree, [&](LoopRanks& ranks, const SlowTree& own) {
        for (const unsigned limit :
             {1u, 2u, 5u, 1000u}) { // messages of one search may come in the next
          const auto result = search::enumerate<SlowGenerator>(
              own, Node(0), search::CountByDepth(), on(ranks, coordination), {.maxDepth = limit});
          for (unsigned depth = 0; depth <= 20; ++depth) {
            const auto wanted =
                depth > limit ? 0 : std::count(tree.depth.begin(), tree.depth.end(), depth);
            ASSERT_EQ(result.value.at(depth), static_cast<std::uint64_t>(wanted));
          }
          EXPECT_EQ(result.statistics.nodes, result.value.total());
        }
      });
    });
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(RankedSearch, AnOptimisationFindsABestNodeOnAllRanks) {
  for (std::uint64_t seed = 0; seed < seeds(1500); ++seed) {
    SCOPED_TRACE(seed);
    const RandomTree tree = makeTree(seed, 20 + seed % 600);
    const LargestValue problem{seed % 3 != 0};
    withCoordination(seed, [&](const auto& coordination) {
      std::vector<std::uint32_t> nodes;
      onRanks(seed, tree, [&](LoopRanks& ranks, const SlowTree& own) {
        for (int again = 0; again < 2; ++again) { // a bound of one search would spoil the next
          const auto result =
              search::optimise<SlowGenerator>(own, Node(0), problem, on(ranks, coordination));
          EXPECT_TRUE(result.complete);
          EXPECT_EQ(result.objective, tree.best());
          EXPECT_EQ(result.bound, tree.best());
          EXPECT_EQ(tree.value[*result.node.number], tree.best());
          if (again == 0) {
            nodes.push_back(*result.node.number);
          }
          if (!problem.prunes) {
            EXPECT_EQ(result.statistics.nodes, tree.size());
          }
        }
      });
      EXPECT_EQ(std::count(nodes.begin(), nodes.end(), nodes.front()),
                static_cast<std::ptrdiff_t>(nodes.size()));
    });
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(RankedSearch, ADecisionEndsWithANodeOrWithCertainty) {
  for (std::uint64_t seed = 0; seed < seeds(800); ++seed) {
    SCOPED_TRACE(seed);
    const RandomTree tree = makeTree(seed, 20 + seed % 600);
    withCoordination(seed, [&](const auto& coordination) {
      onRanks(seed, tree, [&](LoopRanks& ranks, const SlowTree& own) {
        for (const std::int64_t expected :
             {std::int64_t{-5}, tree.value[0], tree.best() / 2, tree.best(), tree.best() + 1}) {
          const auto result = search::decide<SlowGenerator>(own, Node(0), LargestValue(), expected,
                                                            on(ranks, coordination));
          EXPECT_TRUE(result.complete);
          EXPECT_EQ(result.found, expected <= tree.best());
          EXPECT_EQ(tree.value[*result.node.number], result.objective);
        }
      });
    });
    ASSERT_FALSE(HasFailure());
  }
}

/// A root with two children: a chain, whose last node has the value 100, and below the other one many
/// nodes without any value, of which a search knows that they are below `bound`.
RandomTree makeRace(std::int64_t bound) {
  constexpr std::uint32_t kChain = 300, kWide = 70;
  RandomTree tree;
  const auto add = [&](unsigned depth, std::int64_t most) {
    tree.children.emplace_back();
    tree.depth.push_back(depth);
    tree.value.push_back(0);
    tree.bound.push_back(most);
    return static_cast<std::uint32_t>(tree.size() - 1);
  };
  const std::uint32_t root = add(1, 100);
  std::uint32_t last = root;
  for (std::uint32_t i = 0; i < kChain; ++i) {
    const std::uint32_t next = add(i + 2, 100);
    tree.children[last].push_back(next);
    last = next;
  }
  tree.value[last] = 100;
  const std::uint32_t other = add(2, bound);
  tree.children[root].push_back(other);
  for (std::uint32_t i = 0; i < kWide; ++i) {
    const std::uint32_t child = add(3, bound);
    tree.children[other].push_back(child);
    for (std::uint32_t j = 0; j < kWide; ++j) {
      const std::uint32_t leaf = add(4, bound);
      tree.children[child].push_back(leaf);
    }
  }
  return tree;
}

/// Options of ranks that ask each other soon.
RankOptions eager() {
  RankOptions options;
  options.victims.policy = VictimPolicy::kRandom;
  options.victims.shortestSleep = options.victims.longestSleep = 20;
  options.nodesPerLook = 2;
  options.pollEvery = 0;
  return options;
}

TEST_F(RankedSearch, ADecisionStopsAllRanks) {
  const RandomTree tree = makeRace(100);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const Rank ranks : {2u, 3u, 8u}) {
      onRanks(seed, ranks, eager(), tree, [&](LoopRanks& all, const SlowTree& own) {
        const auto result = search::decide<SlowGenerator>(own, Node(0), LargestValue(), 100,
                                                          on(all, search::DepthBounded{1}));
        EXPECT_TRUE(result.found && result.complete);
        EXPECT_LT(result.statistics.nodes, tree.size() / 2);
        EXPECT_GT(result.statistics.nodes, 350u); // two ranks were at work
      });
    }
  }
}

TEST_F(RankedSearch, ABoundReachesAllRanks) {
  const RandomTree tree = makeRace(50);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const Rank ranks : {2u, 3u, 8u}) {
      onRanks(seed, ranks, eager(), tree, [&](LoopRanks& all, const SlowTree& own) {
        const auto result = search::optimise<SlowGenerator>(own, Node(0), LargestValue(),
                                                            on(all, search::DepthBounded{1}));
        EXPECT_EQ(result.objective, 100);
        EXPECT_LT(result.statistics.nodes, tree.size() / 2);
        EXPECT_GT(result.statistics.nodes, 350u);
        std::uint64_t bounds = 0;
        for (const RankReport& report : all.reports) {
          bounds += report.messages[static_cast<std::size_t>(Kind::kBound)];
        }
        EXPECT_EQ(bounds, ranks - 1); // a message to each other rank
      });
    }
  }
}

TEST_F(RankedSearch, ACancelledSearchReturnsTheBestSoFarOnAllRanks) {
  for (std::uint64_t seed = 0; seed < seeds(200); ++seed) {
    SCOPED_TRACE(seed);
    RandomTree tree = makeTree(seed, 3000);
    if (tree.size() < 500) {
      continue;
    }
    tree.cancelsAt = seed % 50;
    while (tree.children[tree.cancelsAt].empty()) {
      ++tree.cancelsAt;
    }
    withCoordination(seed, [&](const auto& coordination) {
      std::size_t left = 0;
      onRanks(seed, tree, [&](LoopRanks& ranks, const SlowTree& own) {
        const auto listed =
            search::enumerate<SlowGenerator>(own, Node(0), NodeList(), on(ranks, coordination));
        EXPECT_EQ(listed.value.numbers.size(), listed.statistics.nodes);
        EXPECT_LE(listed.statistics.nodes, tree.size());
        EXPECT_EQ(listed.complete, listed.statistics.nodes == tree.size() && listed.complete);
        left += listed.complete ? 0 : 1;
      });
      EXPECT_TRUE(left == 0 || left == ranksOf(seed)); // all say the same
      substrate::Cancellation::reset();
    });
    tree.cancelsAt = ~0ul;
    onRanks(seed, tree, [&](LoopRanks& ranks, const SlowTree& own) {
      const auto late = search::optimise<SlowGenerator>(
          own, Node(0), LargestValue(), on(ranks, search::Budget{5}), {.seconds = 0});
      EXPECT_FALSE(late.complete);
      EXPECT_EQ(tree.value[*late.node.number], late.objective);
      EXPECT_EQ(late.bound, tree.bound[0]);
    });
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(RankedSearch, WhatAGeneratorThrowsEndsTheRun) {
  RandomTree tree = makeTree(4, 3000);
  for (const std::size_t node : {std::size_t{0}, tree.size() / 2}) {
    tree.throwsAt = node;
    while (tree.children[tree.throwsAt].empty()) {
      ++tree.throwsAt;
    }
    EXPECT_THROW(onRanks(node, 3, optionsOf(node), tree,
                         [&](LoopRanks& ranks, const SlowTree& own) {
                           search::enumerate<SlowGenerator>(own, Node(0), NodeList(),
                                                            on(ranks, search::Budget{3}));
                         }),
                 std::runtime_error);
  }
}

TEST_F(RankedSearch, OneRankDoesWhatASearchWithoutRanksDoes) {
  const RandomTree tree = makeTree(9, 3000);
  const auto expected =
      search::optimise<TreeGenerator>(tree, Node(0), LargestValue(), search::Sequential());
  for (Rank ranks : {1u, 3u}) {
    onRanks(1, ranks, {}, tree, [&](LoopRanks& all, const SlowTree& own) {
      const auto same = search::optimise<SlowGenerator>(own, Node(0), LargestValue(),
                                                        on(all, search::Sequential()));
      EXPECT_EQ(same.statistics.nodes, expected.statistics.nodes);
      EXPECT_EQ(same.statistics.pruned, expected.statistics.pruned);
    });
  }
}

TEST_F(RankedSearch, EveryPolicySteals) {
  const RandomTree tree = makeTree(8, 4000);
  for (unsigned policy = 0; policy < kPolicies; ++policy) {
    for (const Rank ranks : {2u, 3u, 8u}) {
      SCOPED_TRACE(policy);
      RankOptions options = optionsOf(1);
      options.victims.policy = static_cast<VictimPolicy>(policy);
      options.stealCount = StealCount::kOne;
      const auto check = [&](LoopRanks& all) {
        std::uint64_t stolen = 0, probes = 0;
        for (const RankReport& report : all.reports) {
          stolen += report.stolen;
          probes += report.probes;
        }
        EXPECT_GT(stolen, 0u);
        EXPECT_GT(probes, 0u);
      };
      onRanks(policy, ranks, options, tree, [&](LoopRanks& all, const SlowTree& own) {
        search::enumerate<SlowGenerator>(own, Node(0), NodeList(), on(all, search::Budget{2}));
        check(all);
        search::enumerate<SlowGenerator>(own, Node(0), NodeList(),
                                         on(all, search::StackStealing{}));
        check(all);
        search::enumerate<SlowGenerator>(own, Node(0), NodeList(), on(all, search::Ordered{3}));
        check(all);
      });
    }
  }
}

TEST_F(RankedSearch, ARankThatWastesItsTimeSearchesFewerNodes) {
  const RandomTree tree = makeTree(8, 4000);
  std::uint64_t burdened = 0, other = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    runSimulated({.ranks = 2, .seed = seed, .limit = 1e7}, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      RankOptions options = eager();
      options.burn = transport.rank() == 1 ? 0.9 : 0;
      options.nodeCost = 20;
      LoopRanks ranks(endpoint, options);
      const auto result = search::enumerate<TreeGenerator>(tree, Node(0), search::CountByDepth(),
                                                           on(ranks, search::DepthBounded{4}));
      EXPECT_EQ(result.value.total(), tree.size());
      if (transport.rank() == 0) {
        other += result.perThread[0].nodes;
        burdened += result.perThread[1].nodes;
      }
    });
  }
  EXPECT_GT(burdened, 0u);
  EXPECT_LT(2 * burdened, other);
}

TEST_F(RankedSearch, NodesTakeTheVirtualTimeThatTheyCost) {
  const RandomTree tree = makeTree(8, 1000);
  for (const double cost : {5.0, 50.0}) {
    RankOptions options;
    options.nodeCost = cost;
    runSimulated({.ranks = 1, .seed = 1, .limit = 1e7}, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      LoopRanks ranks(endpoint, options);
      search::enumerate<TreeGenerator>(tree, Node(0), search::CountByDepth(),
                                       on(ranks, search::Budget{100}));
      const double least = static_cast<double>(tree.size() - 1) * cost; // the root is not built
      EXPECT_GE(ranks.reports.at(0).busy, least - 1e-6);
    });
  }
}

TEST_F(RankedSearch, ARefreshInTurnTakesTwoRoundTripsPerRank) {
  const RandomTree tree = makeTree(8, 2000);
  for (const bool inTurn : {false, true}) {
    RankOptions options = eager();
    options.victims.policy = VictimPolicy::kPerf;
    options.refreshInTurn = inTurn;
    onRanks(3, 4, options, tree, [&](LoopRanks& ranks, const SlowTree& own) {
      search::enumerate<SlowGenerator>(own, Node(0), NodeList(), on(ranks, search::Budget{2}));
      std::uint64_t refreshes = 0, asked = 0;
      for (const RankReport& report : ranks.reports) {
        refreshes += report.refreshesTimer + report.refreshesWorker;
        asked += report.messages[static_cast<std::size_t>(Kind::kAsk)];
      }
      EXPECT_GT(refreshes, 0u);
      EXPECT_LE(asked, refreshes * 3 * (inTurn ? 2 : 1)); // the end cuts refreshes short
      EXPECT_GT(asked, (refreshes - ranks.ranks()) * 3 * (inTurn ? 2 : 1) - 1);
    });
  }
}

TEST_F(RankedSearch, ARefreshAsksAtMostSoManyRanks) {
  const RandomTree tree = makeTree(8, 2000);
  RankOptions options = eager();
  options.victims.policy = VictimPolicy::kPerf;
  for (const unsigned most : {1u, 3u, 7u, 9u, 0u}) {
    options.refreshMost = most;
    onRanks(3, 8, options, tree, [&](LoopRanks& ranks, const SlowTree& own) {
      search::enumerate<SlowGenerator>(own, Node(0), NodeList(), on(ranks, search::Budget{2}));
      for (const RankReport& report : ranks.reports) {
        EXPECT_EQ(report.messages[static_cast<std::size_t>(Kind::kAsk)],
                  (report.refreshesTimer + report.refreshesWorker) * (most == 1   ? 1
                                                                      : most == 3 ? 3
                                                                                  : 7));
      }
    });
  }
}

TEST_F(RankedSearch, ARunCanBeRepeated) {
  const RandomTree tree = makeTree(8, 2000);
  std::uint64_t messages = 0;
  for (int again = 0; again < 2; ++again) {
    const SimulatedRun run =
        onRanks(77, 3, optionsOf(77), tree, [&](LoopRanks& ranks, const SlowTree& own) {
          search::enumerate<SlowGenerator>(own, Node(0), NodeList(), on(ranks, search::Budget{2}));
        });
    EXPECT_TRUE(again == 0 || run.messages == messages);
    messages = run.messages;
  }
}

} // namespace
} // namespace galois::dist
