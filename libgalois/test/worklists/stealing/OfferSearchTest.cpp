#include "galois/worklists/parts/stealing/OfferSearch.h"

#include <deque>
#include <set>

#include <gtest/gtest.h>

#include "support/Child.h"

namespace galois::worklists {
namespace {

/// Thread 0 searches, and the others only offer. A task is the number of the thread that offered
/// it.
class OfferSearchTest : public ::testing::Test {
protected:
  static constexpr OfferSearch<unsigned>::Key kAny = ChunkOffers<unsigned>::kNothing - 1;

  explicit OfferSearchTest(unsigned threads = 40) : threads_(threads), offers_(threads) {}
  ~OfferSearchTest() override {
    for (auto& offers : offers_) {
      while (Chunk<unsigned>* chunk = offers.takeBack()) {
        pool_.free(chunk);
      }
    }
  }

  void offer(unsigned thread, std::uint64_t key) {
    Chunk<unsigned>* chunk = pool_.allocate();
    chunk->pushBack(thread);
    offers_[thread].offer(chunk, key);
  }

  /// Returns the thread whose chunk thread 0 steals, or 0 if it gets none.
  unsigned steal(std::uint64_t bound, std::size_t probes) {
    const auto stolen = search_.steal(
        bound, probes, threads_, counters_,
        [this](unsigned thread) -> ChunkOffers<unsigned>& { return offers_[thread]; });
    const unsigned from = stolen.chunk ? stolen.chunk->popFront() : 0;
    if (stolen.chunk) {
      pool_.free(stolen.chunk);
    }
    return from;
  }

  unsigned threads_;
  ChunkPool<unsigned> pool_{1};
  std::deque<ChunkOffers<unsigned>> offers_;
  OfferSearch<unsigned> search_;
  WorklistCounters counters_;
};

TEST_F(OfferSearchTest, FindsNothingWithoutOffers) {
  EXPECT_EQ(steal(kAny, threads_), 0u);
  EXPECT_EQ(counters_.stealAttempts, 1u);
  EXPECT_EQ(counters_.stealSuccesses, 0u);
}

TEST_F(OfferSearchTest, ProbesAllThreadsOnRequest) {
  for (unsigned i = 1; i < threads_; ++i) {
    offer(i, 1000);
    EXPECT_EQ(steal(kAny, threads_), i);
  }
  EXPECT_EQ(counters_.stealSuccesses, threads_ - 1);
  EXPECT_EQ(counters_.tasksStolen, threads_ - 1);
}

TEST_F(OfferSearchTest, IgnoresOffersLessUrgentThanTheBound) {
  offer(7, 101);
  EXPECT_EQ(steal(100, threads_), 0u);
  EXPECT_EQ(steal(101, threads_), 7u);
}

TEST_F(OfferSearchTest, TakesTheMostUrgentOfferOfAWindow) {
  if (substrate::getThreadPool().getMaxNumaNodes() > 1) {
    GTEST_SKIP() << "needs a machine with one NUMA node";
  }
  threads_ = 4; // They are fewer than a window.
  offer(1, 30);
  offer(2, 10);
  offer(3, 20);
  EXPECT_EQ(steal(kAny, threads_), 2u);
  EXPECT_EQ(steal(kAny, threads_), 3u);
  EXPECT_EQ(steal(kAny, threads_), 1u);
}

TEST_F(OfferSearchTest, WithFewProbesEachSearchProbesOtherThreads) {
  if (substrate::getThreadPool().getMaxNumaNodes() > 1) {
    GTEST_SKIP() << "needs a machine with one NUMA node";
  }
  for (unsigned i = 1; i < threads_; ++i) {
    offer(i, 50);
    offer(i, 50);
  }
  std::set<unsigned> seen;
  for (unsigned i = 0; i < threads_; ++i) {
    seen.insert(steal(kAny, 1));
  }
  EXPECT_EQ(seen.size(), threads_ - 1) << "every other thread is probed";
}

TEST_F(OfferSearchTest, TheNumberOfThreadsMayChange) {
  offer(30, 1);
  threads_ = 8;
  EXPECT_EQ(steal(kAny, threads_), 0u);
  threads_ = 40;
  EXPECT_EQ(steal(kAny, threads_), 30u);
}

/// A machine with four nodes of ten cores; thread 0 is on node 0.
class OfferSearchChild : public OfferSearchTest {};

TEST_F(OfferSearchChild, DISABLED_ANearOfferComesBeforeAMoreUrgentFarOne) {
  const substrate::ThreadPool& pool = substrate::getThreadPool();
  unsigned near = 1, far = 1;
  while (pool.getNumaNode(near) != pool.getNumaNode(0)) {
    ++near;
  }
  while (pool.getNumaNode(far) == pool.getNumaNode(0)) {
    ++far;
  }
  offer(near, 20);
  offer(far, 10);
  EXPECT_EQ(steal(kAny, threads_), near);
  EXPECT_EQ(steal(kAny, threads_), far);
}
TEST(OfferSearch, ANearOfferComesBeforeAMoreUrgentFarOne) {
  EXPECT_EQ(test::runChild("OfferSearchChild.DISABLED_ANearOfferComesBeforeAMoreUrgentFarOne",
                           "HWLOC_SYNTHETIC='pack:4 numa:1 core:10 pu:1'"),
            0);
}

} // namespace
} // namespace galois::worklists
