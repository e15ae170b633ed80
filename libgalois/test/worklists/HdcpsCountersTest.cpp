// The counters that HD-CPS reports as averages.
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/Hdcps.h"
#include "support/OnThread.h"
#include "support/SharedMemTest.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyKit.h"

namespace galois::test {
namespace {

using Task8 = Task<8>;
using Full = worklists::Hdcps<TaskPriority, Task8>;
using SrqTdf = worklists::Hdcps<TaskPriority, Task8, true, worklists::HdcpsSrqTdf>;

/// Returns what the first thread reports as an average under this name; nothing if no thread does.
template <typename WL>
std::optional<double> average(WL& wl, const std::string& wanted) {
  std::optional<double> found;
  wl.reportCounters([&](unsigned, const std::string& name, auto value) {
    if (name == wanted) {
      EXPECT_TRUE((std::is_same_v<decltype(value), worklists::Average>)) << name;
      EXPECT_EQ(found.value_or(static_cast<double>(value)), static_cast<double>(value))
          << "all threads report the same";
      found = static_cast<double>(value);
    }
  });
  return found;
}

template <typename WL>
void popAll(WL& wl) {
  while (wl.pop()) {
  }
}

using HdcpsCountersTest = SharedMemTest;

TEST_F(HdcpsCountersTest, ReportsTheAverageSizeOfBags) {
  setActiveThreads(1);
  Full wl;
  for (const std::uint32_t priority : {1u, 1u, 1u, 2u, 2u, 2u, 2u, 2u, 3u}) {
    wl.push(Task8(0, priority));
  }
  popAll(wl);
  EXPECT_EQ(average(wl, "bag_size"), 4.0);
  EXPECT_EQ(counter(wl, "empty_pops"), 1);
}

TEST_F(HdcpsCountersTest, ReportsTheMeanLengthOfQueuesAtTheEndsOfIntervals) {
  setActiveThreads(2);
  worklists::HdcpsParams params;
  params.interval = 10;
  params.drift.tdf = 1;
  SrqTdf wl(TaskPriority(), params);
  EXPECT_EQ(average(wl, "queue_length"), std::nullopt) << "no interval has ended";
  onThread(0, [&] {
    for (std::uint32_t i = 0; i < 100; ++i) {
      wl.push(Task8(i, i)); // one of them is sent
    }
    popAll(wl);
  });
  // The queue has 99 tasks, so that 89, 79, ... 9 are left when an interval ends.
  EXPECT_EQ(average(wl, "queue_length"), 49.0);
}

TEST_F(HdcpsCountersTest, ABagCountsAsOneEntryOfAQueue) {
  setActiveThreads(2);
  worklists::HdcpsParams params;
  params.interval = 1;
  params.drift.tdf = 1;
  Full wl(TaskPriority(), params);
  onThread(0, [&] {
    pushTasks(wl, 4, 7);
    popAll(wl);
  });
  // Before the second, third and fourth task, and before the pop that finds nothing, which ends the
  // last interval.
  EXPECT_EQ(average(wl, "queue_length"), 3.0 / 4);
}

TEST_F(HdcpsCountersTest, ABagWhoseTasksAreSentCountsAsOneEntryOfTheReceiver) {
  setActiveThreads(2);
  worklists::HdcpsParams params;
  params.interval = 1;
  params.drift.tdf = 100;
  params.bags.transport = worklists::BagTransport::kPush;
  Full wl(TaskPriority(), params);
  onThread(0, [&] {
    for (std::uint32_t i = 0; i < 8; ++i) {
      wl.push(Task8(i, i / 4)); // The first bag is kept, because the thread has no other task.
    }
    EXPECT_EQ(wl.pop()->priority, 0u);
  });
  EXPECT_EQ(counter(wl, "remote_pushes"), 4);
  onThread(1, [&] { popAll(wl); });
  EXPECT_EQ(average(wl, "queue_length"), 3.0 / 4) << "as in the test before";
}

TEST_F(HdcpsCountersTest, DriftIsMeasuredBetweenTheThreadsThatHaveATask) {
  setActiveThreads(2);
  worklists::HdcpsParams params;
  params.interval = 1;
  SrqTdf wl(TaskPriority(), params);
  const auto run = [&](unsigned thread, std::uint32_t priority) {
    onThread(thread, [&] {
      wl.push(Task8(0, priority)); // It is kept, because the thread has no other task.
      EXPECT_EQ(wl.pop()->priority, priority);
    });
  };
  run(0, 10);
  run(1, 40);
  run(0, 12); // ends an interval of thread 0
  run(1, 40); // ends one of thread 1, so that the drift is measured
  onThread(0, [&] { EXPECT_FALSE(wl.pop()); }); // ends one of thread 0
  run(1, 41);
  std::vector<double> drifts;
  wl.reportHistories([&](const std::string& name, std::uint64_t, double value) {
    if (name == "drift") {
      drifts.push_back(value);
    }
  });
  EXPECT_EQ(drifts, (std::vector<double>{14, 0})) << "the mean of 0 and 40 - 12, and of one thread";
}

} // namespace
} // namespace galois::test
