// Equations 3.1 to 3.3 against values computed by hand (with 15 digits, outside this project), and
// the periods of the refresh timer.
#include "galois/dist/search/LoadTable.h"

#include <gtest/gtest.h>

namespace galois::dist {
namespace {

TEST(LoadTable, WorkRatesFollowEquation31) {
  const LoadConstants c;
  const double busy = nextWorkRate(c, 1, 1000, 0); // 0.65 ln(3.72) ln(1002.72) + 0.35
  EXPECT_NEAR(busy, 6.250992553407494, 1e-12);
  EXPECT_NEAR(nextWorkRate(c, busy, 500, 1500), 7.566943624628346, 1e-12);
  EXPECT_NEAR(nextWorkRate({.fresh = 1, .kept = 0, .shift = 1}, 9, 0, 0), 0, 1e-12); // ln 2 ln 1
}

TEST(LoadTable, StarvingWorkersHaveAHigherRateThanBusyOnes) {
  // What the equation says, though not what it is meant for: the second factor grows with the time
  // of the cycle, and the first lies between 1.00 and 1.31 only.
  const LoadConstants c;
  double starved = c.firstWorkRate, busy = c.firstWorkRate;
  for (int i = 0; i < 60; ++i) {
    starved = nextWorkRate(c, starved, 1, 500'000);
    busy = nextWorkRate(c, busy, 1000, 0);
  }
  EXPECT_NEAR(starved, 13.130672233868419, 1e-9);
  EXPECT_NEAR(busy, 9.078450082165377, 1e-9);
}

TEST(LoadTable, DelaysFollowEquation32) {
  const LoadConstants c;
  const double first = nextDelay(c, 0, 50, 2); // 0.65 ln(102.72)
  EXPECT_NEAR(first, 3.0108044459620733, 1e-12);
  EXPECT_NEAR(nextDelay(c, first, 200, 4), 5.400985430565089, 1e-12);
}

TEST(LoadTable, ScoresFollowEquation33) {
  LoadTable table(3);
  EXPECT_EQ(table.score(1), 0); // nothing is known: no tasks, no delay
  table.update(1, {.workRate = 6.250992553407494, .tasks = 3, .workers = 2}, 50);
  EXPECT_NEAR(table.score(1), 15.742173214260411, 1e-12);
  table.update(2, {.workRate = 0, .tasks = 3, .workers = 2}, 50); // the least work rate counts
  EXPECT_NEAR(table.score(2), -3.010504445962073, 1e-12);
  table.update(2, {.workRate = 2, .tasks = 5, .workers = 2}); // keeps the delay
  EXPECT_NEAR(table.score(2), 10 - 3.0108044459620733, 1e-12);
}

TEST(LoadTable, TermsOfTheScoreCanBeLeftOut) {
  EXPECT_NEAR(stealScore({.usesRate = false}, 9, 4, 3), 1, 1e-12);
  EXPECT_NEAR(stealScore({.usesDelay = false}, 9, 4, 3), 36, 1e-12);
}

TEST(Smoothing, GivenWeightsStay) {
  Smoothed value(0.25, 0.5, false, 8);
  value.add(4);
  EXPECT_NEAR(value.value(), 5, 1e-12);
  EXPECT_EQ(value.fresh(), 0.25);
}

TEST(Smoothing, AutomaticWeightsFollowTheData) {
  Smoothed jump(0.65, 0.35, true, 0);
  Smoothed noise(0.65, 0.35, true, 10);
  for (int i = 0; i < 60; ++i) {
    jump.add(i);                    // the newest is the best prediction
    noise.add(i % 2 == 0 ? 11 : 9); // the mean is
  }
  EXPECT_EQ(jump.fresh(), 1);
  EXPECT_EQ(jump.value(), 59);
  EXPECT_EQ(noise.fresh(), 0.1);
  EXPECT_NEAR(noise.value(), 10, 0.2);
}

TEST(LoadTable, AMeterCountsTheTimeBetweenTasksAsIdle) {
  WorkMeter meter({}, 100);
  EXPECT_EQ(meter.rate(), 1);
  meter.begin(100);
  meter.end(1100);
  EXPECT_NEAR(meter.rate(), 6.250992553407494, 1e-12);
  meter.begin(2600);
  EXPECT_NEAR(meter.rate(), 6.250992553407494, 1e-12); // a cycle ends with its task
  meter.end(3100);
  EXPECT_NEAR(meter.rate(), 7.566943624628346, 1e-12);
  EXPECT_EQ(meter.busy(), 1500);
}

TEST(LoadTable, TheTimerSlowsDownAfterSuccessAndHurriesAfterFailure) {
  RefreshTimer timer({}, 50);
  EXPECT_FALSE(timer.due(1049));
  EXPECT_TRUE(timer.due(1050));
  timer.refreshed(1050, true);
  EXPECT_EQ(timer.period(), 61'000);
  EXPECT_FALSE(timer.due(62'049));
  EXPECT_TRUE(timer.due(62'050));
  for (const double period : {121'000., 181'000., 240'000., 240'000.}) {
    timer.refreshed(0, true);
    EXPECT_EQ(timer.period(), period);
  }
  for (const double period : {120'000., 5'000., 5'000.}) {
    timer.refreshed(0, false);
    EXPECT_EQ(timer.period(), period);
  }
}

} // namespace
} // namespace galois::dist
