// Runs hdcps-hw and hdcps-hrq with hardware queues of one and two entries, under seeded schedules
// with injected faults. Such queues overflow all the time. SeededSchedulesTest.cpp runs the same
// policies with the default sizes.
#include <algorithm>
#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "SeededSchedules.h"
#include "analytics/scheduler/worklists/HdcpsHrq.h"
#include "analytics/scheduler/worklists/HdcpsHw.h"
#include "galois/SharedMemSys.h"
#include "galois/substrate/VirtualMachine.h"
#include "support/VirtualSeeds.h"

namespace virtual_policies {
namespace {

namespace virt = galois::substrate::virt;
using galois::test::forEachSeed;
using galois::test::kMishaps;
using galois::test::kStall;
using lonestar::worklists::HdcpsHrq;
using lonestar::worklists::HdcpsHw;

constexpr std::uint32_t kTasks = 300;

class HardwareQueues : public ::testing::Test {
protected:
  template <typename Policy>
  static lonestar::WorklistSettings withSizes(std::uint32_t receive, std::uint32_t priority) {
    lonestar::WorklistSettings settings(Policy::info());
    settings.set(lonestar::worklists::kHwHrq, receive);
    if (Policy::info().name == HdcpsHw::info().name) {
      settings.set(lonestar::worklists::kHwHpq, priority);
    }
    return settings;
  }

  template <typename Policy>
  static void expectEachOnce(const lonestar::WorklistSettings& settings, std::uint32_t tasks) {
    const Delivered delivered = deliver<Policy>(tasks, settings);
    const std::vector<std::uint32_t>& times = delivered.times;
    EXPECT_EQ(std::count(times.begin(), times.end(), 0u), 0) << "lost";
    EXPECT_EQ(std::count(times.begin(), times.end(), 1u), tasks) << "repeated";
    EXPECT_EQ(delivered.afterEnd, 0u) << "tasks were running when the end was announced";
  }

  struct Sizes {
    std::uint32_t receive, priority;
  };
  static constexpr Sizes kSizes[] = {{1, 1}, {2, 2}, {1, 2}, {0, 1}, {2, 0}};

  galois::SharedMemSys system_;
};

TEST_F(HardwareQueues, LoopsDeliverEachTaskOnce) {
  for (const auto& [receive, priority] : kSizes) {
    SCOPED_TRACE(fmt::format("hrq {}, hpq {}", receive, priority));
    forEachSeed(std::string(kMishaps) + kStall, [&, r = receive, p = priority](unsigned) {
      expectEachOnce<HdcpsHw>(withSizes<HdcpsHw>(r, p), kTasks);
    });
  }
  for (const std::uint32_t receive : {1u, 2u}) {
    SCOPED_TRACE(fmt::format("hrq {}", receive));
    forEachSeed(std::string(kMishaps) + kStall, [&](unsigned) {
      expectEachOnce<HdcpsHrq>(withSizes<HdcpsHrq>(receive, 0), kTasks);
    });
  }
}

/// Messages take long, so many are in flight when threads run out of tasks.
TEST_F(HardwareQueues, SlowMessagesAreNotLost) {
  for (const auto& [receive, priority] : kSizes) {
    SCOPED_TRACE(fmt::format("hrq {}, hpq {}", receive, priority));
    forEachSeed(std::string(kMishaps) + "hop 20000 ns\ninterrupt 500 ns\n",
                [&, r = receive, p = priority](unsigned) {
                  expectEachOnce<HdcpsHw>(withSizes<HdcpsHw>(r, p), kTasks);
                });
  }
}

/// Bags displace tasks and are displaced, because all tasks have one of few priorities.
TEST_F(HardwareQueues, LoopsWithEqualPrioritiesDeliverEachTaskOnce) {
  for (const auto& [receive, priority] : kSizes) {
    SCOPED_TRACE(fmt::format("hrq {}, hpq {}", receive, priority));
    lonestar::WorklistSettings settings = withSizes<HdcpsHw>(receive, priority);
    settings.set(lonestar::worklists::kHdcpsBagMin, 2);
    settings.shift = 8;
    forEachSeed(
        kMishaps, [&](unsigned) { expectEachOnce<HdcpsHw>(settings, 3000); }, /*less=*/10);
  }
}

TEST_F(HardwareQueues, FailedAllocationsRepeatNoTask) {
  unsigned ended = 0, loops = 0;
  for (const auto& [receive, priority] : kSizes) {
    const lonestar::WorklistSettings settings = withSizes<HdcpsHw>(receive, priority);
    SCOPED_TRACE(fmt::format("hrq {}, hpq {}", receive, priority));
    for (const char* chance : {"0.1", "0.01"}) {
      forEachSeed(fmt::format("{}failed-allocation {} share\n", kMishaps, chance), [&](unsigned) {
        Delivered delivered(kTasks);
        const std::vector<std::uint32_t>& times = delivered.times;
        ++loops;
        try {
          deliverInto<HdcpsHw>(delivered, settings);
        } catch (const std::bad_alloc&) {
          ++ended;
          EXPECT_EQ(std::count_if(times.begin(), times.end(), [](auto n) { return n > 1; }), 0);
          return;
        }
        EXPECT_EQ(std::count(times.begin(), times.end(), 1u), kTasks) << "lost or repeated";
      });
    }
  }
  if (!std::getenv("GALOIS_TEST_SEED")) {
    EXPECT_GT(ended, loops / 10);
  }
}

TEST_F(HardwareQueues, AStoppedThreadStopsNoOtherThread) {
  unsigned stalls = 0;
  for (const auto& [receive, priority] : kSizes) {
    SCOPED_TRACE(fmt::format("hrq {}, hpq {}", receive, priority));
    const lonestar::WorklistSettings settings = withSizes<HdcpsHw>(receive, priority);
    forEachSeed(std::string(kMishaps) + kStall, [&](unsigned threads) {
      const StallReport report = stallOne<HdcpsHw>(kTasks, settings);
      ASSERT_FALSE(report.skipped);
      EXPECT_EQ(std::count(report.times.begin(), report.times.end(), 1u), kTasks);
      const virt::Stall stall = virt::stall();
      if (!stall.happened || stall.from < report.begun || report.ended < stall.to) {
        return; // as in SeededSchedulesTest.cpp
      }
      ++stalls;
      for (unsigned tid = 0; tid < threads; ++tid) {
        EXPECT_TRUE(tid == stall.core || report.moved[tid])
            << "thread " << tid << " waits for thread " << stall.core;
      }
    });
  }
  if (!std::getenv("GALOIS_TEST_SEED")) {
    EXPECT_GT(stalls, 20u);
  }
}

TEST_F(HardwareQueues, LoopsOnManyCoresDeliverEachTaskOnce) {
  for (const auto& [receive, priority] : kSizes) {
    SCOPED_TRACE(fmt::format("hrq {}, hpq {}", receive, priority));
    const lonestar::WorklistSettings settings = withSizes<HdcpsHw>(receive, priority);
    forEachSeed(std::string(kMishaps) + kStall,
                [&](unsigned) { expectEachOnce<HdcpsHw>(settings, 4000); },
                /*less=*/100, {17, 72});
  }
}

} // namespace
} // namespace virtual_policies
