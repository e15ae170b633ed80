// Policies as queues of threads that run no loop: nothing lost, nothing twice, threads that come and
// go, and how they learn that all is done.
#include "galois/ConcurrentPriorityQueue.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/AdaptiveObim.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Hdcps.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/SprayList.h"
#include "galois/worklists/StealingBucketQueue.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "galois/worklists/Wasp.h"
#include "support/OwnThreads.h"

namespace galois {
namespace {

using test::onOwnThreads;

using namespace worklists;

/// Counts how often each number was delivered.
class Deliveries {
public:
  explicit Deliveries(std::uint32_t count) : times_(count) {}
  void record(std::uint32_t number) { times_.at(number).fetch_add(1, std::memory_order_relaxed); }
  bool eachOnce() const {
    return std::all_of(times_.begin(), times_.end(), [](const auto& times) { return times == 1; });
  }

private:
  std::vector<std::atomic<unsigned>> times_;
};

/// What the loop of each thread is: takes items until all are done.
template <typename Handle, typename Work>
void workUntilDone(Handle& handle, const Work& work) {
  while (!handle.terminated()) {
    if (const auto item = handle.tryPop()) {
      work(*item);
    } else {
      std::this_thread::yield();
    }
  }
}

template <typename Policy>
class QueueOf : public testing::Test {};

using Policies = testing::Types<MultiQueue<>, SprayList<>, StealingMultiQueue<>,
                                StealingBucketQueue<>, OrderedByIntegerMetric<>,
                                AdaptiveOrderedByIntegerMetric<>, Wasp<>, MultiBucketQueue<>,
                                RandomEnqueueLocalDequeue<>, Hdcps<>, PerSocketChunkFIFO<64>>;
TYPED_TEST_SUITE(QueueOf, Policies);

TYPED_TEST(QueueOf, DeliversATreeOfItemsOnceAndEnds) {
  // Item i adds 2i + 1 and 2i + 2. All threads end by themselves, after all items.
  constexpr std::uint32_t kItems = 20000;
  for (const unsigned threads : {1U, 2U, 5U}) {
    ConcurrentPriorityQueue<std::uint32_t, TypeParam> queue(threads);
    Deliveries seen(kItems);
    {
      auto handle = queue.handle();
      handle.push(0, 0);
    }
    onOwnThreads(threads, [&](unsigned) {
      auto handle = queue.handle();
      workUntilDone(handle, [&](const auto& item) {
        EXPECT_EQ(item.priority, item.value / 7);
        seen.record(item.value);
        for (const std::uint32_t child : {2 * item.value + 1, 2 * item.value + 2}) {
          if (child < kItems) {
            handle.push(child / 7, child);
          }
        }
      });
      EXPECT_TRUE(handle.terminated());
      EXPECT_FALSE(handle.tryPop());
    });
    EXPECT_TRUE(seen.eachOnce()) << threads << " threads";
  }
}

TYPED_TEST(QueueOf, ItemsOfThreadsThatHaveGoneAreFound) {
  // Threads push and go, one after the other and side by side. Another one finds all.
  constexpr std::uint32_t kEach = 500;
  constexpr unsigned kThreads = 4;
  ConcurrentPriorityQueue<std::uint32_t, TypeParam> queue(kThreads);
  onOwnThreads(kThreads, [&](unsigned t) {
    auto handle = queue.handle();
    for (std::uint32_t i = 0; i < kEach; ++i) {
      handle.push(i, t * kEach + i);
    }
  });
  Deliveries seen(kThreads * kEach);
  auto handle = queue.handle();
  EXPECT_FALSE(handle.terminated());
  for (std::uint32_t left = kThreads * kEach; left > 0; --left) {
    const auto item = handle.tryPop();
    ASSERT_TRUE(item) << left << " are left";
    seen.record(item->value);
  }
  EXPECT_FALSE(handle.tryPop());
  EXPECT_TRUE(handle.terminated());
  EXPECT_TRUE(seen.eachOnce());
}

TYPED_TEST(QueueOf, ThreadsThatComeAndGoLoseNothing) {
  // Threads make a handle for a few operations, again and again, more threads than handles.
  constexpr std::uint32_t kRounds = 60, kEach = 20;
  constexpr unsigned kThreads = 4;
  ConcurrentPriorityQueue<std::uint32_t, TypeParam> queue(kThreads);
  Deliveries seen(kThreads * kRounds * kEach);
  onOwnThreads(kThreads, [&](unsigned t) {
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      auto handle = queue.handle();
      for (std::uint32_t i = 0; i < kEach; ++i) {
        handle.push(i, (t * kRounds + round) * kEach + i);
        if (i % 3 == 0) {
          if (const auto item = handle.tryPop()) {
            seen.record(item->value);
          }
        }
      }
    }
  });
  auto handle = queue.handle();
  workUntilDone(handle, [&](const auto& item) { seen.record(item.value); });
  EXPECT_TRUE(seen.eachOnce());
}

template <typename Policy>
class SharedQueueOf : public testing::Test {};
using SharedPolicies = testing::Types<MultiQueue<>, SkipListMultiQueue<>, SprayList<>>;
TYPED_TEST_SUITE(SharedQueueOf, SharedPolicies);

TYPED_TEST(SharedQueueOf, ConsumersFindWhatProducersHold) {
  // Threads that push and then do nothing keep their handles. Others find all that they have pushed.
  constexpr std::uint32_t kEach = 3;
  ConcurrentPriorityQueue<std::uint32_t, TypeParam> queue(4);
  Deliveries seen(3 * kEach);
  std::atomic<unsigned> pushed{0};
  std::atomic<bool> popped{false};
  onOwnThreads(4, [&](unsigned t) {
    auto handle = queue.handle();
    if (t > 0) {
      for (std::uint32_t i = 0; i < kEach; ++i) {
        handle.push(i, (t - 1) * kEach + i);
      }
      ++pushed;
      while (!popped) {
        std::this_thread::yield();
      }
      return;
    }
    while (pushed < 3) {
      std::this_thread::yield();
    }
    for (std::uint32_t i = 0; i < 3 * kEach; ++i) {
      const auto item = handle.tryPop();
      EXPECT_TRUE(item) << "after " << i;
      if (item) {
        seen.record(item->value);
      }
    }
    popped = true;
  });
  EXPECT_TRUE(seen.eachOnce());
}

} // namespace
} // namespace galois
