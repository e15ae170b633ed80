// Runs every policy under seeded schedules with injected faults. Threads are delayed at any access
// to shared memory, locks and weak exchanges fail spuriously, a thread stops for good, and memory
// runs out. Each task must be delivered once, and the end of a loop must not be announced before. A
// failure message says how to repeat it. GALOIS_TEST_LONG=1 tries thousands of seeds per policy
// instead of hundreds.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "SeededSchedules.h"
#include "analytics/scheduler/worklists/MultiQueues.h"
#include "galois/Loops.h"
#include "galois/SharedMemSys.h"
#include "galois/substrate/PagePool.h"
#include "galois/substrate/VirtualMachine.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "support/VirtualSeeds.h"

namespace virtual_policies {
namespace {

namespace virt = galois::substrate::virt;
using galois::test::forEachSeed;
using galois::test::kMishaps;
using galois::test::kStall;

constexpr std::uint32_t kTasks = 300;
/// Memory that is allocated once and kept, but only by the second loop on a machine, because the
/// first one failed too soon.
constexpr std::int64_t kKept = 30;

class SeededSchedules : public ::testing::Test {
protected:
  static void expectEachOnce(const std::vector<std::uint32_t>& times, std::uint32_t tasks,
                             const std::string& policy) {
    ASSERT_EQ(times.size(), tasks);
    EXPECT_EQ(std::count(times.begin(), times.end(), 0u), 0) << "lost by " << policy;
    EXPECT_EQ(std::count(times.begin(), times.end(), 1u), tasks) << "repeated by " << policy;
  }

  static void expectEachOnce(const Delivered& delivered, std::uint32_t tasks,
                             const std::string& policy) {
    expectEachOnce(delivered.times, tasks, policy);
    EXPECT_EQ(delivered.afterEnd, 0u)
        << "tasks were running under " << policy << " when their loop's end was announced";
  }

  galois::SharedMemSys system_;
};

TEST_F(SeededSchedules, LoopsDeliverEachTaskOnce) {
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    forEachSeed(std::string(kMishaps) + kStall, [&](unsigned) {
      lonestar::visitWorklist(info, [&](auto tag) {
        using Policy = typename decltype(tag)::type;
        expectEachOnce(deliver<Policy>(kTasks, lonestar::WorklistSettings(info)), kTasks,
                       info.name);
      });
    });
  }
}

/// All tasks have one priority, and there are enough of them for memory to be reused.
TEST_F(SeededSchedules, LoopsWithEqualPrioritiesDeliverEachTaskOnce) {
  constexpr std::uint32_t kMany = 3000;
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    lonestar::WorklistSettings equal(info);
    equal.shift = 31;
    forEachSeed(
        kMishaps,
        [&](unsigned) {
          lonestar::visitWorklist(info, [&](auto tag) {
            using Policy = typename decltype(tag)::type;
            expectEachOnce(deliver<Policy>(kMany, equal), kMany, info.name);
          });
        },
        /*less=*/10);
  }
}

/// Runs a loop under `Policy` while memory is short. Returns whether it ended with std::bad_alloc.
template <typename Policy>
bool runsOutOfMemory(const lonestar::WorklistInfo& info) {
  Delivered delivered(kTasks);
  const std::vector<std::uint32_t>& times = delivered.times;
  try {
    deliverInto<Policy>(delivered, lonestar::WorklistSettings(info));
  } catch (const std::bad_alloc&) {
    EXPECT_GT(virt::failedAllocations(), 0u);
    EXPECT_EQ(std::count_if(times.begin(), times.end(), [](auto n) { return n > 1; }), 0)
        << "repeated by " << info.name;
    return true;
  }
  // A policy may ignore failed allocations that only serve its speed.
  EXPECT_EQ(std::count(times.begin(), times.end(), 1u), kTasks)
      << "lost or repeated by " << info.name;
  return false;
}

