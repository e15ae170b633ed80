// Counts the accesses to shared memory that parts of the worklists need when many cores use one of
// them at once. This number must not grow with the number of cores. Time would show the same less
// exactly.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Barrier.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/substrate/VirtualMachine.h"
#include "galois/worklists/parts/memory/EpochReclaimer.h"
#include "galois/worklists/parts/messages/ReceiveQueue.h"

namespace galois::worklists {
namespace {

class Contention : public ::testing::TestWithParam<unsigned> {
protected:
  Contention() {
    substrate::virt::Setup setup;
    setup.cores = GetParam();
    substrate::virt::configure(setup);
  }

  /// Returns the number of accesses to shared memory while every core runs `body(core)`, without
  /// those of the region itself.
  template <typename Body>
  static std::uint64_t accesses(Body&& body) {
    std::unique_ptr<substrate::Barrier> barrier = substrate::createTopoBarrier(GetParam());
    std::uint64_t first = ~std::uint64_t{0}, last = 0;
    substrate::getThreadPool().run(GetParam(), [&] {
      barrier->wait();
      first = std::min(first, substrate::virt::describe().events);
      body(substrate::ThreadPool::getTID());
      last = std::max(last, substrate::virt::describe().events);
    });
    return last - first;
  }
};

TEST_P(Contention, AccessesPerTaskSentToOneQueueAreBounded) {
  constexpr std::uint32_t kEach = 200;
  const std::uint32_t tasks = kEach * GetParam();
  ReceiveQueue<std::uint64_t> roomy(tasks);
  std::uint64_t sent = 0;
  const std::uint64_t roomyAccesses = accesses([&](unsigned) {
    for (std::uint32_t i = 0; i < kEach; ++i) {
      sent += roomy.send(i);
    }
  });
  EXPECT_EQ(sent, tasks);
  EXPECT_LE(roomyAccesses, 5 * tasks); // three to draw a ticket, one to set the flag

  ReceiveQueue<std::uint64_t> full(1);
  std::uint64_t refused = 0;
  const std::uint64_t fullAccesses = accesses([&](unsigned) {
    for (std::uint32_t i = 0; i < kEach; ++i) {
      refused += !full.send(i);
    }
  });
  EXPECT_EQ(refused, tasks - 1);
  EXPECT_LE(fullAccesses, 5 * tasks); // three to find the queue full, one to report it
}

TEST_P(Contention, AccessesPerRetiredItemAreBounded) {
  constexpr std::uint32_t kEach = 1000;
  EpochReclaimer<std::uint32_t> reclaimer;
  std::vector<std::unique_ptr<EpochReclaimer<std::uint32_t>::Thread>> threads;
  for (unsigned core = 0; core < GetParam(); ++core) {
    threads.push_back(std::make_unique<EpochReclaimer<std::uint32_t>::Thread>(reclaimer));
  }
  std::uint64_t freed = 0;
  const std::uint64_t all = accesses([&](unsigned core) {
    for (std::uint32_t i = 0; i < kEach; ++i) {
      substrate::charge(substrate::Work::kTask, 10);
      threads[core]->enter();
      threads[core]->retire(i, [&](std::uint32_t) { ++freed; });
      threads[core]->leave();
    }
  });
  const std::uint64_t retired = std::uint64_t{kEach} * GetParam();
  EXPECT_LE(all, 5 * retired); // four to enter and leave; advancing the epoch is rare
  EXPECT_GE(freed, retired / 2);
}

INSTANTIATE_TEST_SUITE_P(Cores, Contention, ::testing::Values(2u, 16u, 64u, 256u));

} // namespace
} // namespace galois::worklists
