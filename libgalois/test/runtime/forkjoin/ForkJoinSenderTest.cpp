// The sender-initiated protocol by itself: who gives what to whom, and when. One thread plays all
// workers, so every case happens in the order in which it is written here.

#include "galois/runtime/forkjoin/ForkJoinSender.h"

#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "support/CountedHeap.h"
#include "support/ProtocolTeam.h"

namespace {

using galois::runtime::DealTargets;
using galois::runtime::ForkJoinSettings;
using galois::runtime::Interrupts;
using galois::runtime::RunningTask;
using galois::runtime::Sender;
using galois::runtime::TaskFrame;
using galois::runtime::taskId;
using galois::test::CountedHeap;
using galois::test::ProtocolTeam;
using Frame = galois::test::IdleFrame;

/// The workers, with a look into their cells.
struct Team : ProtocolTeam<Sender> {
  using ProtocolTeam::ProtocolTeam;
  bool waits(unsigned i) const { return shared.dealing.waiting(i); }
  std::uint64_t wants(unsigned i) const {
    return reinterpret_cast<std::uintptr_t>(shared.dealing.wants(i));
  }
};

/// Settings under which a worker may give at any time.
ForkJoinSettings always() {
  ForkJoinSettings settings;
  settings.deltaNs = 0;
  return settings;
}

/// Settings under which a worker gives once, and then not again during a test.
ForkJoinSettings once() {
  ForkJoinSettings settings;
  settings.deltaNs = 1'000'000'000'000'000;
  settings.deal = galois::worklists::DealTimes::kFixed;
  return settings;
}

TEST(ForkJoinSender, GivesTheOldestFrameToOneThatWaits) {
  Team team(2, always());
  Frame first, second, third;
  EXPECT_TRUE(team[0].local_.seemsEmpty());
  EXPECT_TRUE(team[0].push(first));
  EXPECT_FALSE(team[0].local_.seemsEmpty());
  EXPECT_EQ(team[0].counters_.dealAttempts, 0U) << "nobody waits";
  EXPECT_EQ(team[1].seek(), nullptr);
  EXPECT_TRUE(team.waits(1));
  EXPECT_EQ(team.shared.waiting.load(), 1U);
  EXPECT_FALSE(team[1].local_.mustStayAwake(team[1]));

  EXPECT_TRUE(team[0].push(second));
  EXPECT_EQ(team[0].counters_.dealAttempts, 1U);
  EXPECT_EQ(team[0].counters_.deals, 1U);
  EXPECT_EQ(team[0].counters_.sent, 1U);
  EXPECT_EQ(first.taker(), 1U);
  EXPECT_TRUE(team[1].local_.mustStayAwake(team[1])) << "a task has come";
  EXPECT_EQ(team[1].seek(), &first);
  EXPECT_EQ(team.shared.waiting.load(), 0U);
  EXPECT_TRUE(team[0].push(third));
  EXPECT_EQ(team[0].counters_.dealAttempts, 1U);
  EXPECT_TRUE(team[0].local_.pop(team[0]));
  EXPECT_TRUE(team[0].local_.pop(team[0]));
  EXPECT_FALSE(team[0].local_.pop(team[0])) << "the first frame has left";
}

TEST(ForkJoinSender, StopsWaitingWithOrWithoutATask) {
  Team team(2, always());
  Frame frame;
  team[1].seek();
  EXPECT_EQ(team[1].local_.stopSeeking(team[1]), nullptr);
  EXPECT_FALSE(team.waits(1));
  EXPECT_EQ(team.shared.waiting.load(), 0U);
  team[1].seek();
  team[0].push(frame);
  EXPECT_EQ(team[1].local_.stopSeeking(team[1]), &frame);
  EXPECT_EQ(team.shared.waiting.load(), 0U);
}

TEST(ForkJoinSender, GivesNothingBeforeTheNextDate) {
  Team team(3, once());
  Frame frames[2];
  team[1].seek();
  team[2].seek();
  team[0].push(frames[0]);
  EXPECT_EQ(team[0].counters_.deals, 1U);
  team[0].push(frames[1]);
  EXPECT_EQ(team[0].counters_.dealAttempts, 1U);
}

TEST(ForkJoinSender, ARegionBeginsWithoutForks) {
  Team team(1, always());
  Frame frame;
  team[0].push(frame);
  EXPECT_EQ(team[0].local_.deepest(), 1U);
  team[0].local_.begin(team[0]);
  EXPECT_EQ(team[0].local_.deepest(), 0U);
  EXPECT_EQ(team[0].local_.depth(), 0U);
}

TEST(ForkJoinSender, DrawsAmongThoseThatWait) {
  constexpr unsigned kThreads = 16;
  ForkJoinSettings settings = always();
  settings.targets = DealTargets::kIdleSet;
  Team team(kThreads, settings);
  Frame frames[kThreads];
  for (unsigned i = 1; i < kThreads; ++i) {
    team[i].seek();
    team[0].push(frames[i]);
    EXPECT_EQ(team[0].counters_.deals, i);
    EXPECT_EQ(team[0].counters_.dealAttempts, i) << "all others are busy";
    EXPECT_EQ(team[i].seek(), &frames[i]);
  }
}

TEST(ForkJoinSender, ReturnsToTheLastSuccess) {
  ForkJoinSettings settings = always();
  settings.victims = galois::worklists::Victims::kSticky;
  Team team(16, settings);
  Frame frames[20];
  team[7].seek();
  team[0].push(frames[0]);
  while (team[0].counters_.deals == 0) {
    team[0].poll();
  }
  const std::uint64_t before = team[0].counters_.dealAttempts;
  for (unsigned i = 1; i < 20; ++i) {
    EXPECT_EQ(team[7].seek(), &frames[i - 1]);
    team[7].seek();
    team[0].push(frames[i]);
    EXPECT_EQ(team[0].counters_.dealAttempts, before + i);
    EXPECT_EQ(team[0].counters_.deals, 1 + i);
  }
}

TEST(ForkJoinSender, TriesTheGiverOfItsOwnTaskFirst) {
  constexpr unsigned kThreads = 16, kSelf = 3;
  Team team(kThreads, always());
  for (unsigned i = 0; i < kThreads; ++i) {
    if (i != kSelf) {
      team[i].seek();
    }
  }
  for (unsigned giver = 0; giver < kThreads; ++giver) {
    if (giver == kSelf) {
      continue;
    }
    const RunningTask task{taskId(giver, 1), nullptr};
    team[kSelf].running_ = &task;
    Frame frame;
    team[kSelf].push(frame);
    EXPECT_EQ(team[giver].seek(), &frame);
    team[giver].seek();
    team[kSelf].local_.pop(team[kSelf]);
  }
  EXPECT_EQ(team[kSelf].counters_.deals, kThreads - 1);
  EXPECT_EQ(team[kSelf].counters_.dealAttempts, kThreads - 1);
}

TEST(ForkJoinSender, GivesOnlyDescendantsToOneThatNamesAFrame) {
  Team team(2, always());
  Frame awaited, frame;
  awaited.take(0, taskId(1, 5));
  EXPECT_EQ(team[1].seek(&awaited), nullptr);
  EXPECT_EQ(team.wants(1), taskId(1, 5));
  team[0].push(frame);
  EXPECT_EQ(team[0].counters_.dealAttempts, 1U);
  EXPECT_EQ(team[0].counters_.deals, 0U) << "the worker does not run that frame";
  EXPECT_TRUE(team.waits(1));
  const RunningTask task{taskId(1, 5), nullptr};
  team[0].running_ = &task;
  team[0].poll();
  EXPECT_EQ(team[0].counters_.deals, 1U);
  EXPECT_EQ(team[1].seek(&awaited), &frame);
}

TEST(ForkJoinSender, NamesWhatTheTakerOfItsFrameWaitsFor) {
  Team team(3, always());
  Frame awaited;
  awaited.take(2, taskId(1, 5));
  awaited.run(nullptr); // This one is not done at the end of run().
  team[2].awaited_.set(0, taskId(2, 9));
  EXPECT_EQ(team[1].seek(&awaited), nullptr);
  EXPECT_EQ(team.wants(1), taskId(1, 5));
  EXPECT_EQ(team[1].seek(&awaited), nullptr);
  EXPECT_EQ(team.wants(1), taskId(1, 5)) << "a patient worker names its own frame";
  EXPECT_EQ(team[1].seek(&awaited, true), nullptr);
  EXPECT_EQ(team.wants(1), taskId(2, 9));
  EXPECT_EQ(team.shared.waiting.load(), 1U);
  EXPECT_EQ(team[1].seek(nullptr, true), nullptr);
  EXPECT_TRUE(team.waits(1));
  EXPECT_EQ(team.wants(1), 0U) << "anything is welcome";
}

/// A loop that says so and gives no part.
struct EmptyLoop : TaskFrame {
  EmptyLoop() : TaskFrame(kLoop) {}
  static constexpr Loop kLoop{[](const TaskFrame&) noexcept { return false; },
                              [](TaskFrame&, unsigned) noexcept {},
                              [](const TaskFrame&) noexcept { return false; },
                              [](TaskFrame&) noexcept -> TaskFrame* { return nullptr; }};
};

TEST(ForkJoinSender, ALoopThatCannotBeDividedIsNotGiven) {
  Team team(2, always());
  EmptyLoop loop;
  team[1].seek();
  team[0].push(loop);
  EXPECT_EQ(team[0].counters_.dealAttempts, 1U);
  EXPECT_EQ(team[0].counters_.deals, 0U);
  EXPECT_TRUE(team.waits(1));
}

TEST(ForkJoinSender, AllocatesNothingWhereItMayBeInterrupted) {
  ForkJoinSettings settings = always();
  settings.victims = galois::worklists::Victims::kNearest;
  settings.interrupts = Interrupts::kTimer;
  const std::size_t before = CountedHeap::calls();
  Team team(4, settings);
  ASSERT_GT(CountedHeap::calls(), before) << "the heap counts";
  Frame frame;
  team[2].seek();
  const std::size_t begun = CountedHeap::calls();
  team[0].push(frame);
  EXPECT_EQ(team[0].counters_.dealAttempts, 1U);
  EXPECT_EQ(CountedHeap::calls(), begun);
}

} // namespace
