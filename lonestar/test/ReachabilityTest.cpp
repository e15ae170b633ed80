#include "forkjoin/graphs/Reachability.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ArcGraphs.h"
#include "TestContexts.h"
#include "forkjoin/graphs/ReachabilityVerify.h"
#include "liblonestar/schedulers/Serial.h"

namespace reachability {
namespace {

using galois::inputs::Graph;
using lonestar::test::graphOf;
using lonestar::test::randomGraph;
using testing::HasSubstr;

constexpr Coalescing kRules[] = {Coalescing::kSplit, Coalescing::kNone, Coalescing::kConstant,
                                 Coalescing::kCong};

template <typename Context>
SearchCounts expectRight(Context&& context, const Graph& graph, const SearchOptions& options,
                         std::uint32_t source) {
  Search search(graph, options);
  search.reset();
  search.run(context, source);
  search.reset(); // A second run starts anew.
  const SearchCounts counts = search.run(context, source);
  EXPECT_EQ(reachedFault(reachedByLevels(graph, source), search.reached(), counts.visited), "");
  return counts;
}

TEST(Reachability, EqualsBreadthFirstSearchUnderEveryRule) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (const std::size_t arcs : {100u, 500u, 1200u, 5000u}) {
      const Graph graph = randomGraph(500, arcs, false, seed);
      for (const Coalescing rule : kRules) {
        for (const std::size_t batch : {1u, 4u, 256u}) {
          const SearchOptions options{rule, batch};
          expectRight(lonestar::SerialScheduler::Context(), graph, options, 7);
          expectRight(lonestar::test::BackwardContext(), graph, options, 7);
          expectRight(lonestar::test::AlternatingContext(), graph, options, 7);
        }
      }
    }
  }
}

TEST(Reachability, ANodeWithoutArcsReachesItself) {
  const Graph graph = graphOf(3, {{1, 2}}, false);
  for (const Coalescing rule : kRules) {
    EXPECT_EQ(expectRight(lonestar::SerialScheduler::Context(), graph, {rule, 256}, 0).visited, 1u);
  }
}

/// A complete binary tree with arcs to the children.
Graph binaryTree(std::uint32_t nodes) {
  lonestar::test::Arcs arcs;
  for (std::uint32_t node = 1; node < nodes; ++node) {
    arcs.emplace_back((node - 1) / 2, node);
  }
  return graphOf(nodes, std::move(arcs), false);
}

TEST(Reachability, OffersThatOthersTakeMoveNodes) {
  const Graph tree = binaryTree((1u << 14) - 1);
  lonestar::test::BackwardContext taken;
  const SearchCounts counts = expectRight(taken, tree, {Coalescing::kSplit, 64}, 0);
  EXPECT_EQ(counts.offers, counts.taken);
  EXPECT_EQ(counts.tasks, 1 + counts.offers);
  EXPECT_GT(counts.moved, counts.taken);
  EXPECT_GT(taken.polls, counts.visited / 128);
}

TEST(Reachability, OffersThatNobodyTakesStayWithTheirOwner) {
  const Graph tree = binaryTree((1u << 14) - 1);
  const SearchCounts counts =
      expectRight(lonestar::SerialScheduler::Context(), tree, {Coalescing::kSplit, 64}, 0);
  EXPECT_GT(counts.offers, 0u);
  EXPECT_EQ(counts.taken, 0u);
  EXPECT_EQ(counts.moved, 0u);
}

/// Runs both branches of a fork, and notes how deep first branches lie in first branches.
struct NestingContext {
  explicit NestingContext(bool takes) : othersTake(takes) {}
  const bool othersTake; ///< whether the second branch runs before the first one
  unsigned polls = 0, nesting = 0, deepest = 0;

  void poll() { ++polls; }
  template <typename First, typename Second>
  void invoke(First&& first, Second&& second) {
    const unsigned outer = nesting;
    const auto runSecond = [&] {
      nesting = 0;
      second(*this);
    };
    if (othersTake) {
      runSecond();
    }
    nesting = outer + 1;
    deepest = std::max(deepest, nesting);
    first(*this);
    if (!othersTake) {
      runSecond();
    }
    nesting = outer;
  }
};

TEST(Reachability, ABranchOffersAgainOnceItsOfferIsTaken) {
  const Graph tree = binaryTree((1u << 10) - 1);
  for (const Coalescing rule : {Coalescing::kSplit, Coalescing::kNone}) {
    NestingContext alone(false), taken(true);
    expectRight(alone, tree, {rule, 4}, 0);
    EXPECT_EQ(alone.deepest, 1u);
    expectRight(taken, tree, {rule, 4}, 0);
    EXPECT_GT(taken.deepest, 1u);
  }
}

