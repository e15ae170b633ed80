// The moves of each policy, one hunt after the other.
#include "galois/dist/search/Victims.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace galois::dist {
namespace {

constexpr unsigned kSelf = 1;

class VictimMoves : public testing::Test {
protected:
  Victims make(VictimPolicy policy, bool stealNonpositive = false) {
    return {{.policy = policy, .stealNonpositive = stealNonpositive}, table_, kSelf, 7};
  }
  void set(unsigned rank, std::uint64_t tasks, double workRate, std::uint32_t shallowest = 3) {
    table_.update(rank, {workRate, tasks, 1, tasks > 0 ? shallowest : Load::kNoDepth});
  }
  static unsigned stolenFrom(const Move& move) {
    EXPECT_EQ(move.what, Move::kSteal);
    return move.victim;
  }
  static double slept(const Move& move) {
    EXPECT_EQ(move.what, Move::kSleep);
    return move.sleep;
  }
  LoadTable table_{4};
};

TEST_F(VictimMoves, RandomAsksAnyOtherRankAndThenSleepsLongerAndLonger) {
  Victims victims = make(VictimPolicy::kRandom);
  EXPECT_FALSE(victims.usesLoads());
  std::set<unsigned> asked;
  double expected = 200;
  for (int hunt = 0; hunt < 40; ++hunt) {
    const unsigned victim = stolenFrom(victims.next());
    asked.insert(victim);
    victims.answered(victim, false);
    EXPECT_EQ(slept(victims.next()), expected);
    expected = std::min(2 * expected, 500'000.);
  }
  EXPECT_EQ(asked, (std::set<unsigned>{0, 2, 3}));
  victims.answered(stolenFrom(victims.next()), true);
  victims.answered(stolenFrom(victims.next()), false);
  EXPECT_EQ(slept(victims.next()), 200); // tasks have come meanwhile
}

TEST_F(VictimMoves, RandomStickyStaysUntilItsVictimHasNothing) {
  Victims victims = make(VictimPolicy::kRandomSticky);
  const unsigned first = stolenFrom(victims.next());
  victims.answered(first, true);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(stolenFrom(victims.next()), first);
    victims.answered(first, true);
  }
  EXPECT_EQ(stolenFrom(victims.next()), first);
  victims.answered(first, false);
  const unsigned second = stolenFrom(victims.next()); // one other, in the same hunt
  EXPECT_NE(second, first);
  EXPECT_NE(second, kSelf);
  victims.answered(second, false);
  EXPECT_EQ(slept(victims.next()), 200);
  victims.answered(stolenFrom(victims.next()), false); // no victim is left to stay with
  EXPECT_EQ(slept(victims.next()), 400);
}

TEST_F(VictimMoves, ASecondRandomVictimIsNeverTheFirst) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Victims victims({.policy = VictimPolicy::kRandomSticky}, table_, kSelf, seed);
    const unsigned first = stolenFrom(victims.next());
    victims.answered(first, true);
    victims.answered(stolenFrom(victims.next()), false);
    const unsigned second = stolenFrom(victims.next());
    EXPECT_TRUE(second != first && second != kSelf && second < 4);
  }
}

TEST_F(VictimMoves, PerfTakesTheHighestScoreAndRefreshesOnceAfterAFailure) {
  Victims victims = make(VictimPolicy::kPerf);
  EXPECT_TRUE(victims.usesLoads());
  EXPECT_EQ(victims.next().what, Move::kRefresh); // nothing is known
  set(0, 3, 2);                                   // score 6
  set(2, 1, 7);                                   // score 7
  set(kSelf, 100, 9);
  EXPECT_TRUE(victims.refreshed());
  EXPECT_EQ(stolenFrom(victims.next()), 2u);
  victims.answered(2, true);
  EXPECT_EQ(stolenFrom(victims.next()), 2u); // as of the last refresh
  victims.answered(2, false);
  EXPECT_EQ(victims.next().what, Move::kRefresh);
  set(2, 0, 7);
  EXPECT_TRUE(victims.refreshed());
  EXPECT_EQ(stolenFrom(victims.next()), 0u);
  victims.answered(0, false);
  EXPECT_EQ(slept(victims.next()), 200);
  EXPECT_EQ(victims.changes(), 2u);
  EXPECT_EQ(victims.nonpositive(), 0u);
}

