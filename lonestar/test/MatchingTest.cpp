#include "forkjoin/graphs/Matching.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "TestContexts.h"
#include "forkjoin/graphs/MatchingVerify.h"
#include "galois/substrate/Random.h"
#include "liblonestar/schedulers/Serial.h"

namespace matching {
namespace {

using testing::HasSubstr;

std::vector<Edge> randomEdges(std::uint32_t nodes, std::size_t count, std::uint64_t seed) {
  galois::substrate::Random random(seed, 0);
  std::vector<Edge> edges;
  while (edges.size() < count) {
    const Edge edge{random.below(nodes), random.below(nodes)};
    if (edge.u != edge.v) {
      edges.push_back(edge);
    }
  }
  return edges;
}

template <typename Context>
std::vector<std::uint32_t> matchUnder(Context&& context, std::size_t nodes,
                                      const std::vector<Edge>& edges, std::size_t prefix) {
  Matcher matcher(nodes, edges);
  matcher.run(context, prefix, 3);
  std::vector<std::uint32_t> first(matcher.matched().begin(), matcher.matched().end());
  matcher.reset(); // A second run starts anew.
  matcher.run(context, prefix, 3);
  EXPECT_THAT(matcher.matched(), testing::ElementsAreArray(first));
  return first;
}

TEST(Matching, EqualsTheGreedyOneForAnyPrefixAndOrderOfExecution) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const std::uint32_t nodes = 30 + static_cast<std::uint32_t>(seed) * 200;
    const auto edges = randomEdges(nodes, 2000, seed);
    for (const std::size_t prefix : {1u, 50u, 1999u, 10000u}) {
      for (const auto& matched :
           {matchUnder(lonestar::SerialScheduler::Context(), nodes, edges, prefix),
            matchUnder(lonestar::test::BackwardContext(), nodes, edges, prefix)}) {
        EXPECT_EQ(matchingFault(edges, matched), "");
        EXPECT_EQ(greedyFault(edges, matched), "");
      }
    }
  }
}

TEST(Matching, APathInItsOwnOrderMatchesEveryOtherEdge) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}};
  EXPECT_THAT(matchUnder(lonestar::SerialScheduler::Context(), 6, edges, 4),
              testing::ElementsAre(0, 0, 2, 2, kUnmatched, kUnmatched));
  const std::vector<Edge> middle{{1, 2}, {0, 1}, {2, 3}};
  EXPECT_THAT(matchUnder(lonestar::SerialScheduler::Context(), 4, middle, 4),
              testing::ElementsAre(kUnmatched, 0, 0, kUnmatched));
}

TEST(Matching, AGraphWithoutEdgesHasNone) {
  EXPECT_THAT(matchUnder(lonestar::SerialScheduler::Context(), 2, {}, 5),
              testing::ElementsAre(kUnmatched, kUnmatched));
}

TEST(MatchingVerify, RefusesWrongAnswers) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}};
  using Matched = std::vector<std::uint32_t>;
  const Matched right{0, 0, 2, 2, kUnmatched};
  EXPECT_EQ(matchingFault(edges, right), "");
  EXPECT_EQ(greedyFault(edges, right), "");
  const std::uint32_t none = kUnmatched;
  EXPECT_THAT(matchingFault(edges, Matched{9, 9, 2, 2, none}), HasSubstr("does not exist"));
  EXPECT_THAT(matchingFault(edges, Matched{0, 0, 2, 2, 0}), HasSubstr("does not end there"));
  EXPECT_THAT(matchingFault(edges, Matched{0, none, 2, 2, none}), HasSubstr("not matched with it"));
  EXPECT_THAT(matchingFault(edges, Matched{0, 0, 2, 3, 3}), HasSubstr("not matched with it"));
  EXPECT_THAT(matchingFault(edges, Matched{0, 0, none, none, none}), HasSubstr("not maximal"));
  EXPECT_THAT(matchingFault(edges, Matched(5, none)), HasSubstr("not maximal"));
  // This one is maximal, but not the greedy one.
  const Matched other{none, 1, 1, 3, 3};
  EXPECT_EQ(matchingFault(edges, other), "");
  EXPECT_THAT(greedyFault(edges, other), HasSubstr("greedy"));
}

} // namespace
} // namespace matching
