// To whom a thread deals tasks under the sender-initiated protocol, and when.
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/PrivateDeques.h"
#include "support/SharedMemTest.h"
#include "worklists/PolicyCounters.h"
#include "worklists/SingleTasks.h"

namespace galois::test {
namespace {

using worklists::PrivateDequesParams;

using Sender = SingleTasks<worklists::SenderInitiated, int>;
using SenderToIdle =
    SingleTasks<worklists::SenderInitiated, int, true, worklists::DealTargets::kIdleSet>;

using PrivateDequesDealing = SharedMemTest;

TEST_F(PrivateDequesDealing, ASenderReturnsToTheThreadThatTookATask) {
  setActiveThreads(16);
  Sender wl;
  pushAs(wl, 0, 0, 1000);
  EXPECT_EQ(popAs(wl, 7), -1);
  for (int i = 0; i < 500 && counter(wl, "parcels_given") == 0; ++i) {
    EXPECT_GE(popAs(wl, 0), 0); // It draws other threads, which do not wait.
  }
  ASSERT_EQ(counter(wl, "parcels_given"), 1);
  const double attempts = counter(wl, "deal_attempts");
  for (int i = 1; i < 10; ++i) {
    EXPECT_GE(popAs(wl, 7), 0);
    EXPECT_EQ(popAs(wl, 7), -1);
    EXPECT_GE(popAs(wl, 0), 0);
    EXPECT_EQ(counter(wl, "parcels_given"), 1 + i);
    EXPECT_EQ(counter(wl, "deal_attempts"), attempts + i);
  }
}

TEST_F(PrivateDequesDealing, ASenderAmongIdleThreadsDrawsThoseThatWait) {
  setActiveThreads(16);
  SenderToIdle wl;
  pushAs(wl, 0, 0, 1000);
  EXPECT_GE(popAs(wl, 0), 0);
  EXPECT_EQ(counter(wl, "deal_attempts"), 0) << "nobody waits";
  int given = 0;
  for (const unsigned waits : {7u, 15u, 3u}) {
    EXPECT_EQ(popAs(wl, waits), -1);
    EXPECT_GE(popAs(wl, 0), 0);
    EXPECT_EQ(counter(wl, "parcels_given"), ++given);
    EXPECT_EQ(counter(wl, "deal_attempts"), given) << "no draw hits another thread";
    EXPECT_GE(popAs(wl, waits), 0);
    EXPECT_GE(popAs(wl, 0), 0);
    EXPECT_EQ(counter(wl, "parcels_given"), given) << "thread " << waits << " has left the set";
  }
}

TEST_F(PrivateDequesDealing, ASenderAmongIdleThreadsGivesNothingToOneOfAnEarlierLoop) {
  SenderToIdle wl;
  setActiveThreads(16);
  EXPECT_EQ(popAs(wl, 9), -1);
  setActiveThreads(8);
  pushAs(wl, 0, 0, 1000);
  for (int i = 0; i < 50; ++i) {
    EXPECT_GE(popAs(wl, 0), 0);
  }
  EXPECT_EQ(counter(wl, "parcels_given"), 0);
  EXPECT_EQ(popAs(wl, 5), -1);
  EXPECT_GE(popAs(wl, 0), 0);
  EXPECT_GE(popAs(wl, 5), 0) << "one of this loop is found";
}

TEST_F(PrivateDequesDealing, ASenderDealsNothingBeforeTheNextDate) {
  setActiveThreads(2);
  PrivateDequesParams params;
  params.chunkSize = 1;
  params.deltaUs = 1'000'000'000; // longer than any test
  params.dealTimes = worklists::DealTimes::kFixed;
  worklists::SenderInitiatedDeques<int> wl(params);
  pushAs(wl, 0, 0, 100);
  EXPECT_EQ(popAs(wl, 1), -1);
  EXPECT_GE(popAs(wl, 0), 0);
  EXPECT_EQ(counter(wl, "parcels_given"), 1);
  while (popAs(wl, 1) >= 0) {
  }
  EXPECT_GE(popAs(wl, 0), 0);
  EXPECT_EQ(counter(wl, "deal_attempts"), 1);
}

/// Draws the least number.
struct Least {
  static double unit() { return 0; }
};

// A date that passed while nobody was idle has no effect. Otherwise all threads would deal at once
// when the first one is.
TEST_F(PrivateDequesDealing, ASenderDrawsADateThatPassedWhileNobodyWasIdleAnew) {
  using Protocol = worklists::SenderInitiated<int>;
  worklists::PrivateDequesParams params;
  params.deltaUs = 4'000'000'000; // longer than any test
  for (const bool unasked : {false, true}) {
    worklists::ChunkPool<int> pool(4);
    Protocol protocol(2, params);
    Protocol::Stock stock(pool);
    worklists::internal::StealingThread own(0, params);
    for (int task = 0; task < 8; ++task) {
      stock.push(task);
    }
    Least least;
    own.clock.attempted(1, least); // so the next date is 1
    if (unasked) {
      protocol.serve(0, 2, 0, own, stock);
    }
    protocol.serve(0, 2, 1, own, stock);
    EXPECT_EQ(own.attempts, unasked ? 0u : 1u);
  }
}

} // namespace
} // namespace galois::test
