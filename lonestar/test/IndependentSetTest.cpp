#include "forkjoin/graphs/IndependentSet.h"

#include <numeric>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "RowsOf.h"
#include "TestContexts.h"
#include "forkjoin/graphs/IndependentSetVerify.h"
#include "liblonestar/schedulers/Serial.h"

namespace independentset {
namespace {

using lonestar::test::RowsOf;
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
std::vector<std::uint8_t> setUnder(Context&& context, forkjoin::Rows graph,
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
    const RowsOf graph = RowsOf::random(2000, 1500 + seed * 1000, true, seed);
    const auto order = shuffled(2000, seed);
    for (const std::size_t prefix : {1u, 50u, 1999u, 10000u}) {
      for (const auto& states :
           {setUnder(lonestar::SerialScheduler::Context(), graph.rows(), order, prefix),
            setUnder(lonestar::test::BackwardContext(), graph.rows(), order, prefix)}) {
        EXPECT_EQ(setFault(graph.rows(), states), "");
        EXPECT_EQ(greedyFault(graph.rows(), order, states), "");
      }
    }
  }
}

TEST(IndependentSet, DependsOnTheOrder) {
  const RowsOf path(3, {{0, 1}, {1, 2}}, true);
  EXPECT_THAT(setUnder(lonestar::SerialScheduler::Context(), path.rows(), {0, 1, 2}, 3),
              testing::ElementsAre(kIn, kOut, kIn));
  EXPECT_THAT(setUnder(lonestar::SerialScheduler::Context(), path.rows(), {1, 0, 2}, 3),
              testing::ElementsAre(kOut, kIn, kOut));
}

TEST(IndependentSetVerify, RefusesWrongAnswers) {
  const RowsOf path(4, {{0, 1}, {1, 2}, {2, 3}}, true);
  const std::vector<std::uint32_t> order{0, 1, 2, 3};
  using States = std::vector<std::uint8_t>;
  EXPECT_EQ(setFault(path.rows(), States{kIn, kOut, kIn, kOut}), "");
  EXPECT_EQ(greedyFault(path.rows(), order, States{kIn, kOut, kIn, kOut}), "");
  EXPECT_THAT(setFault(path.rows(), States{kIn, kOut, kIn, kUndecided}), HasSubstr("undecided"));
  EXPECT_THAT(setFault(path.rows(), States{kIn, kOut, kIn, 7}), HasSubstr("undecided"));
  EXPECT_THAT(setFault(path.rows(), States{kIn, kIn, kOut, kIn}), HasSubstr("both in the set"));
  EXPECT_THAT(setFault(path.rows(), States{kIn, kOut, kOut, kOut}), HasSubstr("not maximal"));
  EXPECT_THAT(setFault(path.rows(), States{kOut, kOut, kOut, kOut}), HasSubstr("not maximal"));
  // This one is maximal, but not the greedy one.
  EXPECT_EQ(setFault(path.rows(), States{kOut, kIn, kOut, kIn}), "");
  EXPECT_THAT(greedyFault(path.rows(), order, States{kOut, kIn, kOut, kIn}), HasSubstr("greedy"));
}

} // namespace
} // namespace independentset
