// Handles of a queue by themselves: how many there are, when an item is finished, and that loops and
// handles exclude each other. ConcurrentPriorityQueueStress.cpp has what threads do with them.
#include "galois/ConcurrentPriorityQueue.h"

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/StealingMultiQueue.h"

namespace galois {
namespace {

using namespace worklists;

TEST(ConcurrentPriorityQueue, OneThreadGetsTheMostUrgentItemFirst) {
  ConcurrentPriorityQueue<int, StealingMultiQueue<>, std::int64_t> queue(1);
  auto handle = queue.handle();
  for (const int value : {5, -7, 3, 0}) {
    handle.push(value, 10 * value);
  }
  for (const int value : {-7, 0, 3, 5}) {
    const auto item = handle.tryPop();
    ASSERT_TRUE(item);
    EXPECT_EQ(item->priority, value);
    EXPECT_EQ(item->value, 10 * value);
  }
}

TEST(ConcurrentPriorityQueue, AnItemIsFinishedByTheNextPopOrBySayingSo) {
  ConcurrentPriorityQueue<int> queue(1);
  auto handle = queue.handle();
  EXPECT_TRUE(handle.terminated());
  handle.push(1, 1);
  handle.push(2, 2);
  EXPECT_FALSE(handle.terminated());
  EXPECT_TRUE(handle.tryPop());
  EXPECT_TRUE(handle.tryPop());
  EXPECT_FALSE(handle.terminated()) << "the second item is being worked on";
  handle.finish();
  EXPECT_TRUE(handle.terminated());
  handle.finish(); // Nothing is left to finish.
  EXPECT_FALSE(handle.tryPop());
  EXPECT_TRUE(handle.terminated());
  handle.push(3, 3);
  {
    EXPECT_TRUE(handle.tryPop());
    auto moved = std::move(handle);
    EXPECT_FALSE(moved.terminated());
  }
  EXPECT_TRUE(queue.handle().terminated()) << "a handle that goes finishes its item";
}

TEST(ConcurrentPriorityQueue, ThereAreAsManyHandlesAsTheQueueIsFor) {
  ConcurrentPriorityQueue<int> queue(2), other(1);
  setActiveThreads(1);
  auto first = queue.handle();
  auto second = queue.handle(); // of the same thread, which has one id
  auto third = other.handle();
  std::string message;
  std::thread([&] {
    auto mine = queue.handle();
    std::thread([&] {
      try {
        auto late = queue.handle();
      } catch (const std::logic_error& error) {
        message = error.what();
      }
    }).join();
  }).join();
  EXPECT_EQ(message, "there are handles in 2 threads already; make the first queue for more "
                     "threads");
  std::thread([&] { auto again = other.handle(); }).join(); // The id is free again.
}

TEST(ConcurrentPriorityQueue, MoreThreadsThanThereAreIdsShareThoseThatThereAre) {
  ConcurrentPriorityQueue<int, StealingMultiQueue<>> queue(substrate::kMaxThreads + 1000);
  auto handle = queue.handle();
  EXPECT_EQ(getActiveThreads(), substrate::kMaxThreads);
  handle.push(1, 1);
  EXPECT_TRUE(handle.tryPop());
  EXPECT_FALSE(handle.tryPop());
}

TEST(ConcurrentPriorityQueue, LoopsAndHandlesExcludeEachOther) {
  ASSERT_EQ(setActiveThreads(2, kOversubscribe), 2U);
  ConcurrentPriorityQueue<int> queue(3);
  {
    auto handle = queue.handle();
    EXPECT_THROW(on_each([](unsigned, unsigned) {}), std::logic_error);
    EXPECT_THROW(setActiveThreads(1), std::logic_error);
    EXPECT_EQ(getActiveThreads(), 3U);
  }
  EXPECT_EQ(getActiveThreads(), 2U) << "as before the handle";
  std::atomic<unsigned> refused{0};
  std::atomic<int> sum{0};
  on_each([&](unsigned tid, unsigned) {
    auto mine = queue.handle(); // A thread of the loop has its own id.
    mine.push(tid, 1);
    while (!mine.terminated()) {
      if (const auto item = mine.tryPop()) {
        sum += item->value;
      }
    }
    if (tid == 0) {
      std::thread([&] {
        try {
          auto outside = queue.handle();
        } catch (const std::logic_error&) {
          ++refused;
        }
      }).join();
    }
  });
  EXPECT_EQ(sum, 2);
  EXPECT_EQ(refused, 1U);
}

TEST(ConcurrentPriorityQueue, PoliciesGetTheirParameters) {
  SmqParams params;
  params.stealSize = 3;
  ConcurrentPriorityQueue<int, StealingMultiQueue<>> queue(2, params);
  auto handle = queue.handle();
  handle.push(1, 1);
  EXPECT_TRUE(handle.tryPop());
}

} // namespace
} // namespace galois
