// A search whose ranks run at the same time: rank 0 has several workers, which are the threads of the
// pool, and each other rank is a thread of its own. So workers of a rank, its handlers and messages
// of others meet in every order; under ThreadSanitizer this finds races.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "MailTransport.h"
#include "galois/Galois.h"
#include "galois/dist/RankedSearch.h"
#include "search/RandomTrees.h"
#include "support/TempFolder.h"

namespace galois::dist {
namespace {

using disttest::MailTransport;
using namespace test::trees;

class RankThreads : public testing::Test {
protected:
  /// Calls fn(ranks) on each rank. @param workers  of rank 0
  /// @param special  whether ranks have the published lock and sleeps, and a thread for messages
  template <typename Fn>
  static void onRanks(Rank ranks, unsigned workers, VictimPolicy policy, const Fn& fn,
                      bool special = false) {
    disttest::onMailRanks(ranks, [&](MailTransport& transport) {
      Endpoint<MailTransport> endpoint(transport);
      RankOptions options;
      options.workers = endpoint.rank() == 0 ? workers : 1;
      options.victims.policy = policy;
      options.victims.longestSleep = 400;
      options.nodesPerLook = 4;
      options.pollEvery = 0;
      options.refresh = {.first = 50, .least = 50, .most = 500};
      options.publishedLock = options.workersSleep = options.progressThread = special;
      Ranks<MailTransport> all(endpoint, options);
      fn(all);
    });
  }
  SharedMemSys system_;
};

/// Expects that a list has every node of the tree once.
void expectEveryNumber(const NodeList& list, const RandomTree& tree) {
  std::vector<std::uint32_t> found = list.numbers;
  std::sort(found.begin(), found.end());
  std::vector<std::uint32_t> every(tree.size());
  std::iota(every.begin(), every.end(), 0u);
  EXPECT_EQ(found, every);
}

TEST_F(RankThreads, EnumerationsVisitEveryNodeOnce) {
  const RandomTree tree = makeTree(6, 3000);
  unsigned turn = 0;
  for (const unsigned workers : {1u, 2u, 3u, 16u}) {
    forEachCoordination([&](const auto& coordination) {
      const Rank ranks = 1 + turn % 3;
      onRanks(ranks, workers, static_cast<VictimPolicy>(turn++ % 6), [&](auto& all) {
        auto result =
            search::enumerate<TreeGenerator>(tree, Node(0), NodeList(), on(all, coordination));
        EXPECT_TRUE(result.complete);
        EXPECT_EQ(result.statistics.nodes, tree.size());
        expectEveryNumber(result.value, tree);
        EXPECT_EQ(result.perThread.size(), workers + ranks - 1);
      });
    });
  }
}

TEST_F(RankThreads, PausesForCheckpointsLoseNothing) {
  const RandomTree tree = makeTree(6, 3000);
  const galois::test::TempFolder above;
  CheckpointOptions options;
  options.folder = above / "search";
  options.every = 200;
  std::uint64_t written = 0;
  for (const unsigned workers : {1u, 2u, 3u, 16u}) {
    forEachCoordination([&](const auto& coordination) {
      using Coordination = std::remove_cvref_t<decltype(coordination)>;
      if constexpr (!std::is_same_v<Coordination, search::Ordered>) {
        onRanks(
            2, workers, VictimPolicy::kRandomSticky,
            [&](auto& all) {
              Checkpoints<MailTransport> checkpoints(all.endpoint(), options);
              EXPECT_EQ(checkpoints.open(), "");
              all.setCheckpoints(&checkpoints);
              auto result = search::enumerate<TreeGenerator>(tree, Node(0), NodeList(),
                                                             on(all, coordination));
              EXPECT_TRUE(result.complete);
              EXPECT_EQ(result.statistics.nodes, tree.size());
              expectEveryNumber(result.value, tree);
              if (all.rank() == 0) {
                written += checkpoints.report().written;
              }
              checkpoints.discardIfComplete();
            },
            workers == 3);
      }
    });
  }
  EXPECT_GT(written, 0u);
}

TEST_F(RankThreads, ALockedPoolAndAThreadForMessagesLoseNothing) {
  const RandomTree tree = makeTree(6, 3000);
  for (const unsigned workers : {1u, 3u, 16u}) {
    forEachCoordination([&](const auto& coordination) {
      onRanks(
          2, workers, VictimPolicy::kRandomSticky,
          [&](auto& all) {
            const auto result = search::enumerate<TreeGenerator>(
                tree, Node(0), search::CountByDepth(), on(all, coordination));
            EXPECT_TRUE(result.complete);
            EXPECT_EQ(result.value.total(), tree.size());
          },
          true);
    });
  }
}

TEST_F(RankThreads, WorkersWaitForTheLockOfTheirRank) {
  RandomTree tree = makeTree(6, 3000);
  double waited = 0;
  for (unsigned attempt = 0; attempt < 5000 && waited == 0; ++attempt) {
    onRanks(
        2, 8, VictimPolicy::kRandomSticky,
        [&](auto& all) {
          search::enumerate<TreeGenerator>(tree, Node(0), search::CountByDepth(),
                                           on(all, search::Budget{2}));
          if (all.rank() == 0) {
            waited += all.reports[0].lockWait;
          }
        },
        true);
  }
  EXPECT_GT(waited, 0);
}

TEST_F(RankThreads, OptimisationsAndDecisionsFindTheBest) {
  const RandomTree tree = makeTree(7, 3000);
  unsigned turn = 0;
  for (const unsigned workers : {2u, 3u, 16u}) {
    forEachCoordination([&](const auto& coordination) {
      const Rank ranks = 1 + turn % 3;
      onRanks(ranks, workers, static_cast<VictimPolicy>(turn++ % 6), [&](auto& all) {
        const auto best =
            search::optimise<TreeGenerator>(tree, Node(0), LargestValue(), on(all, coordination));
        EXPECT_TRUE(best.complete);
        EXPECT_EQ(best.objective, tree.best());
        EXPECT_EQ(tree.value[*best.node.number], tree.best());
        for (const std::int64_t more : {0, 1}) {
          const auto hit = search::decide<TreeGenerator>(tree, Node(0), LargestValue(),
                                                         tree.best() + more, on(all, coordination));
          EXPECT_TRUE(hit.complete);
          EXPECT_EQ(hit.found, more == 0);
        }
      });
    });
  }
}

TEST_F(RankThreads, WhatAGeneratorThrowsEndsTheThreadForMessages) {
  RandomTree tree = makeTree(4, 3000);
  tree.throwsAt = 0;
  for (const unsigned workers : {1u, 3u}) {
    EXPECT_THROW(onRanks(
                     1, workers, VictimPolicy::kRandomSticky,
                     [&](auto& all) {
                       search::enumerate<TreeGenerator>(tree, Node(0), NodeList(),
                                                        on(all, search::Budget{3}));
                     },
                     true),
                 std::runtime_error);
  }
}

TEST_F(RankThreads, WhatAGeneratorThrowsReachesItsRank) {
  RandomTree tree = makeTree(4, 3000);
  tree.throwsAt = tree.size() / 2;
  while (tree.children[tree.throwsAt].empty()) {
    ++tree.throwsAt;
  }
  for (const unsigned workers : {1u, 3u}) {
    EXPECT_THROW(onRanks(1, workers, VictimPolicy::kRandom,
                         [&](auto& all) {
                           search::enumerate<TreeGenerator>(tree, Node(0), NodeList(),
                                                            on(all, search::Budget{3}));
                         }),
                 std::runtime_error);
  }
}

} // namespace
} // namespace galois::dist
