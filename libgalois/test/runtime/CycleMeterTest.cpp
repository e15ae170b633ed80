#include "galois/runtime/CycleMeter.h"

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
