// The cost of control on simulated ranks (SimulatedTransport.h): messages per rank and event grow at most
// like the logarithm of the ranks.
#include "control/ControlCosts.h"

#include <bit>

#include <gtest/gtest.h>

namespace {

using disttest::ControlCost;
using disttest::Rank;

TEST(ControlCosts, MessagesGrowLikeTheLogarithm) {
  for (const auto& event : disttest::kControlEvents) {
    for (Rank ranks = 2; ranks <= 256; ranks *= 2) {
      const auto log = static_cast<std::uint64_t>(std::bit_width(ranks - 1));
      const ControlCost cost = event.cost(ranks, ranks / 3);
      // A rank sends at most two messages to each of log2(ranks) others.
      EXPECT_LE(cost.mostMessages, 2 * log) << event.name << " on " << ranks << " ranks";
      EXPECT_GT(cost.mostMessages, 0u) << event.name;
      // No event needs a matrix of all pairs at one rank.
      EXPECT_LE(cost.mostBytes, 40 * ranks * log) << event.name << " on " << ranks << " ranks";
    }
  }
}

TEST(ControlCosts, BytesOfCountsGrowLikeTheRanks) {
  for (Rank ranks = 2; ranks <= 256; ranks *= 2) {
    const auto log = static_cast<std::uint64_t>(std::bit_width(ranks - 1));
    EXPECT_LE(disttest::costOfRound(ranks, 1).mostBytes, 8 * ranks + 24 * log);
    EXPECT_LE(disttest::costOfSettling(ranks, 1).mostBytes, 2 * (8 * ranks + 16 * log));
    EXPECT_LE(disttest::costOfWave(ranks, 1).mostBytes, 20 * (2 * log + 1));
    EXPECT_LE(disttest::costOfOneChange(ranks, 1).mostBytes, 32 * 2 * log);
  }
}

} // namespace
