#include "galois/worklists/parts/drift/DriftMonitor.h"

#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "support/CountedHeap.h"

namespace galois::worklists {
namespace {

using Index = std::uint32_t;

struct Threads {
  explicit Threads(std::size_t n) : shown(n) {}
  const ShownWork<Index>& operator()(unsigned thread) const { return shown[thread]; }
  std::vector<ShownWork<Index>> shown;
};

std::vector<double> history(const DriftMonitor<Index>& monitor, const std::string& wanted) {
  std::vector<double> out;
  std::uint64_t last = 0;
  const auto sink = [&](const std::string& name, std::uint64_t when, double value) {
    EXPECT_GE(when, last);
    last = when;
    if (name == wanted) {
      out.push_back(value);
    }
  };
  monitor.report(sink);
  return out;
}
using Values = std::vector<double>;

TEST(DriftMonitor, MeasuresFromTheMostUrgentTaskAndScalesNothing) {
  DriftMonitor<Index> monitor(DriftParams(), true);
  Threads threads(3);
  threads.shown[0].working(30); // The distance is not measured from the first thread's priority.
  threads.shown[1].working(10);
  threads.shown[2].working(14);
  for (int thread = 0; thread < 3; ++thread) {
    monitor.endInterval(3, threads);
  }
  EXPECT_EQ(history(monitor, "drift"), Values{8});
}

TEST(DriftMonitor, DecidesWhenAsManyIntervalsHaveEndedAsThereAreThreads) {
  DriftMonitor<Index> monitor(DriftParams(), true);
  Threads threads(2);
  threads.shown[0].working(0);
  threads.shown[1].working(100);
  monitor.endInterval(2, threads);
  EXPECT_TRUE(history(monitor, "drift").empty());
  monitor.endInterval(2, threads);
  EXPECT_EQ(history(monitor, "drift"), Values{50});
  EXPECT_EQ(monitor.tdf(), 50u);
  threads.shown[1].working(40);
  monitor.endInterval(
      2, threads); // One thread may end both intervals, so that no thread waits for another.
  monitor.endInterval(2, threads);
  EXPECT_EQ(history(monitor, "drift"), (Values{50, 20}));
  EXPECT_EQ(monitor.tdf(), 40u);
  EXPECT_EQ(history(monitor, "tdf"), (Values{50, 50, 40}));
}

TEST(DriftMonitor, ThreadsWithoutATaskDoNotCount) {
  DriftMonitor<Index> monitor(DriftParams(), true);
  Threads threads(4);
  threads.shown[0].working(0);
  threads.shown[0].idle(); // Its last priority does not count any more.
  threads.shown[2].working(100);
  threads.shown[3].working(110);
  for (int i = 0; i < 4; ++i) {
    monitor.endInterval(4, threads);
  }
  EXPECT_EQ(history(monitor, "drift"), Values{5});
}

TEST(DriftMonitor, UsesANewTdfAfterTheDelay) {
  DriftParams params;
  params.delay = 1;
  DriftMonitor<Index> monitor(params, true);
  Threads threads(2);
  threads.shown[0].working(0);
  std::vector<std::uint32_t> used;
  for (const Index priority : {100u, 40u, 30u, 90u}) {
    threads.shown[1].working(priority);
    monitor.endInterval(2, threads);
    monitor.endInterval(2, threads);
    used.push_back(monitor.tdf());
  }
  EXPECT_EQ(history(monitor, "tdf"), (Values{50, 50, 40, 30, 40})); // as decided
  EXPECT_EQ(used, (std::vector<std::uint32_t>{50, 50, 40, 30}));
}

TEST(DriftMonitor, WithoutFeedbackOnlyMeasures) {
  DriftMonitor<Index> monitor(DriftParams(), false);
  Threads threads(1);
  for (const Index priority : {5u, 6u, 7u}) {
    threads.shown[0].working(priority);
    monitor.endInterval(1, threads);
  }
  EXPECT_EQ(monitor.tdf(), 50u);
  EXPECT_EQ(history(monitor, "drift"), (Values{0, 0, 0}));
  EXPECT_TRUE(history(monitor, "tdf").empty());
}

TEST(DriftMonitor, ALongLoopTakesBoundedMemory) {
  constexpr Index kDecisions = 150000;
  DriftMonitor<Index> monitor(DriftParams(), true);
  Threads threads(2);
  threads.shown[0].working(0);
  for (Index i = 0; i < kDecisions; ++i) {
    threads.shown[1].working(2 * i); // so that the drift is i
    monitor.endInterval(2, threads);
    monitor.endInterval(2, threads);
  }
  const Values drift = history(monitor, "drift");
  EXPECT_GE(drift.size(), 1u << 14);
  EXPECT_LE(drift.size(), (1u << 15) + 1);
  EXPECT_EQ(history(monitor, "tdf").size(), drift.size() + 1);
  EXPECT_EQ(drift.front(), 0);
  EXPECT_EQ(drift.back(), kDecisions - 1);
}

TEST(DriftMonitor, ThreadsMayEndIntervalsAtOnce) {
  SharedMemSys system;
  constexpr unsigned kThreads = 4;
  setActiveThreads(kThreads);
  DriftMonitor<Index> monitor(DriftParams(), true);
  Threads threads(kThreads);
  on_each([&](unsigned tid, unsigned) {
    for (Index i = 0; i < 2000; ++i) {
      threads.shown[tid].working(i * (tid + 1));
      if (i % 7 == 0) {
        threads.shown[tid].idle();
      }
      EXPECT_GE(monitor.tdf(), 10u);
      EXPECT_LE(monitor.tdf(), 100u);
      monitor.endInterval(kThreads, threads);
    }
  });
  // A decision is skipped while another one is in progress.
  EXPECT_GE(history(monitor, "drift").size(), 1u);
  EXPECT_LE(history(monitor, "drift").size(), 2000u);
}

TEST(DriftMonitor, ThreadZeroMayDecideAlone) {
  DriftParams params;
  params.tdf = 10;
  DriftMonitor<Index> monitor(params, true, 20);
  Threads threads(3);
  threads.shown[0].working(30);
  threads.shown[1].working(10);
  threads.shown[2].working(34);
  threads.shown[2].idle(); // its latest task counts
  monitor.decideFromFirst(3, threads);
  threads.shown[0].working(40);
  monitor.decideFromFirst(3, threads);
  monitor.decideFromFirst(2, threads);
  threads.shown[1].working(0);
  monitor.decideFromFirst(2, threads);
  EXPECT_EQ(history(monitor, "drift"), (Values{8, 12, 15, 20}));
  EXPECT_EQ(history(monitor, "tdf"), (Values{10, 10, 20, 10, 20}));
}

// Another thread, which does not know of it, sends its priority next.
TEST(DriftMonitor, APriorityForWhichThereIsNoMemoryIsNotSent) {
  using test::CountedHeap;
  bool failed = true;
  for (int failing = 0; failed; ++failing) {
    DriftMonitor<Index> monitor(DriftParams(), true);
    failed = false;
    CountedHeap::failAfter(failing);
    try {
      monitor.sendPriority(1, 2, 30);
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    CountedHeap::failAfter(-1);
    monitor.sendPriority(0, 2, 10);
    EXPECT_EQ(history(monitor, "drift").size(), failed ? 0u : 1u) << "allocation " << failing;
    monitor.sendPriority(1, 2, 14);
    monitor.sendPriority(0, 2, 10);
    EXPECT_EQ(history(monitor, "drift").size(), failed ? 1u : 2u);
  }
}

} // namespace
} // namespace galois::worklists
