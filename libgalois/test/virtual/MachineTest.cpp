#include "galois/substrate/VirtualMachine.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/CacheLineStorage.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/HWTopo.h"
#include "galois/substrate/ParkingGate.h"
#include "galois/substrate/SimpleLock.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {
namespace {

void simulate(unsigned cores, const std::string& topology = "", std::uint64_t seed = 1) {
  virt::Setup setup;
  setup.cores = cores;
  setup.topology = topology;
  setup.seed = seed;
  virt::configure(setup);
}

struct alignas(kCacheLineSize) Padded {
  Atomic<std::uint64_t> word{0};
};

/// Starts the threads, so that a measured region does not have to.
void warmUp(unsigned threads) {
  getThreadPool().run(threads, [] {});
}

TEST(VirtualMachine, AccessesHappenInTheOrderOfVirtualTime) {
  for (const unsigned cores : {2u, 3u, 64u, 256u}) {
    simulate(cores);
    std::vector<Padded> own(cores);
    std::vector<std::uint64_t> when;
    getThreadPool().run(cores, [&] {
      const unsigned tid = ThreadPool::getTID();
      own[tid].word.fetch_add(1); // From now on this core owns the line.
      for (unsigned i = 0; i < 100; ++i) {
        own[tid].word.load();
        when.push_back(nowNs()); // A hit costs the same on all cores.
        charge(Work::kEdge, 1 + (tid * 7 + i) % 13);
      }
    });
    EXPECT_EQ(when.size(), cores * 100u);
    EXPECT_TRUE(std::is_sorted(when.begin(), when.end())) << cores;
  }
}

TEST(VirtualMachine, OneLineServesOneWriterAtATimeAndManyLinesAllAtOnce) {
  constexpr unsigned kCores = 64;
  simulate(kCores, "pack:4 core:16");
  warmUp(kCores);
  std::vector<Padded> own(kCores);
  Padded shared;
  auto slowest = [&](auto&& access) {
    std::uint64_t longest = 0;
    std::unique_ptr<Barrier> barrier = createTopoBarrier(kCores);
    getThreadPool().run(kCores, [&] {
      const unsigned tid = ThreadPool::getTID();
      barrier->wait();
      own[tid].word.fetch_add(
          1); // It waits until the store buffer is empty, and then owns its line.
      const std::uint64_t begin = nowNs();
      for (unsigned i = 0; i < 20; ++i) {
        access(tid);
      }
      longest = std::max(longest, nowNs() - begin);
    });
    return longest;
  };
  const std::uint64_t apart = slowest([&](unsigned tid) { own[tid].word.fetch_add(1); });
  const std::uint64_t together = slowest([&](unsigned) { shared.word.fetch_add(1); });
  EXPECT_EQ(shared.word.load(), 20u * kCores);
  EXPECT_EQ(apart, 20u * 6); // Each takes a hit and an update.
  EXPECT_GT(together, 15u * kCores * 60);
}

TEST(VirtualMachine, AParkedThreadCostsNothingAndWakesAfterTheSignal) {
  simulate(2);
  warmUp(2);
  ParkingGate<> gate;
  std::uint64_t signalled = 0, woken = 0, events = 0;
  getThreadPool().run(2, [&] {
    if (ThreadPool::getTID() == 0) {
      charge(Work::kEdge,
             1000000); // This takes 4 ms, and the other thread falls asleep much earlier.
      signalled = nowNs();
      events = virt::describe().events;
      gate.signal();
    } else {
      gate.wait();
      woken = nowNs();
    }
  });
  EXPECT_GE(woken, signalled + 4000); // the cost of waking up
  EXPECT_LE(woken, signalled + 20000);
  EXPECT_LE(events, 1000u);
}

TEST(VirtualMachine, ManyThreadsOnOneCoreShareItsTime) {
  simulate(2);
  warmUp(8);
  std::vector<std::uint64_t> ends;
  const std::uint64_t begin = nowNs();
  Padded own[8];
  getThreadPool().run(8, [&] {
    for (unsigned i = 0; i < 1000; ++i) {
      charge(Work::kEdge, 2500); // This takes 10 us.
      own[ThreadPool::getTID()].word.fetch_add(1);
    }
    ends.push_back(nowNs());
  });
  ASSERT_EQ(ends.size(), 8u);
  const std::uint64_t took = *std::max_element(ends.begin(), ends.end()) - begin;
  EXPECT_GE(took, 4u * 10000000); // Four threads per core run for 10 ms each.
  EXPECT_LE(took, 4u * 10000000 + 2000000);
  // The threads take turns instead of running one after the other, so the first one to end has
  // waited for others.
  EXPECT_GE(*std::min_element(ends.begin(), ends.end()) - begin, 25000000u);
}

TEST(VirtualMachine, LocksAndBarriersHold) {
  for (const unsigned cores : {3u, 17u, 64u, 256u}) {
    simulate(cores);
    SimpleLock lock;
    std::uint64_t inside = 0, sum = 0;
    for (auto make : {createTopoBarrier, createCountingBarrier, createMCSBarrier,
                      createDisseminationBarrier, createPthreadBarrier}) {
      const std::unique_ptr<Barrier> barrier = make(cores);
      Padded arrived;
      getThreadPool().run(cores, [&] {
        for (unsigned round = 1; round <= 3; ++round) {
          lock.lock();
          EXPECT_EQ(inside++, 0u);
          VirtualAtomics::pause();
          --inside;
          ++sum;
          lock.unlock();
          arrived.word.fetch_add(1);
          barrier->wait();
          EXPECT_EQ(arrived.word.load(), std::uint64_t{round} * cores) << barrier->name();
          barrier->wait();
        }
      });
    }
    EXPECT_EQ(sum, 5u * 3 * cores);
  }
}

TEST(VirtualMachine, RunsRepeatAndSeedsDiffer) {
  auto history = [](std::uint64_t seed) {
    simulate(64, "pack:2 core:32", seed);
    Padded shared;
    std::vector<unsigned> order;
    getThreadPool().run(64, [&] {
      for (unsigned i = 0; i < 50; ++i) {
        charge(Work::kTask);
        shared.word.fetch_add(1);
        order.push_back(ThreadPool::getTID());
      }
    });
    order.push_back(static_cast<unsigned>(nowNs()));
    order.push_back(static_cast<unsigned>(virt::describe().events));
    return order;
  };
  const auto first = history(1);
  const std::vector<char> elsewhere(100003); // The second run has other memory addresses.
  EXPECT_EQ(first, history(1));
  EXPECT_NE(first, history(2));
}

TEST(VirtualMachine, ExceptionsOfOneThreadStayItsOwn) {
  simulate(17);
  Padded word;
  unsigned caught = 0;
  getThreadPool().run(17, [&] {
    const unsigned tid = ThreadPool::getTID();
    for (unsigned i = 0; i < 20; ++i) {
      try {
        word.word.fetch_add(1);
        throw tid;
      } catch (const unsigned& mine) {
        word.word.fetch_add(1); // Other threads are in their handlers now.
        try {
          word.word.fetch_add(1);
          throw;
        } catch (const unsigned& again) {
          word.word.fetch_add(1);
          caught += again == tid && mine == tid;
        }
      }
    }
  });
  EXPECT_EQ(caught, 17u * 20);
}

TEST(VirtualMachine, TheTopologyIsTheRequestedOne) {
  simulate(0, "pack:4 core:16");
  EXPECT_EQ(getHWTopo().machineTopoInfo.maxThreads, 64u);
  EXPECT_EQ(getHWTopo().machineTopoInfo.maxSockets, 4u);
  EXPECT_EQ(getHWTopo().machineTopoInfo.maxNumaNodes, 4u);
  EXPECT_EQ(getThreadPool().getSocket(17), 1u);
  EXPECT_TRUE(getHostInfo().synthetic);
  EXPECT_EQ(virt::describe().cores, 64u);
  simulate(256);
  EXPECT_EQ(getHWTopo().machineTopoInfo.maxSockets, 4u);
  EXPECT_THROW(simulate(3, "pack:2 core:2"), std::runtime_error);
  EXPECT_THROW(simulate(0, "four sockets"), std::runtime_error);
  EXPECT_THROW(simulate(100000), std::runtime_error);
  EXPECT_EQ(virt::describe().cores, 256u); // the same as before
}

TEST(VirtualMachineDeathTest, ADeadlockIsReported) {
  simulate(2);
  warmUp(2);
  ParkingGate<> gate;
  EXPECT_DEATH(gate.wait(), "every thread waits for another one");
}

TEST(VirtualMachine, MishapsHappenAsOftenAsTheCostsSay) {
  virt::Setup setup;
  setup.cores = 2;
  setup.costs = "weak-failure 0.25 share\n";
  virt::configure(setup);
  Atomic<int> word{0};
  int failures = 0;
  for (int i = 0; i < 4000; ++i) {
    int expected = i - failures;
    if (!word.compare_exchange_weak(expected, expected + 1)) {
      ++failures;
      EXPECT_EQ(expected, i - failures + 1) << "a failed exchange returns the value";
    }
  }
  EXPECT_NEAR(failures, 1000, 150);
  setup.costs = "";
  virt::configure(setup);
  int none = word.load();
  EXPECT_TRUE(word.compare_exchange_weak(none, 0));
}

TEST(VirtualMachine, OneThreadStopsOnceAndTheOthersGoOn) {
  virt::Setup setup;
  setup.cores = 3;
  setup.costs = "stall-chance 0.01 share\nstall 5000 us\n";
  virt::configure(setup);
  Padded shared;
  std::vector<std::uint64_t> ended(3);
  getThreadPool().run(3, [&] {
    for (int i = 0; i < 300; ++i) {
      shared.word.fetch_add(1);
    }
    ended[ThreadPool::getTID()] = nowNs();
  });
  const virt::Stall stall = virt::stall();
  ASSERT_TRUE(stall.happened);
  EXPECT_EQ(stall.to - stall.from, 5000000u);
  for (unsigned t = 0; t < 3; ++t) {
    EXPECT_EQ(ended[t] >= stall.to, t == stall.core) << t;
  }
}

} // namespace
} // namespace galois::substrate
