// The suites of all policies, for Minnow with an engine per core, on 16 simulated cores.
#include "galois/worklists/MinnowHardware.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Prefetch.h"
#include "galois/substrate/VirtualDevice.h"
#include "virtual/SixteenCores.h"
#include "virtual/ThrowingPushes.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

template <typename Container>
using MinnowOf =
    worklists::Minnow<TaskPriority, Container, int, int, true, worklists::MinnowEngines>;

using MinnowHwCase = ExactCase<MinnowOf<worklists::PerSocketChunkFIFO<64>>>;
/// Small chunks, so that the engines move many.
using SmallChunksCase = ExactCase<MinnowOf<worklists::PerSocketChunkLIFO<3>>>;
GALOIS_POLICY_SUITES(MinnowHw, MinnowHwCase);
GALOIS_POLICY_SUITE(MinnowHwSmallChunks, CasesOf<SmallChunksCase>);

using Task8 = Task<8>;
using Small = SmallChunksCase::Policy<Task8>;

class MinnowHardware : public ::testing::Test {
protected:
  SharedMemSys system_;

  static std::map<std::string, std::uint64_t> countersOf(Small& wl) {
    std::map<std::string, std::uint64_t> sums;
    wl.reportCounters(
        [&](unsigned /*thread*/, const char* name, std::uint64_t value) { sums[name] += value; });
    return sums;
  }
};

TEST(MinnowThrows, PushesThatThrowLoseAndRepeatNoTask) {
  expectEachOnceIfPushesThrow(kitOf<CaseWith<MinnowHwCase, 8>>());
  expectEachOnceIfPushesThrow(kitOf<CaseWith<SmallChunksCase, 8>>());
}

TEST_F(MinnowHardware, EnginesBringChunksToTheirWorkers) {
  setActiveThreads(2);
  Small wl;
  // The main thread publishes full chunks of three tasks, and keeps the last one open.
  for (std::uint32_t i = 0; i < 30; ++i) {
    wl.push(Task8(i / 6, 1));
  }
  on_each([&](unsigned tid, unsigned) {
    if (tid == 1) {
      for (unsigned i = 0; i < 12; ++i) {
        EXPECT_TRUE(wl.pop());
      }
    }
  });
  const auto counters = countersOf(wl);
  EXPECT_GE(counters.at("chunks_brought"), 3u);
  EXPECT_EQ(counters.at("chunks_received") + 1, counters.at("chunks_brought"))
      << "one chunk is still in the inbox";
}

TEST_F(MinnowHardware, ATaskFromTheEngineIsOneAccess) {
  using substrate::virt::deviceTime;
  const auto timeOf = [](std::size_t tasks) {
    const auto begin = deviceTime();
    worklists::MinnowEngines::deliver(tasks);
    return deviceTime() - begin;
  };
  const auto begin = deviceTime();
  substrate::virt::deviceStep(substrate::virt::DeviceWork::kQueueAccess);
  const auto access = deviceTime() - begin;
  EXPECT_GT(access, 0u);
  EXPECT_EQ(timeOf(0), 0u);
  EXPECT_EQ(timeOf(3), 3 * access);
}

TEST_F(MinnowHardware, EnginesPrefetchWhileTheyExist) {
  using substrate::virt::deviceTime;
  const std::vector<std::uint64_t> words(1024);
  const auto timeOf = [&words](std::size_t at) { // of the core, which prefetches one line
    const auto begin = deviceTime();
    substrate::prefetchToRead(&words[at]);
    return deviceTime() - begin;
  };
  EXPECT_GT(timeOf(0), 0u) << "the core does it itself";
  {
    const worklists::MinnowEngines engines{worklists::MinnowHardwareParams()};
    EXPECT_EQ(timeOf(100), 0u);
  }
  EXPECT_GT(timeOf(200), 0u);
}

TEST_F(MinnowHardware, AnEngineIsIdleWhenItsWorkIsDone) {
  using worklists::MinnowEngines;
  MinnowEngines::await();
  EXPECT_TRUE(MinnowEngines::idle());
  {
    const MinnowEngines::Scope scope;
    substrate::charge(substrate::Work::kUnit, 1000);
  }
  EXPECT_FALSE(MinnowEngines::idle());
  EXPECT_GT(MinnowEngines::await(), 0u);
  EXPECT_TRUE(MinnowEngines::idle());
}

TEST_F(MinnowHardware, AChunkAheadIsThereForWorkersWithoutTasks) {
  setActiveThreads(2);
  Small wl;
  for (std::uint32_t i = 0; i < 6; ++i) {
    wl.push(Task8(1, 1)); // two chunks: thread 1 takes one, and its engine the other
  }
  on_each([&](unsigned tid, unsigned) {
    if (tid == 1) {
      EXPECT_TRUE(wl.pop());
    }
  });
  unsigned found = 0;
  on_each([&](unsigned tid, unsigned) {
    if (tid == 0) {
      while (wl.pop()) {
        ++found;
      }
    }
  });
  EXPECT_EQ(found, 3u);
}

} // namespace
} // namespace galois::test
