#include "galois/worklists/parts/multiqueue/QueueDraws.h"

#include <atomic>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/parts/multiqueue/LocalQueues.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"
#include "support/Child.h"

namespace galois::worklists {
namespace {

struct Self {
  std::uint32_t operator()(std::uint32_t task) const { return task; }
};
using Kind = HeapQueues<4>;
using Common = Kind::Common<Self, std::uint32_t>;
using Queue = LockedQueue<Kind::Queue<Self, std::uint32_t>>;
using Draws = QueueDraws<Queue, Common, true, UniformSampler>;

class QueueDrawsTest : public ::testing::Test {
protected:
  /// Returns the queues that a thread with this stream and seed samples in 1000 draws.
  std::vector<Queue*> drawsOf(std::uint64_t stream) {
    Draws draws(table_, common_, 1, stream);
    draws.follow();
    std::vector<Queue*> drawn(1000);
    for (Queue*& queue : drawn) {
      queue = &draws.one();
    }
    return drawn;
  }

  SharedMemSys system_;
  Common common_{Self(), {}};
  QueueTable<Queue> table_{64, 16};
};

TEST_F(QueueDrawsTest, ThreadsDrawDifferentlyAndRepeatably) {
  // Correlated generators would send all threads to the same queues. Seeding them with a clock
  // would make runs unrepeatable.
  for (const unsigned threads : {1u, 2u}) {
    setActiveThreads(threads);
    std::vector<std::vector<Queue*>> drawn;
    for (std::uint64_t stream = 0; stream < 20; ++stream) {
      drawn.push_back(drawsOf(stream));
    }
    EXPECT_EQ(drawn[0], drawsOf(0));
    for (std::size_t a = 0; a < drawn.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        int same = 0;
        for (std::size_t i = 0; i < drawn[a].size(); ++i) {
          same += drawn[a][i] == drawn[b][i];
        }
        EXPECT_LT(same, 60) << "of 1000, in 64 queues or more: streams " << a << " and " << b;
      }
    }
  }
}

TEST_F(QueueDrawsTest, TwoAreDifferentAndReachAllQueues) {
  for (const unsigned threads : {1u, 3u}) {
    setActiveThreads(threads);
    QueueTable<Queue> table(2, 16);
    Draws draws(table, common_, 1, 0);
    draws.follow();
    draws.follow(); // nothing is new
    EXPECT_EQ(draws.queues(), 2 * threads);
    std::set<std::pair<Queue*, Queue*>> pairs;
    for (int i = 0; i < 2000; ++i) {
      const auto two = draws.two();
      EXPECT_NE(two.first, two.second);
      pairs.insert(two);
    }
    EXPECT_EQ(pairs.size(), std::size_t{2} * threads * (2 * threads - 1));
  }
}

TEST_F(QueueDrawsTest, OfOneQueueTwoAreThatOne) {
  setActiveThreads(1);
  QueueTable<Queue> table(1, 16);
  Draws draws(table, common_, 1, 0);
  draws.follow();
  const auto two = draws.two();
  EXPECT_EQ(two.first, two.second);
  EXPECT_EQ(two.first, &draws.own());
}

TEST_F(QueueDrawsTest, AThreadMakesItsOwnQueuesWhenItJoinsAndNoOthers) {
  setActiveThreads(4);
  std::atomic<unsigned> joined{0};
  QueueTable<Queue> table(3, 16);
  on_each([&](unsigned tid, unsigned) {
    if (tid == 2) {
      Draws draws(table, common_, 1, 0);
      draws.follow();
      ++joined;
    }
  });
  EXPECT_EQ(joined, 1u);
  for (unsigned queue = 0; queue < 12; ++queue) {
    EXPECT_EQ(table.find(queue) != nullptr, queue / 3 == 2) << queue;
  }
}

TEST_F(QueueDrawsTest, OnlyQueuesThatHoldTasksAreFoundFull) {
  setActiveThreads(2);
  QueueTable<Queue> table(2, 16);
  Draws draws(table, common_, 1, 0);
  draws.follow();
  EXPECT_EQ(draws.findFull(0), nullptr) << "it is empty";
  EXPECT_EQ(draws.findFull(3), nullptr) << "it does not exist";
  draws.holdToInsert(draws.queue(0)).push(7);
  EXPECT_EQ(draws.findFull(0), &draws.queue(0));
  std::uint32_t out = 0;
  EXPECT_EQ(draws.hold(draws.queue(0)).popMany(&out, 1), 1u);
  EXPECT_EQ(draws.findFull(0), nullptr);
}

TEST_F(QueueDrawsTest, LocksTakenAndQueuesInUseCount) {
  setActiveThreads(2);
  Draws draws(table_, common_, 1, 0);
  draws.follow();
  {
    const auto held = draws.own().tryLock();
    EXPECT_FALSE(draws.hold(draws.own()));
    EXPECT_FALSE(draws.holdStrong(draws.own()));
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(draws.hold(draws.own()));
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(draws.holdToInsert(draws.own()));
  }
  EXPECT_TRUE(draws.holdStrong(draws.own()));
  std::map<std::string, double> counters;
  auto sink = [&](unsigned, const std::string& name, auto value) {
    counters[name] += static_cast<double>(value);
  };
  draws.report(0, sink);
  EXPECT_EQ(counters["lock_failures"], 2);
  EXPECT_EQ(counters["lock_acquisitions"], 6);
  EXPECT_EQ(counters["insert_lock_acquisitions"], 2);
}

TEST_F(QueueDrawsTest, AloneNoLockIsTaken) {
  setActiveThreads(1);
  Draws draws(table_, common_, 1, 0);
  draws.follow();
  const auto first = draws.hold(draws.own());
  EXPECT_TRUE(first);
  EXPECT_TRUE(draws.own().tryLock()) << "no lock is held";
}

// The following tests need a machine of four nodes with one core each, and so a process of their
// own.

constexpr unsigned kNodes = 4;
using NumaDraws = QueueDraws<Queue, Common, true, WeightedSampler>;

TEST(NumaQueueDraws, PairsComeAsTheWeightsSayWithFewDraws) {
  EXPECT_EQ(test::runChild("NumaQueueDrawsChild.DISABLED_Pairs",
                           "HWLOC_SYNTHETIC='pack:4 numa:1 core:1 pu:1'"),
            0);
}
TEST(NumaQueueDrawsChild, DISABLED_Pairs) {
  SharedMemSys system;
  setActiveThreads(kNodes);
  constexpr std::uint32_t kPairs = 60000;
  for (const std::uint32_t each : {1u, 2u}) {
    for (const std::uint32_t weight : {1u, 3u, 64u, 65536u}) {
      SCOPED_TRACE(std::to_string(each) + " per thread, weight " + std::to_string(weight));
      Common common{Self(), {}};
      QueueTable<Queue> table(each, 16);
      NumaDraws draws(table, common, weight, 7);
      draws.follow();
      std::map<Queue*, std::uint32_t> numberOf;
      for (std::uint32_t number = 0; number < kNodes * each; ++number) {
        numberOf[&draws.queue(number)] = number;
      }
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> pairs;
      for (std::uint32_t i = 0; i < kPairs; ++i) {
        const auto [first, second] = draws.two();
        ++pairs[{numberOf.at(first), numberOf.at(second)}];
      }
      // Each of this thread's queues has the weight `weight`, all others have 1. The second queue
      // of a pair is drawn from the remaining queues.
      const auto weightOf = [&](std::uint32_t queue) { return queue < each ? 1.0 * weight : 1.0; };
      const double all = each * (weight + kNodes - 1.0);
      double node = 0;
      for (std::uint32_t first = 0; first < kNodes * each; ++first) {
        for (std::uint32_t second = 0; second < kNodes * each; ++second) {
          const std::uint32_t count = pairs[{first, second}];
          node += first < each ? count : 0;
          const double share =
              first == second ? 0
                              : weightOf(first) / all * weightOf(second) / (all - weightOf(first));
          EXPECT_NEAR(count, share * kPairs, 5 * std::sqrt(share * kPairs) + (share > 0 ? 2 : 0))
              << first << ", " << second;
        }
      }
      const double onNode = weight / (weight + kNodes - 1.0);
      EXPECT_NEAR(node / kPairs, onNode, 4 * std::sqrt(onNode * (1 - onNode) / kPairs) + 1e-3);
      double choices = 0;
      auto sink = [&](unsigned, const std::string& name, auto value) {
        choices += name == "queue_choices" ? static_cast<double>(value) : 0;
      };
      draws.report(0, sink);
      EXPECT_LE(choices,
                3.1 * kPairs); // one for the first queue, and on average at most two for the second
    }
  }
}

} // namespace
} // namespace galois::worklists
