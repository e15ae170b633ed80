#include "galois/substrate/Barrier.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "support/Child.h"
#include "support/CountedHeap.h"
#include "support/Stress.h"

namespace substrate = galois::substrate;
using galois::test::runThreads;
using substrate::Barrier;

namespace {

struct Kind {
  const char* name;
  std::unique_ptr<Barrier> (*create)(unsigned);
};

const Kind kKinds[] = {{"TopoBarrier", substrate::createTopoBarrier},
                       {"CountingBarrier", substrate::createCountingBarrier},
                       {"SimpleBarrier", substrate::createSimpleBarrier},
                       {"MCSBarrier", substrate::createMCSBarrier},
                       {"DisseminationBarrier", substrate::createDisseminationBarrier},
                       {"PthreadBarrier", substrate::createPthreadBarrier}};

/// Threads write plain words before the barrier and read them after it. A barrier that lets a
/// thread through too early shows as a wrong value, and under ThreadSanitizer as a race.
void expectMeets(Barrier& barrier, unsigned threads, int rounds) {
  std::vector<int> words(threads, -1);
  std::atomic<int> wrong{0};
  runThreads(threads, [&](unsigned tid) {
    for (int round = 0; round < rounds; ++round) {
      words[tid] = round;
      barrier.wait();
      for (const int word : words) {
        wrong += word != round;
      }
      barrier();
    }
  });
  EXPECT_EQ(wrong.load(), 0) << barrier.name() << ", " << threads << " threads";
}

class BarrierKinds : public testing::TestWithParam<Kind> {};

TEST_P(BarrierKinds, MeetsWithAnyNumberOfThreads) {
  EXPECT_EQ(std::string(GetParam().create(2)->name()), GetParam().name);
  for (const unsigned threads : {1u, 2u, 3u, 4u, 5u, 9u, 16u, 21u}) {
    const auto barrier = GetParam().create(threads);
    expectMeets(*barrier, threads, 20);
  }
}

TEST_P(BarrierKinds, CanBeSetUpAgain) {
  const auto barrier = GetParam().create(4);
  expectMeets(*barrier, 4, 7); // The number of rounds is odd.
  for (const unsigned threads : {2u, 8u, 1u, 3u}) {
    barrier->reinit(threads);
    expectMeets(*barrier, threads, 7);
    expectMeets(*barrier, threads, 4);
  }
}

TEST_P(BarrierKinds, ThrowawayZeroIsOne) {
  const auto barrier = GetParam().create(0);
  barrier->wait();
  barrier->wait();
}

/// Makes each allocation of reinit(to) fail in turn, and checks that the barrier is as it was.
void expectUnchangedWithoutMemory(Barrier& barrier, unsigned from, unsigned to) {
  barrier.reinit(from);
  for (int calls = 0;; ++calls) {
    bool failed = false;
    galois::test::CountedHeap::failAfter(calls);
    try {
      barrier.reinit(to);
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    galois::test::CountedHeap::failAfter(-1);
    if (!failed) {
      break;
    }
    expectMeets(barrier, from, 4);
  }
  expectMeets(barrier, to, 4);
}

TEST_P(BarrierKinds, StaysAsItWasIfThereIsNoMemory) {
  const auto barrier = GetParam().create(1);
  expectUnchangedWithoutMemory(*barrier, 2, 21);
  expectUnchangedWithoutMemory(*barrier, 21, 2);
}

TEST(Barrier, OfTheSystemStaysAsItWasIfThereCanBeNone) {
  const auto barrier = substrate::createPthreadBarrier(2);
  EXPECT_THROW(barrier->reinit(~0U), std::system_error);
  expectMeets(*barrier, 2, 4);
}

INSTANTIATE_TEST_SUITE_P(All, BarrierKinds, testing::ValuesIn(kKinds),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(Barrier, SystemBarrierFollowsTheNumber) {
  for (const unsigned threads : {2u, 16u, 16u, 3u, 1u}) {
    Barrier& barrier = substrate::getBarrier(threads);
    EXPECT_EQ(&barrier, &substrate::getBarrier(threads));
    expectMeets(barrier, threads, 10);
  }
}

TEST(BarrierChild, DISABLED_OnManySockets) {
  for (const unsigned threads : {1u, 3u, 4u, 8u, 12u, 19u}) {
    expectMeets(substrate::getBarrier(threads), threads, 20);
  }
  for (const Kind& kind : kKinds) {
    const auto barrier = kind.create(1);
    expectUnchangedWithoutMemory(*barrier, 3, 19);
    expectUnchangedWithoutMemory(*barrier, 19, 3);
  }
}
TEST(Barrier, OnManySockets) {
  EXPECT_EQ(galois::test::runChild("BarrierChild.DISABLED_OnManySockets",
                                   "HWLOC_SYNTHETIC='pack:4 core:2 pu:2'"),
            0);
}

} // namespace
