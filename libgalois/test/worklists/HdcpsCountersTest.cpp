// The counters that HD-CPS reports as averages.
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/Hdcps.h"
#include "support/OnThread.h"
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

class HdcpsCountersTest : public ::testing::Test {
protected:
  SharedMemSys system_;
};

TEST_F(HdcpsCountersTest, ReportsTheAverageSizeOfBags) {
  setActiveThreads(1);
  Full wl;
  for (const std::uint32_t priority : {1u, 1u, 1u, 2u, 2u, 2u, 2u, 2u, 3u}) {
    wl.push(Task8(0, priority));
  }
  popAll(wl);
  EXPECT_EQ(average(wl, "bag_size"), 4.0);
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
    for (std::uint32_t i = 0; i < 4; ++i) {
      wl.push(Task8(i, 7));
    }
    popAll(wl);
  });
  // Before the second, third and fourth task, and before the pop that finds nothing, which ends the
  // last interval.
  EXPECT_EQ(average(wl, "queue_length"), 3.0 / 4);
}

} // namespace
} // namespace galois::test
