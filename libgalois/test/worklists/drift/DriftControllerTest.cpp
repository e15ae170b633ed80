#include "galois/worklists/parts/drift/DriftController.h"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

template <typename Index>
double drift(std::vector<Index> priorities) {
  return priorityDrift(priorities.data(), priorities.size());
}

TEST(PriorityDrift, IsTheMeanDistanceFromTheMostUrgentOfAll) {
  EXPECT_EQ(drift<std::uint32_t>({10, 14, 30}), 8.0); // (0 + 4 + 20) / 3
  // The distances are not those from the first thread's priority: the order of the threads does not
  // matter.
  EXPECT_EQ(drift<std::uint32_t>({30, 10, 14}), 8.0);
  EXPECT_EQ(drift<std::uint32_t>({14, 30, 10}), 8.0);
}

TEST(PriorityDrift, IsNotScaled) {
  EXPECT_EQ(drift<std::uint32_t>({0, 1}), 0.5);
  EXPECT_EQ(drift<std::uint64_t>({7000, 7000 + 4096}), 2048.0);
}

TEST(PriorityDrift, OfFewThreads) {
  EXPECT_EQ(drift<std::uint32_t>({}), 0.0);
  EXPECT_EQ(drift<std::uint32_t>({1234}), 0.0);
  EXPECT_EQ(drift<std::uint32_t>({5, 5, 5, 5}), 0.0);
}

TEST(PriorityDrift, TakesAnyIntegers) {
  EXPECT_EQ(drift<std::int32_t>({-3, 5}), 4.0);
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  EXPECT_DOUBLE_EQ(drift<std::int64_t>({kMax, kMin}), 0x1p63);
  EXPECT_DOUBLE_EQ(drift<std::uint64_t>({0, std::numeric_limits<std::uint64_t>::max()}), 0x1p63);
  EXPECT_EQ(drift<std::uint8_t>({255, 0}), 127.5);
}

/// Returns the TDF after each of the drifts.
std::vector<std::uint32_t> tdfs(DriftParams params, const std::vector<double>& drifts) {
  DriftController controller(params);
  std::vector<std::uint32_t> out;
  for (const double drift : drifts) {
    out.push_back(controller.update(drift));
    EXPECT_EQ(controller.tdf(), out.back());
  }
  return out;
}
using Tdfs = std::vector<std::uint32_t>;

TEST(DriftController, BeginsWithTheGivenTdf) {
  EXPECT_EQ(DriftController().tdf(), 50u);
  EXPECT_EQ(DriftController({75, 10, OnImprove::kLower}).tdf(), 75u);
}

TEST(DriftController, TheFirstIntervalDecidesNothing) {
  EXPECT_EQ(tdfs({}, {0}), Tdfs{50});
  EXPECT_EQ(tdfs({}, {1e9}), Tdfs{50});
}

TEST(DriftController, ReversesWhenTheDriftGotWorse) {
  // Lines 5 to 10 of algorithm 2: if the drift got worse after raising, lower; if it got worse
  // after lowering, raise.
  EXPECT_EQ(tdfs({}, {1, 2, 3, 4, 5}), (Tdfs{50, 60, 50, 60, 50}));
}

TEST(DriftController, EqualDriftCountsAsWorse) {
  EXPECT_EQ(tdfs({}, {7, 7, 7, 7}), (Tdfs{50, 60, 50, 60}));
}

TEST(DriftController, LowersOnImprovementAsTheAlgorithmSays) {
  EXPECT_EQ(tdfs({}, {9, 8, 7}), (Tdfs{50, 40, 30}));
  // If the drift got worse after lowering, raise; if it improved after raising, lower nevertheless.
  EXPECT_EQ(tdfs({}, {9, 8, 9, 5, 4}), (Tdfs{50, 40, 50, 40, 30}));
}

TEST(DriftController, RaisesOnImprovementIfConfigured) {
  const DriftParams raise{50, 10, OnImprove::kRaise};
  EXPECT_EQ(tdfs(raise, {9, 8, 7}), (Tdfs{50, 60, 70}));
  EXPECT_EQ(tdfs(raise, {9, 8, 9, 5, 4}), (Tdfs{50, 60, 50, 60, 70}));
}

TEST(DriftController, NeverReachesZeroNorPassesOneHundred) {
  EXPECT_EQ(tdfs({}, {9, 8, 7, 6, 5, 4, 3}), (Tdfs{50, 40, 30, 20, 10, 10, 10}));
  EXPECT_EQ(tdfs({95, 10, OnImprove::kRaise}, {9, 8, 7}), (Tdfs{95, 100, 100}));
  EXPECT_EQ(tdfs({50, 100, OnImprove::kLower}, {9, 8, 9}), (Tdfs{50, 10, 100}));
  // A TDF that begins below the minimum may stay there, but is never 0.
  EXPECT_EQ(tdfs({3, 1, OnImprove::kLower}, {9, 8, 9}), (Tdfs{3, 3, 4}));
}

TEST(DriftController, PassesNoOtherLimit) {
  DriftParams params;
  params.tdf = 40;
  DriftController controller(params, 60);
  for (int interval = 0; interval < 20; ++interval) {
    controller.update(interval % 2 == 0 ? 5 : 9); // up after each second one
    EXPECT_LE(controller.tdf(), 60u);
  }
  params.onImprove = OnImprove::kRaise;
  DriftController raising(params, 60);
  for (int interval = 20; interval > 0; --interval) {
    raising.update(interval);
  }
  EXPECT_EQ(raising.tdf(), 60u);
}

TEST(DriftController, LeavesTheMinimumWhenTheDriftGetsWorse) {
  EXPECT_EQ(tdfs({20, 10, OnImprove::kLower}, {9, 8, 7, 8}), (Tdfs{20, 10, 10, 20}));
}

TEST(DelayedTdf, IsWhatWasDecidedThatManyIntervalsAgo) {
  for (const std::uint32_t delay : {0u, 1u, 3u, DelayedTdf::kMostDelay}) {
    DriftParams params;
    params.tdf = 7;
    params.delay = delay;
    DelayedTdf delayed(params);
    for (std::uint32_t decided = 10; decided < 60; ++decided) {
      const std::uint32_t used = delayed.next(decided);
      EXPECT_EQ(used, decided < 10 + delay ? 7u : decided - delay);
    }
  }
}

TEST(DriftController, FollowsAScheduleInsteadOfTheDrift) {
  DriftParams params;
  params.schedule = {70, 1, 100};
  EXPECT_EQ(DriftController(params).tdf(), 70u);
  EXPECT_EQ(tdfs(params, {9, 8, 7, 8, 9}), (Tdfs{1, 100, 100, 100, 100}));
  params.schedule = {3};
  EXPECT_EQ(DriftController(params).tdf(), 3u);
  EXPECT_EQ(tdfs(params, {9, 8, 9}), (Tdfs{3, 3, 3}));
  params.delay = 2;
  params.schedule = {30, 40};
  DelayedTdf delayed(params);
  EXPECT_EQ(delayed.next(40), 30u);
}

TEST(DriftController, ChangesByTheStep) {
  EXPECT_EQ(tdfs({50, 3, OnImprove::kLower}, {1, 2, 3}), (Tdfs{50, 53, 50}));
  EXPECT_EQ(tdfs({50, 0, OnImprove::kLower}, {1, 2, 3, 1, 0}), (Tdfs{50, 50, 50, 50, 50}));
}

} // namespace
} // namespace galois::worklists