/// The loop ends on all threads, the exception reaches the caller, and all memory is freed.
TEST_F(SeededSchedules, FailedAllocationsEndTheLoopAndNothingElse) {
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    unsigned ended = 0, loops = 0;
    std::int64_t kept = 0;
    const auto check = [&](unsigned threads) {
      const auto loop = [&] {
        lonestar::visitWorklist(info, [&](auto tag) {
          using Policy = typename decltype(tag)::type;
          ended += runsOutOfMemory<Policy>(info);
        });
        ++loops;
      };
      const auto held = [] {
        return static_cast<std::int64_t>(virt::livingAllocations() +
                                         galois::substrate::numPagePoolAllocTotal());
      };
      loop(); // It allocates what a machine needs once.
      const std::int64_t before = held();
      loop();
      kept += held() - before;
      std::vector<unsigned> came(threads);
      galois::on_each([&came](unsigned tid, unsigned) { ++came[tid]; });
      EXPECT_EQ(came, std::vector<unsigned>(threads, 1)) << info.name;
    };
    for (const char* chance : {"0.1", "0.01"}) { // Allocations fail early, or late.
      forEachSeed(fmt::format("{}failed-allocation {} share\n", kMishaps, chance), check);
    }
    EXPECT_LE(kept, kKept) << "leaked by " << info.name << " in " << loops << " loops";
    if (!std::getenv("GALOIS_TEST_SEED")) {
      EXPECT_GT(ended, loops / 10) << info.name << ": too few loops ran out of memory";
    }
    if (HasFailure()) {
      return;
    }
  }
}

/// Whether a thread that finds no task waits for one that holds a lock: in the last check of every
/// queue where both of two queues are locked, see galois/worklists/MultiQueue.h.
bool waitsForLocks(const lonestar::WorklistInfo& info) {
  return lonestar::WorklistSettings(info)[lonestar::worklists::kMqLock] == 1;
}

TEST_F(SeededSchedules, AStoppedThreadStopsNoOtherThread) {
  unsigned stalls = 0;
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    unsigned waited = 0;
    forEachSeed(std::string(kMishaps) + kStall, [&](unsigned threads) {
      StallReport report;
      lonestar::visitWorklist(info, [&](auto tag) {
        using Policy = typename decltype(tag)::type;
        report = stallOne<Policy>(kTasks, lonestar::WorklistSettings(info));
      });
      if (report.skipped) {
        return;
      }
      expectEachOnce(report.times, kTasks, info.name);
      const virt::Stall stall = virt::stall();
      if (!stall.happened || stall.from < report.begun || report.ended < stall.to) {
        return; // It stopped before the others were woken, or the others have run all tasks
                // meanwhile.
      }
      ++stalls;
      for (unsigned tid = 0; tid < threads; ++tid) {
        const bool waits = tid != stall.core && !report.moved[tid];
        waited += waits;
        EXPECT_TRUE(!waits || waitsForLocks(info))
            << "thread " << tid << " waits inside " << info.name << " for thread " << stall.core;
      }
    });
    if (waitsForLocks(info) && !std::getenv("GALOIS_TEST_SEED")) {
      EXPECT_GT(waited, 0u) << info.name << " waits for no lock, so that nothing excuses it";
    }
  }
  if (!std::getenv("GALOIS_TEST_SEED")) {
    EXPECT_GT(stalls, 10 * lonestar::allWorklists().size()) << "too few runs had a stall";
  }
}

/// There are more cores than a word has bits or one list of chunks serves, and thousands of tasks.
/// This test is the last one, because what the process allocates once for 72 threads would count as
/// kept memory in the test of failed allocations.
TEST_F(SeededSchedules, LoopsOnManyCoresDeliverEachTaskOnce) {
  constexpr std::uint32_t kMany = 4000;
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    forEachSeed(std::string(kMishaps) + kStall,
                [&](unsigned) {
                  lonestar::visitWorklist(info, [&](auto tag) {
                    using Policy = typename decltype(tag)::type;
                    expectEachOnce(deliver<Policy>(kMany, lonestar::WorklistSettings(info)), kMany,
                                   info.name);
                  });
                },
                /*less=*/100, {17, 72});
  }
}

} // namespace
} // namespace virtual_policies
