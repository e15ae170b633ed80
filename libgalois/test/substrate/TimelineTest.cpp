#include "galois/substrate/Timeline.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::substrate {
namespace {

constexpr std::uint64_t kUs = 1000; // the number of ticks per microsecond in these tests

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) {
    ++found;
  }
  return found;
}

TEST(Timeline, ShortPhasesJoinTheSpansOfTheirNeighbours) {
  Timeline timeline({0, 1}, kUs);
  TimelineTrack& track = timeline.track(0);
  track.mark(Phase::kWork, 10 * kUs);
  track.mark(Phase::kSearch, 20 * kUs); // This phase is too short to be shown.
  track.mark(Phase::kWork, 20 * kUs + 5);
  track.mark(Phase::kWait, 30 * kUs);
  track.mark(Phase::kWork, 42 * kUs);
  track.mark(Phase::kParked, 44 * kUs);
  const std::string text = timeline.text("core", "a \"note\"", kUs);
  EXPECT_EQ(count(text, "\"ph\":\"X\""), 3u) << text;
  EXPECT_EQ(count(text, "\"name\":\"search\""), 0u);
  EXPECT_EQ(count(text, R"("work","ph":"X","pid":0,"tid":0,"ts":10.000,"dur":20.000)"), 1u) << text;
  EXPECT_EQ(count(text, R"("wait","ph":"X","pid":0,"tid":0,"ts":30.000,"dur":12.000)"), 1u) << text;
  EXPECT_EQ(count(text, "\"thread_name\""), 2u);
  EXPECT_EQ(count(text, R"("note":"a \"note\"")"), 1u) << text;
  EXPECT_EQ(count(text, R"({"tid":0,"work":21.995,"search":0.005,"wait":12.000,"dropped":0})"), 1u)
      << text;
}

TEST(Timeline, ShortTasksAreShownAsTheLongestPhase) {
  TimelineTrack track(kUs, 100);
  track.mark(Phase::kWait, 0);
  std::uint64_t at = 2 * kUs;
  for (int task = 0; task < 100; ++task) {
    track.mark(Phase::kSearch, at);
    track.mark(Phase::kWork, at += 30);
    at += 70;
  }
  track.mark(Phase::kParked, at);
  const std::vector<TimelineTrack::Span> spans = track.spans();
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_EQ(spans[0].phase, Phase::kWait);
  EXPECT_EQ(spans[1].phase, Phase::kWork);
  EXPECT_EQ(spans[1].begin, 2 * kUs);
  EXPECT_EQ(spans[1].end, 12 * kUs);
  EXPECT_EQ(track.spent(Phase::kSearch), 3 * kUs);
  EXPECT_EQ(track.spent(Phase::kWork), 7 * kUs);
}

TEST(Timeline, TheTimeOfALoopBeginsWithTheFirst) {
  Timeline timeline({0}, kUs);
  EXPECT_FALSE(timeline.anyLoop());
  timeline.beginLoop("one", 100 * kUs);
  timeline.track(0).mark(Phase::kWork, 101 * kUs);
  timeline.track(0).mark(Phase::kParked, 103 * kUs);
  timeline.endLoop(104 * kUs);
  timeline.beginLoop("two", 110 * kUs);
  timeline.endLoop(111 * kUs);
  EXPECT_TRUE(timeline.anyLoop());
  const std::string text = timeline.text("thread", "", kUs);
  EXPECT_EQ(count(text, R"("loops":[{"name":"one","begin":0.000,"end":4.000},)"
                        R"({"name":"two","begin":10.000,"end":11.000}])"),
            1u)
      << text;
  EXPECT_EQ(count(text, R"("ts":1.000,"dur":2.000)"), 1u) << text;
}

TEST(Timeline, ClocksThatAreBehindDoNotGoBack) {
  TimelineTrack track(kUs, 100);
  track.mark(Phase::kWork, 10 * kUs);
  track.mark(Phase::kWait, 9 * kUs);
  track.mark(Phase::kParked, 20 * kUs);
  ASSERT_EQ(track.spans().size(), 1u);
  EXPECT_EQ(track.spans()[0].begin, 10 * kUs);
  EXPECT_EQ(track.spans()[0].end, 20 * kUs);
}

/// For random phases, spans follow one another without a gap between two parkings, and no time is
/// lost. Only the first span after a parking may be shorter than the minimum.
TEST(Timeline, RandomPhasesAreCoveredWithoutGapOrOverlap) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    TimelineTrack track(kUs, 100000);
    std::uint64_t at = 0, busy = 0, began = 0;
    Phase phase = Phase::kParked;
    for (int step = 0; step < 500; ++step) {
      const auto next = static_cast<Phase>(random.below(100) == 0 ? 0 : 1 + random.below(3));
      if (phase == Phase::kParked && next != phase) {
        began = at;
      }
      if (phase != Phase::kParked && next == Phase::kParked) {
        busy += at - began;
      }
      track.mark(next, at);
      phase = next;
      at += random.below(2) == 0 ? random.below(kUs / 4) : random.below(3 * kUs);
    }
    if (phase != Phase::kParked) {
      busy += at - began;
    }
    track.mark(Phase::kParked, at);
    std::uint64_t shown = 0, end = 0;
    for (const TimelineTrack::Span& span : track.spans()) {
      ASSERT_LE(end, span.begin);
      ASSERT_LT(span.begin, span.end);
      ASSERT_NE(span.phase, Phase::kParked);
      shown += span.end - span.begin;
      end = span.end;
    }
    EXPECT_EQ(shown, busy);
    EXPECT_EQ(track.spent(Phase::kWork) + track.spent(Phase::kSearch) + track.spent(Phase::kWait),
              busy);
  }
}

TEST(Timeline, MemoryIsBoundedAndDroppedSpansAreCounted) {
  Timeline timeline({0}, kUs, 10);
  TimelineTrack& track = timeline.track(0);
  track.reserve();
  for (std::uint64_t i = 1; i <= 30; ++i) {
    track.mark(i % 2 == 0 ? Phase::kWork : Phase::kWait, i * 5 * kUs);
  }
  track.mark(Phase::kParked, 200 * kUs);
  EXPECT_EQ(track.spans().size() + track.dropped(), 30u);
  EXPECT_GE(track.dropped(), 18u);
  EXPECT_EQ(track.spans().front().begin, 5 * kUs);
  EXPECT_EQ(
      count(timeline.text("thread", "", kUs), "\"dropped\":" + std::to_string(track.dropped())),
      2u);
}

} // namespace
} // namespace galois::substrate
