#include "galois/runtime/loops/CycleMeter.h"

#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/Executor_ForEach.h"

namespace galois::runtime {
namespace {

static_assert(std::is_empty_v<NoMeter>, "builds without accounting store no data");

struct Sink {
  using value_type = int;
  void push(int) {}
  template <typename Iter>
  void push(Iter, Iter) {}
};
static_assert(sizeof(DirectContext<int, Sink>) < sizeof(DirectContext<int, Sink, CycleMeter>));

TEST(CycleMeter, SharesAddUpToOneAndAccountingIsApart) {
  CycleMeter meter;
  meter.start();
  for (int round = 0; round < 1000; ++round) {
    for (const Spent kind : {Spent::kOperator, Spent::kEnqueue, Spent::kDequeue,
                             Spent::kFailedDequeue, Spent::kOther, Spent::kMeter}) {
      const std::uint64_t until = substrate::nowTicks() + 200;
      while (substrate::nowTicks() < until) {
      }
      meter.lap(kind);
    }
  }
  meter.enqueued(2000);
  meter.dequeued(500);
  const double all = static_cast<double>(meter.operatorCycles());
  const LoopReport::Breakdown spent = meter.breakdown(all / 4);
  EXPECT_NEAR(spent.goodWork + spent.uselessWork + spent.enqueue + spent.dequeue +
                  spent.failedDequeue + spent.other,
              1, 1e-9);
  EXPECT_GT(spent.goodWork, 0);
  EXPECT_GT(spent.uselessWork, 0);
  EXPECT_GT(spent.overhead, 0);
  EXPECT_LT(spent.overhead, 1);
  EXPECT_GT(spent.lapCost, 0);
  EXPECT_NEAR(spent.cyclesPerEnqueue * 2000, spent.enqueue * spent.cycles, 1e-3 * spent.cycles);
  EXPECT_NEAR(spent.cyclesPerDequeue * 500, spent.dequeue * spent.cycles, 1e-3 * spent.cycles);
}

TEST(CycleMeter, TheBreakdownOfGivenLaps) {
  CycleMeter meter;
  const auto add = [&meter](Spent kind, std::uint64_t cycles, unsigned laps) {
    meter.add(kind, cycles);
    for (unsigned lap = 1; lap < laps; ++lap) {
      meter.add(kind, 0);
    }
  };
  add(Spent::kOperator, 1010, 1);     // 1000 without the cost of 10 per lap
  add(Spent::kEnqueue, 520, 2);       // 500
  add(Spent::kDequeue, 280, 3);       // 250
  add(Spent::kFailedDequeue, 165, 4); // 125
  add(Spent::kOther, 30, 5);          // nothing is left
  add(Spent::kMeter, 70, 6); // 10 without the cost, which does not belong to the loop either
  meter.enqueued(4);
  meter.dequeued(5);
  LoopReport::Breakdown spent = meter.breakdown(750, 10);
  EXPECT_EQ(spent.cycles, 1875);
  EXPECT_EQ(spent.goodWork, 750.0 / 1875);
  EXPECT_EQ(spent.uselessWork, 250.0 / 1875);
  EXPECT_EQ(spent.enqueue, 500.0 / 1875);
  EXPECT_EQ(spent.dequeue, 250.0 / 1875);
  EXPECT_EQ(spent.failedDequeue, 125.0 / 1875);
  EXPECT_EQ(spent.other, 0);
  EXPECT_EQ(spent.cyclesPerEnqueue, 125);
  EXPECT_EQ(spent.cyclesPerDequeue, 50);
  EXPECT_EQ(spent.overhead, 200.0 / 2075);
  EXPECT_EQ(spent.lapCost, 10);
  spent = meter.breakdown(1001, 10); // measured with laps between tasks
  EXPECT_EQ(spent.goodWork, 1000.0 / 1875);
  EXPECT_EQ(spent.uselessWork, 0);
}

TEST(CycleMeter, ALapTakesSomeOfTheTimeOfItsMeasurement) {
  const std::uint64_t before = substrate::nowTicks();
  const double lap = CycleMeter::measureLap();
  const std::uint64_t after = substrate::nowTicks();
  EXPECT_GT(lap, 0);
  EXPECT_LE(lap, static_cast<double>(after - before));
  EXPECT_EQ(CycleMeter::lapCost(), CycleMeter::lapCost());
}

TEST(CycleMeter, LapsGoToATrack) {
  const auto spend = [] {
    const std::uint64_t until = substrate::nowTicks() + 5000;
    while (substrate::nowTicks() < until) {
    }
  };
  using substrate::Phase;
  substrate::TimelineTrack track(1000, 100);
  track.reserve();
  CycleMeter meter;
  meter.start(&track);
  for (const Spent kind : {Spent::kOther, Spent::kDequeue, Spent::kOperator, Spent::kMeter,
                           Spent::kEnqueue, Spent::kFailedDequeue}) {
    spend();
    meter.lap(kind);
  }
  spend();
  meter.lap(Spent::kOther, Phase::kWork); // The first tasks begin here.
  meter.stop();
  const std::vector<substrate::TimelineTrack::Span> spans = track.spans();
  std::vector<Phase> phases;
  std::uint64_t end = spans.empty() ? 0 : spans.front().begin;
  for (const auto& span : spans) {
    phases.push_back(span.phase);
    EXPECT_EQ(span.begin, end);
    end = span.end;
  }
  EXPECT_EQ(phases, (std::vector{Phase::kWait, Phase::kSearch, Phase::kWork, Phase::kSearch,
                                 Phase::kWork}));
  EXPECT_EQ(track.spent(Phase::kWait) + track.spent(Phase::kSearch) + track.spent(Phase::kWork),
            end - spans.front().begin);
  EXPECT_GE(track.spent(Phase::kWork), meter.operatorCycles());
}

TEST(CycleMeter, AnUnusedMeterReportsZeros) {
  const LoopReport::Breakdown spent = CycleMeter().breakdown(0);
  EXPECT_EQ(spent.cycles, 0);
  EXPECT_EQ(spent.goodWork + spent.other + spent.overhead + spent.cyclesPerEnqueue, 0);
}

TEST(CycleMeter, MetersAddUp) {
  CycleMeter one, other;
  one.start();
  one.lap(Spent::kOperator);
  other.start();
  other.lap(Spent::kOperator);
  const std::uint64_t both = one.operatorCycles() + other.operatorCycles();
  one.add(other);
  EXPECT_EQ(one.operatorCycles(), both);
  EXPECT_EQ(one.operatorLaps(), 2u);
}

TEST(CycleMeter, TasksOfMetersAddUp) {
  CycleMeter one, other;
  one.add(Spent::kEnqueue, 100);
  one.enqueued(7);
  one.dequeued(1);
  other.add(Spent::kDequeue, 600);
  other.enqueued(3);
  other.dequeued(29);
  one.add(other);
  const LoopReport::Breakdown spent = one.breakdown(0, 0);
  EXPECT_EQ(spent.cyclesPerEnqueue, 10);
  EXPECT_EQ(spent.cyclesPerDequeue, 20);
}

TEST(NodeCycles, TheLastTaskOfANodeCounts) {
  NodeCycles nodes;
  EXPECT_EQ(nodes.total(), 0);
  nodes.set(7, 100);
  nodes.set(7, 30);
  nodes.set(std::numeric_limits<std::uint32_t>::max(), 5);
  EXPECT_EQ(nodes.total(), 35);
  nodes.set(7, std::numeric_limits<std::uint64_t>::max()); // the greatest value of a word
  EXPECT_EQ(nodes.total(), 5 + static_cast<double>(std::numeric_limits<std::uint32_t>::max()));
}

TEST(NodeCycles, ThreadsMakePagesTogether) {
  SharedMemSys system;
  const unsigned threads = setActiveThreads(4);
  NodeCycles nodes;
  on_each([&](unsigned thread, unsigned) {
    for (std::uint32_t i = 0; i < 50; ++i) {
      nodes.set(i << 16 | thread, 1);
    }
  });
  EXPECT_EQ(nodes.total(), 50 * threads);
}

} // namespace
} // namespace galois::runtime
