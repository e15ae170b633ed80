// Tests whether the tasks of EarlyEnd.h detect an end that is announced too early. The loop is like
// that of for_each. With a detector that ignores that threads have worked, the tasks must detect
// it; with the real one they never may.
#include "worklists/EarlyEnd.h"

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/Termination.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/StealingMultiQueue.h"

namespace galois::test {
namespace {

struct RealTermination : substrate::TerminationTree<> {};

/// The detector under an executor that never reports that a thread has worked.
struct IgnoresWork : substrate::TerminationTree<> {
  void localTermination(unsigned tid, bool /*worked*/) {
    substrate::TerminationTree<>::localTermination(tid, false);
  }
};

/// Runs the tasks under a policy and a detector, as ForEachExecutor does. Returns how many of them
/// ran after the end was announced.
template <typename Policy, typename Termination>
std::uint32_t seenEarly(unsigned threads) {
  using Tasks = EarlyEnd<Termination>;
  setActiveThreads(threads);
  Policy wl;
  EmptyPops emptyPops;
  Termination termination;
  termination.reinit(threads);
  Tasks tasks(termination, emptyPops, threads);
  substrate::Barrier& barrier = substrate::getBarrier(threads);
  on_each([&](unsigned tid, unsigned) {
    for (std::uint32_t id = tid; id < Tasks::kEach; id += threads) {
      wl.push(id);
    }
    termination.initializeThread(tid);
    barrier.wait();
    substrate::Backoff backoff;
    while (!termination.globalTermination()) {
      bool worked = false;
      while (const auto id = wl.pop()) {
        worked = true;
        tasks.run(*id, [&wl](std::uint32_t child) { wl.push(child); });
      }
      emptyPops.count();
      termination.localTermination(tid, worked);
      if (!termination.isAwaited(tid)) {
        backoff();
      }
    }
  });
  return tasks.seen();
}

template <typename Policy>
class EarlyEndUnder : public ::testing::Test {
  SharedMemSys system_;
};
struct Indexer {
  std::uint32_t operator()(std::uint32_t id) const {
    return EarlyEnd<RealTermination>::priorityOf(id);
  }
};
using Policies = ::testing::Types<worklists::StealingMultiQueue<Indexer, std::uint32_t>,
                                  worklists::OrderedByIntegerMetric<Indexer>::retype<std::uint32_t>,
                                  worklists::PerSocketChunkFIFO<64, std::uint32_t>>;
TYPED_TEST_SUITE(EarlyEndUnder, Policies);

TYPED_TEST(EarlyEndUnder, IsNeverSeenWithTheRealDetector) {
  for (const unsigned threads : {1u, 2u, 3u, 8u}) {
    EXPECT_EQ((seenEarly<TypeParam, RealTermination>(threads)), 0u) << threads << " threads";
  }
}

TYPED_TEST(EarlyEndUnder, IsSeenWhenTheDetectorIgnoresWork) {
  for (const unsigned threads : {2u, 3u, 8u}) {
    // So far the first loop has always shown it. A machine that runs the threads one by one may
    // need more.
    std::uint32_t seen = 0;
    for (int loop = 0; loop < 20 && seen == 0; ++loop) {
      seen = seenEarly<TypeParam, IgnoresWork>(threads);
    }
    EXPECT_GT(seen, 0u) << threads << " threads";
  }
}

} // namespace
} // namespace galois::test
