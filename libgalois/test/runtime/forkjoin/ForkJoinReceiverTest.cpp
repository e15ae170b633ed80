// The receiver-initiated protocol by itself: who asks whom, what is given, and who is woken. One thread
// plays all workers, so every case happens in the order in which it is written here.

#include "galois/runtime/forkjoin/ForkJoinReceiver.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "support/ProtocolTeam.h"

namespace {

using galois::runtime::Receiver;
using galois::runtime::RunningTask;
using galois::runtime::TaskFrame;
using galois::runtime::taskId;
using Team = galois::test::ProtocolTeam<Receiver>;
using Frame = galois::test::IdleFrame;

constexpr galois::runtime::ForkJoinSettings kSettings{};

/// Lets a worker search until it has asked another one for any work.
void askFor(Team::Member& worker) {
  const std::uint64_t before = worker.counters_.requests;
  while (worker.counters_.requests == before) {
    EXPECT_EQ(worker.seek(), nullptr);
  }
}

TEST(ForkJoinReceiver, GivesTheOldestFrameToOneThatAsks) {
  Team team(2, kSettings);
  Frame first, second;
  EXPECT_EQ(team[1].seek(), nullptr) << "nobody announces work";
  EXPECT_EQ(team[1].counters_.requests, 0u);
  team[0].push(first);
  EXPECT_EQ(team[1].seek(), nullptr);
  EXPECT_EQ(team[1].counters_.requests, 1u);
  team[0].push(second);
  EXPECT_EQ(team[1].seek(), &first);
  EXPECT_EQ(first.taker(), 1u);
  EXPECT_EQ(team[0].counters_.sent, 1u);
}

/// A worker at a join asks for descendants of a frame that the victim does not run. While its request
/// is in the cell, another worker can ask nobody and falls asleep.
TEST(ForkJoinReceiver, ARefusalWakesOneWhoSleptBecauseOfTheRequest) {
  Team team(3, kSettings);
  Frame only, awaited;
  awaited.take(0, taskId(1, 5));
  team[0].push(only);
  EXPECT_EQ(team[1].seek(&awaited), nullptr);
  EXPECT_TRUE(team[2].sleep([&] { team[0].poll(); }));
  askFor(team[2]);
  team[0].poll();
  EXPECT_EQ(team[2].seek(), &only);
}

/// A request that is refused because there is nothing to give wakes nobody.
TEST(ForkJoinReceiver, ARefusalWithoutWorkWakesNobody) {
  Team team(3, kSettings);
  Frame only;
  team[0].push(only);
  EXPECT_EQ(team[1].seek(), nullptr);
  EXPECT_TRUE(team[0].local_.pop(team[0]));
  EXPECT_FALSE(team[2].sleep([&] { team[0].poll(); }));
}

/// The answer of the victim comes at the end of a join, where the worker looks for it once more.
TEST(ForkJoinReceiver, ATaskThatComesLateWakesOneWhoSleptBecauseOfTheRequest) {
  Team team(3, kSettings);
  Frame first, second, awaited;
  awaited.take(0, taskId(1, 5));
  const RunningTask task{taskId(1, 5), nullptr};
  team[0].running_ = &task;
  team[0].push(first);
  team[0].push(second);
  EXPECT_EQ(team[1].seek(&awaited), nullptr);
  EXPECT_TRUE(team[2].sleep([&] {
    team[0].poll();
    EXPECT_EQ(team[1].local_.stopSeeking(team[1]), &first);
  }));
}

/// A worker that was woken for one piece of work gets another one. So it wakes the next.
TEST(ForkJoinReceiver, AWakeUpIsPassedOnByOneWhoGotOtherWork) {
  Team team(4, kSettings);
  Frame old, fresh;
  team[0].push(old);
  askFor(team[2]); // worker 0 is in a long leaf
  EXPECT_TRUE(team[2].sleep([&] {
    EXPECT_TRUE(team[3].sleep([&] {
      team[1].push(fresh); // wakes the first one that sleeps
      EXPECT_FALSE(team.parked.sleeps(2));
      EXPECT_TRUE(team.parked.sleeps(3));
      team[0].poll();
      EXPECT_EQ(team[2].seek(), &old);
    }));
  }));
  askFor(team[3]);
  team[1].poll();
  EXPECT_EQ(team[3].seek(), &fresh);
}

/// Who was not asleep has no wake-up to pass on.
TEST(ForkJoinReceiver, OneWhoDidNotSleepWakesOnlyForTheSameVictim) {
  Team team(4, kSettings);
  Frame old, fresh;
  team[0].push(old);
  askFor(team[2]);
  EXPECT_FALSE(team[3].sleep([&] {
    team[0].poll();
    EXPECT_EQ(team[2].seek(), &old);
  }));
}

/// Worker 1 has asked worker 0, which does not answer. Worker 2 may have work later.
struct LateAnswer {
  explicit LateAnswer(const galois::runtime::ForkJoinSettings& settings) : team(3, settings) {
    team[0].push(late);
    askFor(team[1]);
  }
  /// One step of the search of a worker that has waited long.
  TaskFrame* seekImpatiently() { return team[1].seek(nullptr, true); }
  std::uint64_t withdrawn() { return team[1].counters_.cancelled; }

  Team team;
  Frame late, fresh;
};

TEST(ForkJoinReceiver, AnIdleWorkerWithdrawsALateRequest) {
  LateAnswer test(kSettings);
  EXPECT_EQ(test.seekImpatiently(), nullptr);
  EXPECT_EQ(test.withdrawn(), 0u) << "nobody else has work";
  test.team[2].push(test.fresh);
  EXPECT_EQ(test.team[1].seek(), nullptr);
  EXPECT_EQ(test.withdrawn(), 0u) << "it has not waited long";
  EXPECT_EQ(test.seekImpatiently(), nullptr);
  EXPECT_EQ(test.withdrawn(), 1u);
  EXPECT_EQ(test.team[1].counters_.requests, 2u) << "it asks one of the two again";
}

/// As published, it waits for the answer of this victim.
TEST(ForkJoinReceiver, AnIdleWorkerThatNeverWithdrawsWaitsForTheAnswer) {
  galois::runtime::ForkJoinSettings settings;
  settings.withdraw = galois::runtime::WithdrawRule::kNever;
  LateAnswer test(settings);
  test.team[2].push(test.fresh);
  for (unsigned i = 0; i < 100; ++i) {
    EXPECT_EQ(test.seekImpatiently(), nullptr);
  }
  EXPECT_EQ(test.withdrawn(), 0u);
  EXPECT_EQ(test.team[1].counters_.requests, 1u);
  EXPECT_FALSE(test.team[2].local_.asked(test.team[2]));
  test.team[0].poll();
  EXPECT_EQ(test.team[1].seek(), &test.late);
  EXPECT_EQ(test.team[1].local_.stopSeeking(test.team[1]), nullptr);
}

/// Where sleepers may have requests in their cells, it withdraws them nevertheless.
TEST(ForkJoinReceiver, UnderPollsLateRequestsAreWithdrawnInAnyCase) {
  galois::runtime::ForkJoinSettings settings;
  settings.withdraw = galois::runtime::WithdrawRule::kNever;
  settings.idle = galois::runtime::IdleRule::kPoll;
  LateAnswer test(settings);
  test.team[2].push(test.fresh);
  EXPECT_EQ(test.seekImpatiently(), nullptr);
  EXPECT_EQ(test.withdrawn(), 1u);
}

} // namespace
