#include "galois/worklists/parts/stealing/DealClock.h"

#include <cmath>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::worklists {
namespace {

/// Always draws the same number.
struct Fixed {
  double value;
  double unit() const { return value; }
};

TEST(DealClock, MayDealAtOnce) {
  const DealClock clock(1000);
  EXPECT_TRUE(clock.due(0));
  EXPECT_EQ(clock.nextNs(), 0u);
}

TEST(DealClock, FixedTimesAreDelta) {
  DealClock clock(1000, DealTimes::kFixed);
  Fixed random{0.3};
  clock.attempted(5000, random);
  EXPECT_EQ(clock.nextNs(), 6000u);
  EXPECT_FALSE(clock.due(5999));
  EXPECT_TRUE(clock.due(6000));
}

TEST(DealClock, TheExponentialTimeOfADraw) {
  DealClock clock(1000000);
  Fixed half{0.5};
  clock.attempted(0, half);
  EXPECT_NEAR(static_cast<double>(clock.nextNs()), 1e6 * std::log(2.0), 1.0);
}

// The paper's formula, -delta ln(x), is infinite for x = 0.
TEST(DealClock, EveryDrawGivesADate) {
  DealClock clock(1000000);
  Fixed least{0.0};
  clock.attempted(7, least);
  EXPECT_EQ(clock.nextNs(), 7u);
  Fixed most{1.0 - 0x1.0p-53};
  clock.attempted(0, most);
  EXPECT_GT(clock.nextNs(), 36000000u);
  EXPECT_LT(clock.nextNs(), 37000000u);
}

TEST(DealClock, ADateAtWhichNobodyWaitedIsReplaced) {
  DealClock clock(1000000);
  Fixed half{0.5};
  clock.attempted(0, half);
  const auto first = clock.nextNs();
  clock.forgo(first, half);
  EXPECT_EQ(clock.nextNs(), first) << "somebody waited";
  clock.forgo(first + 1, half);
  EXPECT_EQ(clock.nextNs(), 2 * first + 1) << "the pause begins with the waiting";

  DealClock fixed(1000, DealTimes::kFixed);
  fixed.attempted(5000, half);
  fixed.forgo(6000, half);
  EXPECT_EQ(fixed.nextNs(), 6000u);
  fixed.forgo(6001, half);
  EXPECT_EQ(fixed.nextNs(), 7000u) << "in step with the dates before";
  fixed.forgo(99000, half);
  EXPECT_EQ(fixed.nextNs(), 99000u);

  DealClock always(0, DealTimes::kFixed);
  always.forgo(5, half);
  EXPECT_TRUE(always.due(5));
}

TEST(DealClock, ExponentialTimesHaveMeanAndDeviationDelta) {
  DealClock clock(1000000);
  substrate::Random random(3, 0);
  const int draws = 100000;
  double sum = 0, squares = 0;
  int beyondMean = 0;
  for (int i = 0; i < draws; ++i) {
    clock.attempted(0, random);
    const auto pause = static_cast<double>(clock.nextNs()) / 1e6;
    sum += pause;
    squares += pause * pause;
    beyondMean += pause > 1.0;
  }
  EXPECT_NEAR(sum / draws, 1.0, 0.02);
  EXPECT_NEAR(squares / draws, 2.0, 0.1);
  EXPECT_NEAR(static_cast<double>(beyondMean) / draws, std::exp(-1.0), 0.01);
}

} // namespace
} // namespace galois::worklists
