#include "forkjoin/graphs/IndependentSet.h"

#include <numeric>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ArcGraphs.h"
#include "TestContexts.h"
#include "forkjoin/graphs/IndependentSetVerify.h"
#include "liblonestar/schedulers/Serial.h"

namespace independentset {
namespace {

using galois::inputs::Graph;
using lonestar::test::graphOf;
using lonestar::test::randomGraph;
using testing::HasSubstr;

std::vector<std::uint32_t> shuffled(std::size_t count, std::uint64_t seed) {
  galois::substrate::Random random(seed, 1);
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t left = count; left > 1; --left) {
    std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
  }
  return order;
}

template <typename Context>
std::vector<std::uint8_t> setUnder(Context&& context, const Graph& graph,
                                   const std::vector<std::uint32_t>& order, std::size_t prefix) {
  SetFinder finder(graph, order);
  finder.run(context, prefix, 3);
  std::vector<std::uint8_t> first(finder.states().begin(), finder.states().end());
  finder.reset(); // A second run starts anew.
  EXPECT_THAT(finder.states(), testing::Each(kUndecided));
  finder.run(context, prefix, 3);
  EXPECT_THAT(finder.states(), testing::ElementsAreArray(first));
  return first;
}

TEST(IndependentSet, EqualsTheGreedyOneForAnyPrefixAndOrderOfExecution) {
  // Several blocks of PrefixRounds.h, which the backward context runs from the last to the first.
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Graph graph = randomGraph(2000, 1500 + seed * 1000, true, seed);
    const auto order = shuffled(2000, seed);
    for (const std::size_t prefix : {1u, 50u, 1999u, 10000u}) {
      for (const auto& states :
           {setUnder(lonestar::SerialScheduler::Context(), graph, order, prefix),
            setUnder(lonestar::test::BackwardContext(), graph, order, prefix)}) {
        EXPECT_EQ(setFault(graph, states), "");
        EXPECT_EQ(greedyFault(graph, order, states), "");
      }
    }
  }
}

TEST(IndependentSet, DependsOnTheOrder) {
  const Graph path = graphOf(3, {{0, 1}, {1, 2}}, true);
  EXPECT_THAT(setUnder(lonestar::SerialScheduler::Context(), path, {0, 1, 2}, 3),
              testing::ElementsAre(kIn, kOut, kIn));
  EXPECT_THAT(setUnder(lonestar::SerialScheduler::Context(), path, {1, 0, 2}, 3),
              testing::ElementsAre(kOut, kIn, kOut));
}

TEST(IndependentSetVerify, RefusesWrongAnswers) {
  const Graph path = graphOf(4, {{0, 1}, {1, 2}, {2, 3}}, true);
  const std::vector<std::uint32_t> order{0, 1, 2, 3};
  using States = std::vector<std::uint8_t>;
  EXPECT_EQ(setFault(path, States{kIn, kOut, kIn, kOut}), "");
  EXPECT_EQ(greedyFault(path, order, States{kIn, kOut, kIn, kOut}), "");
  EXPECT_THAT(setFault(path, States{kIn, kOut, kIn, kUndecided}), HasSubstr("undecided"));
  EXPECT_THAT(setFault(path, States{kIn, kOut, kIn, 7}), HasSubstr("undecided"));
  EXPECT_THAT(setFault(path, States{kIn, kIn, kOut, kIn}), HasSubstr("both in the set"));
  EXPECT_THAT(setFault(path, States{kIn, kOut, kOut, kOut}), HasSubstr("not maximal"));
  EXPECT_THAT(setFault(path, States{kOut, kOut, kOut, kOut}), HasSubstr("not maximal"));
  // This one is maximal, but not the greedy one.
  EXPECT_EQ(setFault(path, States{kOut, kIn, kOut, kIn}), "");
  EXPECT_THAT(greedyFault(path, order, States{kOut, kIn, kOut, kIn}), HasSubstr("greedy"));
}

} // namespace
} // namespace independentset
