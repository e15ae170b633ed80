#include "galois/substrate/VirtualDevice.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Prefetch.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/substrate/VirtualAtomics.h"
#include "galois/substrate/VirtualMachine.h"

namespace galois::substrate {
namespace {

using virt::DeviceTime;
using virt::DeviceWork;

constexpr DeviceTime kNs = 1000;

void simulate(unsigned cores) {
  virt::Setup setup;
  setup.cores = cores;
  setup.costs = "mesh-width 8 tiles\nhop 2 ns\nflit 1 ns\nmessage-flits 3 flits\n"
                "queue-access 5 ns\ninterrupt 40 ns\nedge 4 ns\n";
  virt::configure(setup);
}

TEST(Device, StepsTakeTheirTime) {
  simulate(1);
  const DeviceTime begin = virt::deviceTime();
  virt::deviceStep(DeviceWork::kLook);
  EXPECT_EQ(virt::deviceTime(), begin);
  virt::deviceStep(DeviceWork::kQueueAccess);
  EXPECT_EQ(virt::deviceTime(), begin + 5 * kNs);
  virt::deviceStep(DeviceWork::kInterrupt);
  EXPECT_EQ(virt::deviceTime(), begin + 45 * kNs);
  virt::deviceWait(begin + 100 * kNs);
  EXPECT_EQ(virt::deviceTime(), begin + 100 * kNs);
  virt::deviceWait(begin);
  EXPECT_EQ(virt::deviceTime(), begin + 100 * kNs);
}

/// What follows a step happens after everything that others do at an earlier time.
TEST(Device, StepsAreInTheOrderOfVirtualTime) {
  for (const unsigned cores : {2u, 3u, 64u, 256u}) {
    simulate(cores);
    std::vector<DeviceTime> when;
    getThreadPool().run(cores, [&] {
      const unsigned tid = ThreadPool::getTID();
      for (unsigned i = 0; i < 100; ++i) {
        charge(Work::kEdge, 1 + (tid * 7 + i) % 13);
        virt::deviceStep(i % 2 == 0 ? DeviceWork::kQueueAccess : DeviceWork::kLook);
        // The order is that of the steps' begins.
        when.push_back(virt::deviceTime() - (i % 2 == 0 ? 5 * kNs : 0));
      }
    });
    EXPECT_EQ(when.size(), cores * 100u);
    EXPECT_TRUE(std::is_sorted(when.begin(), when.end())) << cores;
  }
}

TEST(Device, MessagesCrossTheMeshWithoutTheSender) {
  simulate(64);
  const DeviceTime begin = virt::deviceTime();
  EXPECT_EQ(virt::sendMessage(63), begin + 30 * kNs);
  EXPECT_EQ(virt::sendMessage(63), begin + 33 * kNs);
  EXPECT_EQ(virt::sendMessage(64 + 8), begin + 4 * kNs); // Thread 72 is on core 8.
  EXPECT_EQ(virt::deviceTime(), begin);
  DeviceTime back = 0, sent = 0;
  getThreadPool().run(64, [&] {
    if (ThreadPool::getTID() == 63) {
      sent = virt::deviceTime();
      back = virt::sendMessage(0);
    }
  });
  EXPECT_EQ(back, sent + 30 * kNs);
}

TEST(Device, AnEngineHasAClockOfItsOwn) {
  simulate(1);
  const DeviceTime begin = virt::deviceTime();
  {
    const virt::EngineScope scope;
    charge(Work::kEdge, 10);
  }
  EXPECT_EQ(virt::deviceTime(), begin);
  charge(Work::kEdge, 1);
  {
    const virt::EngineScope scope; // It begins when the engine has finished.
    charge(Work::kEdge, 5);
  }
  EXPECT_EQ(virt::deviceTime(), begin + 4 * kNs);
  EXPECT_EQ(virt::waitForEngine(), 56 * kNs);
  EXPECT_EQ(virt::deviceTime(), begin + 60 * kNs);
  EXPECT_EQ(virt::waitForEngine(), 0u);
  charge(Work::kEdge, 100);
  EXPECT_EQ(virt::waitForEngine(), 0u);
  {
    const virt::EngineScope scope; // An idle engine begins at once.
    charge(Work::kEdge, 3);
  }
  EXPECT_EQ(virt::waitForEngine(), 12 * kNs);
}

TEST(Device, EnginesOfCoresWorkAtOnce) {
  simulate(4);
  std::vector<DeviceTime> waited(4);
  getThreadPool().run(4, [&] {
    const unsigned tid = ThreadPool::getTID();
    {
      const virt::EngineScope scope;
      charge(Work::kEdge, 1000 * (tid + 1));
    }
    waited[tid] = virt::waitForEngine();
  });
  for (unsigned tid = 0; tid < 4; ++tid) {
    EXPECT_EQ(waited[tid], 4000 * (tid + 1) * kNs);
  }
}

/// Memory that the engine has read is in its core's cache.
TEST(Device, AnEngineChargesMemoryToItself) {
  simulate(1);
  std::vector<std::uint64_t> memory(64);
  const DeviceTime begin = virt::deviceTime();
  {
    const virt::EngineScope scope;
    chargeMemory(memory.data(), sizeof(std::uint64_t));
  }
  EXPECT_EQ(virt::deviceTime(), begin);
  EXPECT_EQ(virt::waitForEngine(), 91 * kNs);
  chargeMemory(memory.data(), sizeof(std::uint64_t));
  EXPECT_EQ(virt::deviceTime(), begin + 92 * kNs);
}

/// Within the scope the engine's clock counts, also for accesses to shared words, and other cores
/// run until then. Afterwards the core continues where it was.
TEST(Device, AnEngineMayAccessSharedWords) {
  simulate(2);
  VirtualAtomics::Atomic<int> word{0};
  DeviceTime begun = 0, after = 0, seen = 0;
  int found = 0;
  bool idleBefore = false, idleAfter = true;
  getThreadPool().run(2, [&] {
    if (ThreadPool::getTID() == 0) {
      begun = virt::deviceTime();
      idleBefore = virt::engineIsIdle();
      {
        const virt::SharedEngineScope scope;
        charge(Work::kEdge, 100000);
        found = word.load(order::relaxed); // 400 us later, after the store of the other core
      }
      after = virt::deviceTime();
      idleAfter = virt::engineIsIdle();
      virt::waitForEngine();
      seen = virt::deviceTime();
    } else {
      charge(Work::kEdge, 300);
      word.store(1, order::relaxed);
    }
  });
  EXPECT_EQ(found, 1);
  EXPECT_EQ(after, begun);
  EXPECT_TRUE(idleBefore);
  EXPECT_FALSE(idleAfter);
  EXPECT_GE(seen, begun + 400'000 * kNs);
  EXPECT_LT(seen, begun + 401'000 * kNs);
}

/// If another thread of the core ran within the scope, the core does not go back in time.
TEST(Device, AnEngineDoesNotSetBackWhatOthersHaveSeen) {
  simulate(1);
  constexpr unsigned kThreads = 3;
  std::vector<DeviceTime> when;
  getThreadPool().run(kThreads, [&] {
    for (unsigned i = 0; i < 50; ++i) {
      {
        const virt::SharedEngineScope scope;
        charge(Work::kEdge, 100);
        virt::yield(); // another thread of the core runs
        charge(Work::kEdge, 100);
      }
      when.push_back(virt::deviceTime());
    }
  });
  EXPECT_EQ(when.size(), kThreads * 50u);
  EXPECT_GE(when.back(), 100 * 50 * kNs);
}

/// Engines prefetch even if cores cannot, and cores spend no time on it.
TEST(Device, EnginesPrefetchForTheirCores) {
  for (const unsigned lines : {0u, 2u}) {
    virt::Setup setup;
    setup.cores = 1;
    setup.costs =
        "memory 100 ns\nhit 1 ns\nprefetches 0 lines\nbandwidth 0 GB/s\ndata-overlap 1 misses\n";
    virt::configure(setup);
    virt::setEnginePrefetches(lines);
    std::vector<std::uint64_t> words(64);
    const DeviceTime begin = virt::deviceTime();
    for (const std::size_t at : {0u, 16u, 32u}) {
      prefetchToRead(&words[at]);
    }
    EXPECT_EQ(virt::deviceTime(), begin);
    for (const std::size_t at : {0u, 16u, 32u}) {
      virt::access(&words[at], virt::Access::kLoad);
    }
    // With two lines at once, the third arrives 200 ns after the begin.
    EXPECT_EQ(virt::deviceTime() - begin, (lines == 0 ? 300 : 201) * kNs);
    virt::setEnginePrefetches(0);
  }
}

} // namespace
} // namespace galois::substrate