/// A path with so many nodes behind node 0.
Graph pathOf(std::uint32_t arcsOfIt) {
  lonestar::test::Arcs arcs;
  for (std::uint32_t node = 0; node < arcsOfIt; ++node) {
    arcs.emplace_back(node, node + 1);
  }
  return graphOf(arcsOfIt + 1, std::move(arcs), false);
}

/// A graph with arcs from node 0 to so many others.
Graph starOf(std::uint32_t leaves) {
  lonestar::test::Arcs arcs;
  for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) {
    arcs.emplace_back(0, leaf);
  }
  return graphOf(leaves + 1, std::move(arcs), false);
}

TEST(Reachability, OffersOnlyWhatLeavesItWork) {
  NestingContext taken(true);
  for (const Coalescing rule : kRules) {
    EXPECT_EQ(expectRight(taken, pathOf(64), {rule, 1}, 0).offers, 0u);
  }
  // One of two nodes is offered, and then nothing is left to offer.
  const SearchCounts two = expectRight(taken, starOf(2), {Coalescing::kSplit, 1}, 0);
  EXPECT_EQ(two.offers, 1u);
  EXPECT_EQ(two.moved, 1u);
  // Of three nodes two are offered, and of three tasks one.
  const SearchCounts three = expectRight(taken, starOf(3), {Coalescing::kSplit, 1}, 0);
  EXPECT_EQ(three.offers, 1u);
  EXPECT_EQ(three.moved, 2u);
  const SearchCounts tasks = expectRight(taken, starOf(3), {Coalescing::kNone, 1}, 0);
  EXPECT_EQ(tasks.offers, 1u);
  EXPECT_EQ(tasks.moved, 1u);
}

TEST(Reachability, PollsAfterEveryBatch) {
  const Graph path = pathOf(64);
  NestingContext context(false);
  Search search(path, {Coalescing::kSplit, 8});
  search.reset();
  EXPECT_EQ(search.run(context, 0).visited, 65u);
  EXPECT_EQ(context.polls, 8u); // none after the last node
}

TEST(Reachability, RulesMakeAsManyTasksAsTheySay) {
  const Graph tree = binaryTree((1u << 14) - 1);
  const auto tasks = [&](Coalescing rule) {
    return expectRight(lonestar::SerialScheduler::Context(), tree, {rule, 256}, 0).tasks;
  };
  EXPECT_EQ(tasks(Coalescing::kNone), 1u << 13); // A branch keeps one of two children.
  EXPECT_EQ(tasks(Coalescing::kConstant), 1u);   // A stack of 14 nodes fills no batch.
  EXPECT_GT(tasks(Coalescing::kCong), 1000u);
  EXPECT_LT(tasks(Coalescing::kSplit), 100u);
}

TEST(Reachability, TheStackStaysSmallOnALongChainOfForks) {
  // Each node of a chain has a leaf beside the next node, so that there is a little to offer at
  // every poll, and it is always taken.
  constexpr std::uint32_t kChain = 300000;
  lonestar::test::Arcs arcs;
  for (std::uint32_t i = 0; i + 1 < kChain; ++i) {
    arcs.emplace_back(2 * i, 2 * i + 1);
    arcs.emplace_back(2 * i, 2 * i + 2);
  }
  const Graph comb = graphOf(2 * kChain, std::move(arcs), false);
  for (const Coalescing rule : kRules) {
    expectRight(lonestar::test::BackwardContext(), comb, {rule, 1}, 0);
    expectRight(lonestar::SerialScheduler::Context(), comb, {rule, 1}, 0);
  }
}

TEST(ReachabilityVerify, RefusesWrongAnswers) {
  const Graph graph = graphOf(5, {{0, 1}, {1, 2}, {4, 0}}, false);
  const std::vector<std::uint8_t> right = reachedByLevels(graph, 0);
  EXPECT_THAT(right, testing::ElementsAre(1, 1, 1, 0, 0));
  EXPECT_EQ(reachedFault(right, right, 3), "");
  const std::vector<std::uint8_t> less{1, 1, 0, 0, 0}, more{1, 1, 1, 0, 1};
  EXPECT_THAT(reachedFault(right, less, 2), HasSubstr("node 2 is reachable"));
  EXPECT_THAT(reachedFault(right, more, 4), HasSubstr("node 4 is not reachable"));
  EXPECT_THAT(reachedFault(right, right, 4), HasSubstr("visited"));
}

} // namespace
} // namespace reachability