TEST_F(VictimMoves, PerfHasNoVictimWithoutAPositiveScore) {
  table_.update(0, {.workRate = 1, .tasks = 2, .workers = 1}, 1e6); // the delay is about 9
  Victims victims = make(VictimPolicy::kPerf);
  EXPECT_EQ(victims.next().what, Move::kRefresh);
  EXPECT_FALSE(victims.refreshed());
  EXPECT_EQ(victims.nonpositive(), 1u);
  EXPECT_EQ(slept(victims.next()), 200);
  Victims published = make(VictimPolicy::kPerf, true);
  EXPECT_EQ(published.next().what, Move::kRefresh);
  EXPECT_FALSE(published.refreshed());
  EXPECT_NE(stolenFrom(published.next()), kSelf);
}

TEST_F(VictimMoves, WithoutRefreshesOnDemandTheTimerAloneFindsVictims) {
  Victims victims({.policy = VictimPolicy::kPerf, .refreshOnDemand = false}, table_, kSelf, 7);
  EXPECT_EQ(slept(victims.next()), 200);
  set(0, 3, 2);
  EXPECT_TRUE(victims.refreshed()); // by the timer
  EXPECT_EQ(stolenFrom(victims.next()), 0u);
  victims.answered(0, false);
  EXPECT_EQ(slept(victims.next()), 400);
  Victims draws({.policy = VictimPolicy::kPerf, .stealNonpositive = true, .refreshOnDemand = false},
                table_, kSelf, 7);
  draws.answered(stolenFrom(draws.next()), false);
  EXPECT_EQ(slept(draws.next()), 200);
}

TEST_F(VictimMoves, MostTasksIgnoresRatesAndDelays) {
  table_.update(0, {.workRate = 1, .tasks = 2, .workers = 1}, 1e6);
  set(3, 1, 100);
  Victims victims = make(VictimPolicy::kMostTasks);
  EXPECT_EQ(victims.next().what, Move::kRefresh);
  EXPECT_TRUE(victims.refreshed());
  EXPECT_EQ(stolenFrom(victims.next()), 0u);
}

TEST_F(VictimMoves, PerfOrderKeepsToTheShallowestTasks) {
  set(0, 1, 2, 4);
  set(2, 50, 9, 6); // the highest score, but two levels below
  set(3, 2, 2, 5);
  Victims victims = make(VictimPolicy::kPerfOrder);
  EXPECT_TRUE(victims.refreshed());
  EXPECT_EQ(victims.cached(), 3u);
  set(0, 0, 2);
  EXPECT_TRUE(victims.refreshed());
  EXPECT_EQ(victims.cached(), 2u); // at most one level below rank 3
  set(2, 0, 1);
  set(3, 0, 1);
  EXPECT_FALSE(victims.refreshed());
}

TEST_F(VictimMoves, LifelinesFollowRandomAttemptsAndWaitForTasks) {
  Victims victims = make(VictimPolicy::kLifeline);
  for (int round = 0; round < 2; ++round) {
    victims.answered(stolenFrom(victims.next()), false);
    victims.answered(stolenFrom(victims.next()), false);
    EXPECT_EQ(victims.next().what, Move::kLifelines);
    EXPECT_TRUE(std::isinf(slept(victims.next())));
    EXPECT_TRUE(std::isinf(slept(victims.next())));
    victims.tasksCame();
  }
  EXPECT_EQ(victims.neighbours(), (std::vector<unsigned>{0, 3}));
  const LoadTable five(5);
  EXPECT_EQ(Victims({}, five, 4, 1).neighbours(), (std::vector<unsigned>{0}));
  EXPECT_EQ(Victims({}, five, 0, 1).neighbours(), (std::vector<unsigned>{1, 2, 4}));
}

TEST_F(VictimMoves, ARankAloneOnlySleeps) {
  const LoadTable one(1);
  for (unsigned policy = 0; policy < 6; ++policy) {
    Victims victims({.policy = static_cast<VictimPolicy>(policy)}, one, 0, 1);
    EXPECT_TRUE(std::isinf(slept(victims.next())));
  }
}

TEST_F(VictimMoves, TwoRanksAlwaysAskEachOther) {
  const LoadTable two(2);
  Victims victims({.policy = VictimPolicy::kRandomSticky}, two, 1, 1);
  EXPECT_EQ(stolenFrom(victims.next()), 0u);
  victims.answered(0, true);
  EXPECT_EQ(stolenFrom(victims.next()), 0u);
  victims.answered(0, false);
  EXPECT_EQ(stolenFrom(victims.next()), 0u);
}

} // namespace
} // namespace galois::dist
