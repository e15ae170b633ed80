#include "galois/worklists/parts/multiqueue/QueueTable.h"

#include <atomic>

#include <gtest/gtest.h>

#include "galois/Galois.h"

namespace galois::worklists {
namespace {

/// A queue that records which thread has constructed it.
struct Queue {
  explicit Queue(std::atomic<int>& counter)
      : maker(substrate::ThreadPool::getTID()), count(counter) {
    ++count;
  }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  ~Queue() { --count; }
  const unsigned maker;
  std::atomic<int>& count;
};

TEST(QueueTable, MakesNoQueueBeforeTheFirstRequest) {
  // The thread that constructs the worklist must not be the one that first touches all its memory.
  std::atomic<int> living{0};
  QueueTable<Queue> table(4, 1024);
  EXPECT_EQ(table.made(), 0u);
  EXPECT_EQ(table.find(17), nullptr);
  EXPECT_EQ(living, 0);
}

TEST(QueueTable, MakesTheGroupOfAThreadCompletelyAndOnce) {
  std::atomic<int> living{0};
  {
    QueueTable<Queue> table(4, 16);
    Queue& queue = table.at(9, living);
    EXPECT_EQ(living, 4);
    EXPECT_EQ(table.made(), 12u) << "made() is an upper bound: earlier groups may be missing";
    EXPECT_EQ(table.find(9), &queue);
    EXPECT_EQ(&table.at(9, living), &queue);
    EXPECT_NE(table.find(8), nullptr);
    EXPECT_EQ(table.find(7), nullptr);
    table.at(0, living);
    EXPECT_EQ(table.made(), 12u);
  }
  EXPECT_EQ(living, 0);
}

TEST(QueueTable, EachGroupMovesTheBound) {
  std::atomic<int> living{0};
  QueueTable<Queue> table(2, 4);
  for (std::uint32_t thread = 0; thread < 4; ++thread) {
    table.at(2 * thread, living);
    EXPECT_EQ(table.made(), 2 * (thread + 1));
  }
}

TEST(QueueTable, ThreadsAgreeOnAGroup) {
  SharedMemSys system;
  setActiveThreads(8);
  std::atomic<int> living{0};
  for (int round = 0; round < 200; ++round) {
    QueueTable<Queue> table(2, 8);
    Queue* seen[8] = {};
    on_each([&](unsigned tid, unsigned) { seen[tid] = &table.at(5, living); });
    for (Queue* queue : seen) {
      EXPECT_EQ(queue, seen[0]);
    }
    EXPECT_EQ(living, 2);
  }
}

TEST(QueueTable, AThreadsOwnGroupIsMadeByItself) {
  SharedMemSys system;
  setActiveThreads(4);
  std::atomic<int> living{0};
  QueueTable<Queue> table(3, 4);
  on_each([&](unsigned tid, unsigned) { table.at(tid * 3, living); });
  for (unsigned queue = 0; queue < 12; ++queue) {
    EXPECT_EQ(table.find(queue)->maker, queue / 3);
  }
}

} // namespace
} // namespace galois::worklists
