#include "rank/Replay.h"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::bench {
namespace {

TEST(Summarize, GivesMeanAndTheNinetyNinthPercentile) {
  std::vector<std::uint32_t> none, one{7}, hundred, more;
  for (std::uint32_t i = 1; i <= 100; ++i) {
    hundred.push_back(101 - i);
  }
  for (std::uint32_t i = 1; i <= 101; ++i) {
    more.push_back(i);
  }
  EXPECT_EQ(summarize(none).max, 0u);
  EXPECT_EQ(summarize(one).p99, 7u);
  const Distribution all = summarize(hundred);
  EXPECT_DOUBLE_EQ(all.mean, 50.5);
  EXPECT_EQ(all.p99, 99u); // 99 of 100 values do not exceed it.
  EXPECT_EQ(all.max, 100u);
  EXPECT_EQ(all.sum, 5050u);
  EXPECT_EQ(summarize(more).p99, 100u);
}

TEST(Replay, CountsMoreUrgentTasksAtAPopAndOvertakersOfATask) {
  // Tasks 10, 20, 30 and 40 go in. Task 30 comes out first (2 tasks are more urgent), then 20 (1
  // is), then 10 and 40.
  const Trace trace{Event::push(1, 10), Event::push(2, 20), Event::push(3, 30), Event::push(4, 40),
                    Event::pop(5, 30),  Event::pop(6, 20),  Event::pop(7, 10),  Event::pop(8, 40)};
  const RankReport report = replay({trace});
  EXPECT_EQ(report.pushes, 4u);
  EXPECT_EQ(report.pops, 4u);
  EXPECT_EQ(report.early, 0u);
  EXPECT_EQ(report.rank.sum, 3u);
  EXPECT_EQ(report.rank.max, 2u);
  EXPECT_EQ(report.delay.sum, 3u); // 30 and 20 overtook 10, and 30 overtook 20.
  EXPECT_EQ(report.delay.max, 2u);
}

TEST(Replay, ATaskThatIsNeverDeliveredHasItsDelaySoFar) {
  Trace trace{Event::push(0, 1)};
  for (std::uint64_t i = 1; i <= 50; ++i) {
    trace.push_back(Event::push(2 * i, 100));
    trace.push_back(Event::pop(2 * i + 1, 100));
  }
  const RankReport report = replay({trace});
  EXPECT_EQ(report.delay.max, 50u);
  EXPECT_DOUBLE_EQ(report.rank.mean, 1.0);
}

TEST(Replay, EqualPrioritiesAreNoErrorAndTheOldestCounts) {
  const Trace trace{Event::push(1, 5), Event::push(2, 9), Event::pop(3, 9), Event::push(4, 5),
                    Event::pop(5, 5)};
  const RankReport report = replay({trace});
  EXPECT_EQ(report.rank.sum, 1u);  // 9 came before the first 5.
  EXPECT_EQ(report.delay.max, 1u); // That is the first 5; the second was never overtaken.
}

TEST(Replay, EqualStampsAreOrderedPushesFirstThenByThread) {
  const Trace pops{Event::pop(4, 1), Event::pop(4, 2)};
  const Trace pushes{Event::push(4, 1), Event::push(4, 2)};
  const RankReport report = replay({pops, pushes});
  EXPECT_EQ(report.early, 0u);
  EXPECT_EQ(report.rank.sum, 0u);
  EXPECT_EQ(replay({pushes, pops}).rank.sum, 0u);
}

TEST(Replay, AnEarlyPopIsReportedAndCancelsItsPush) {
  const Trace popper{Event::pop(3, 7)}, pusher{Event::push(5, 7), Event::push(9, 8)};
  const RankReport report = replay({popper, pusher, {Event::pop(20, 8)}});
  EXPECT_EQ(report.early, 1u);
  EXPECT_EQ(report.pushes, 2u);
  EXPECT_EQ(report.rank.sum, 0u); // 7 does not count as present when 8 is popped.
}

TEST(Replay, NoEventsGiveZeros) {
  EXPECT_EQ(replay({}).pops, 0u);
  EXPECT_EQ(replay({Trace(), Trace()}).rank.max, 0u);
}

TEST(Replay, AgreesWithCountingByHandOnRandomTraces) {
  for (std::uint64_t round = 0; round < 30; ++round) {
    substrate::Random random(9, round);
    const std::uint32_t priorities = 1 + random.below(40);
    std::vector<Trace> traces(1 + random.below(4));
    std::vector<std::uint64_t> present; // in the order of insertion
    std::vector<std::uint64_t> popped;  // in the order of the pops
    std::uint64_t rankSum = 0, rankMax = 0, delaySum = 0;
    for (std::uint64_t stamp = 0; stamp < 400; ++stamp) {
      Trace& trace = traces[random.below(static_cast<std::uint32_t>(traces.size()))];
      if (present.empty() || random.below(2) == 0) {
        present.push_back(random.below(priorities));
        trace.push_back(Event::push(stamp, present.back()));
        continue;
      }
      const auto at = random.below(static_cast<std::uint32_t>(present.size()));
      const std::uint64_t priority = present[at];
      const auto rank = static_cast<std::uint64_t>(std::count_if(
          present.begin(), present.end(), [&](std::uint64_t p) { return p < priority; }));
      rankSum += rank;
      rankMax = std::max(rankMax, rank);
      delaySum += rank; // Each of these tasks was overtaken once more.
      trace.push_back(Event::pop(stamp, priority));
      present.erase(present.begin() + at);
    }
    const RankReport report = replay(traces);
    EXPECT_EQ(report.early, 0u);
    EXPECT_EQ(report.rank.sum, rankSum);
    EXPECT_EQ(report.rank.max, rankMax);
    EXPECT_EQ(report.delay.sum, delaySum);
    EXPECT_EQ(report.pushes - report.pops, present.size());
  }
}

} // namespace
} // namespace galois::bench
