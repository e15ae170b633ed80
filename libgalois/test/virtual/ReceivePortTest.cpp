#include "galois/worklists/parts/hardware/ReceivePort.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/substrate/VirtualMachine.h"

namespace galois::worklists {
namespace {

namespace virt = substrate::virt;
using Port = ReceivePort<std::uint32_t>;
using Taken = std::vector<std::uint32_t>;

constexpr virt::DeviceTime kNs = 1000;

void simulate(unsigned cores) {
  virt::Setup setup;
  setup.cores = cores;
  setup.costs = "mesh-width 8 tiles\nhop 2 ns\nflit 1 ns\nmessage-flits 3 flits\n"
                "queue-access 5 ns\ninterrupt 40 ns\n";
  virt::configure(setup);
}

/// The main thread, on core 0, acts as every sender and as the owner, which is on core 63.
class ReceivePortTest : public ::testing::Test {
protected:
  ReceivePortTest() { simulate(64); }

  static bool send(Port& port, unsigned from, std::uint32_t entry) {
    return port.send(from, 63, entry);
  }
  static Taken receive(Port& port) {
    Taken taken;
    port.receive([&taken](std::uint32_t entry) { taken.push_back(entry); });
    return taken;
  }
};

TEST_F(ReceivePortTest, AnEntryIsThereWhenItHasArrived) {
  Port port(32);
  EXPECT_TRUE(port.empty());
  const virt::DeviceTime begin = virt::deviceTime();
  EXPECT_TRUE(send(port, 0, 7));
  EXPECT_EQ(virt::deviceTime(), begin + 5 * kNs); // The sender does not wait for the message.
  EXPECT_FALSE(port.empty());
  EXPECT_EQ(receive(port), Taken());
  EXPECT_EQ(virt::deviceTime(), begin + 5 * kNs); // To find nothing takes no time.
  port.wait();
  EXPECT_EQ(virt::deviceTime(), begin + 35 * kNs);
  EXPECT_EQ(receive(port), Taken{7});
  EXPECT_EQ(virt::deviceTime(), begin + 80 * kNs); // an interrupt, and an access
  EXPECT_TRUE(port.empty());
}

TEST_F(ReceivePortTest, IsThereIfItHasEntries) {
  EXPECT_FALSE(Port(0).exists());
  EXPECT_TRUE(Port(1).exists());
  EXPECT_TRUE(Port(32).exists());
}

TEST_F(ReceivePortTest, ASenderHasOneMessageOnItsWay) {
  Port port(32);
  EXPECT_TRUE(send(port, 56, 1));
  EXPECT_FALSE(send(port, 56, 2));
  EXPECT_TRUE(send(port, 70, 3));
  virt::deviceWait(virt::deviceTime() + 1000 * kNs);
  EXPECT_FALSE(send(port, 56, 4)); // It has arrived, but nobody has taken it.
  EXPECT_EQ(receive(port), (Taken{1, 3}));
  EXPECT_EQ(port.counters().flagsMet, 2u);
  // The message that clears the flag takes 16 ns from core 0, where this test is. The accesses to
  // entry 3 and to the flag have taken 10 of them.
  EXPECT_FALSE(send(port, 56, 5));
  EXPECT_EQ(port.counters().flagsMet, 3u);
  virt::deviceWait(virt::deviceTime() + 1 * kNs);
  EXPECT_TRUE(send(port, 56, 6));
}

TEST_F(ReceivePortTest, WhatDoesNotFitGoesToMemory) {
  Port port(2);
  for (unsigned from = 0; from < 5; ++from) {
    EXPECT_TRUE(send(port, from, from));
  }
  virt::deviceWait(virt::deviceTime() + 1000 * kNs);
  EXPECT_EQ(receive(port), (Taken{0, 1, 2, 3, 4}));
  EXPECT_EQ(port.counters().spills, 3u);
  EXPECT_EQ(port.counters().found, 2u);
  EXPECT_EQ(port.counters().services, 1u);
  EXPECT_TRUE(send(port, 8, 8));
  port.wait();
  EXPECT_EQ(receive(port), Taken{8});
  EXPECT_EQ(port.counters().spills, 3u);
}

TEST_F(ReceivePortTest, AnExceptionLeavesTheEntryAndLaterOnes) {
  Port port(1);
  for (unsigned from = 0; from < 4; ++from) {
    EXPECT_TRUE(send(port, from, from));
  }
  virt::deviceWait(virt::deviceTime() + 1000 * kNs);
  Taken taken;
  const auto take = [&taken](std::uint32_t entry) {
    if (entry == 2) {
      throw std::runtime_error("no room");
    }
    taken.push_back(entry);
  };
  EXPECT_THROW(port.receive(take), std::runtime_error);
  EXPECT_EQ(taken, (Taken{0, 1}));
  EXPECT_FALSE(send(port, 2, 9));
  EXPECT_EQ(receive(port), (Taken{2, 3}));
}

/// The first message reserves memory for one message of each sender up to its own.
TEST(ReceivePort, MessagesOfEarlierSendersNeedNoMemory) {
  virt::Setup setup;
  setup.cores = 64;
  setup.costs = "mesh-width 8 tiles\nfailed-allocation 1 share\n"; // in regions
  virt::configure(setup);
  Port port(32);
  EXPECT_TRUE(port.send(9, 63, 9));
  unsigned sent = 0;
  virt::inRegion(true);
  for (unsigned from = 0; from < 9; ++from) {
    sent += port.send(from, 63, from) ? 1 : 0;
  }
  virt::inRegion(false);
  EXPECT_EQ(sent, 9u);
}

/// The first of two threads to run would look before the other one has sent, if looking did not let
/// that one run whose clock is behind.
TEST(ReceivePort, ALookFindsWhatWasSentBeforeInVirtualTime) {
  simulate(2);
  std::vector<Port> ports(2, Port(4));
  std::vector<unsigned> found(2);
  substrate::getThreadPool().run(2, [&] {
    const unsigned self = substrate::ThreadPool::getTID();
    EXPECT_TRUE(ports[1 - self].send(self, 1 - self, self));
    substrate::charge(substrate::Work::kUnit, 100000);
    ports[self].receive([&](std::uint32_t) { ++found[self]; });
  });
  EXPECT_EQ(found, std::vector<unsigned>(2, 1));
}

/// All threads send to each other. Each entry arrives once, at its receiver.
TEST(ReceivePort, ManySendersLoseNothing) {
  constexpr unsigned kThreads = 17;
  constexpr std::uint32_t kEach = 300;
  for (const std::uint32_t entries : {1u, 2u, 32u}) {
    simulate(kThreads);
    std::vector<Port> ports(kThreads, Port(entries));
    std::vector<unsigned> times(kThreads * kEach);
    std::uint32_t sent = 0, received = 0; // Threads run one at a time.
    std::size_t most = 0;
    substrate::getThreadPool().run(kThreads, [&] {
      const unsigned self = substrate::ThreadPool::getTID();
      substrate::Random random(5, self);
      const auto take = [&](std::uint32_t entry) {
        ++times[entry];
        ++received;
      };
      for (std::uint32_t i = 0; i < kEach;) {
        const auto to = static_cast<unsigned>(random() % kThreads);
        if (to != self && ports[to].send(self, to, self * kEach + i)) {
          ++i;
          ++sent;
          most = std::max<std::size_t>(most, sent - received);
        }
        ports[self].receive(take);
      }
      while (received < times.size()) {
        if (!ports[self].empty()) {
          ports[self].wait();
          ports[self].receive(take);
        } else {
          substrate::DefaultAtomics::pause();
        }
      }
    });
    EXPECT_EQ(times, std::vector<unsigned>(times.size(), 1)) << entries;
    EXPECT_GT(most, kThreads);
    EXPECT_LE(most, kThreads * (kThreads - 1));
    const auto spills =
        std::accumulate(ports.begin(), ports.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const Port& p) { return sum + p.counters().spills; });
    EXPECT_EQ(spills > 0, entries < 32) << entries;
  }
}

} // namespace
} // namespace galois::worklists
