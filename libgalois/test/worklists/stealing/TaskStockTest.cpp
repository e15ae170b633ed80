#include "galois/worklists/parts/stealing/TaskStock.h"

#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"
#include "galois/worklists/parts/stealing/PrivateDeque.h"

namespace galois::worklists {
namespace {

using Stock = TaskStock<int, PrivateDeque<Chunk<int>*>>;
using SharedStock = TaskStock<int, ChaseLevDeque<Chunk<int>*>>;

class TaskStockTest : public ::testing::Test {
protected:
  SharedMemSys system_;
  ChunkPool<int> pool_{3};
};

template <typename S>
void push(S& stock, int begin, int end) {
  for (int task = begin; task < end; ++task) {
    stock.push(task);
  }
}

template <typename S>
std::vector<int> takeAll(S& stock) {
  std::vector<int> tasks;
  while (stock.provide()) {
    tasks.push_back(stock.template take<int>());
  }
  return tasks;
}

std::vector<int> tasksOf(Chunk<int>* parcel) {
  std::vector<int> tasks;
  for (; parcel != nullptr; parcel = parcel->next) {
    while (!parcel->empty()) {
      tasks.push_back(parcel->popFront());
    }
  }
  return tasks;
}

TEST_F(TaskStockTest, BeginsEmpty) {
  Stock stock(pool_);
  EXPECT_TRUE(stock.empty());
  EXPECT_EQ(stock.loose(), 0u);
  EXPECT_FALSE(stock.canGive());
  EXPECT_FALSE(stock.provide());
  EXPECT_EQ(stock.give(true), nullptr);
  EXPECT_FALSE(stock.share());
}

TEST_F(TaskStockTest, TheYoungestFullChunkIsFirstAndItsOldestTask) {
  Stock stock(pool_);
  push(stock, 0, 8);
  EXPECT_FALSE(stock.empty());
  EXPECT_EQ(takeAll(stock), (std::vector<int>{3, 4, 5, 0, 1, 2, 6, 7}));
  EXPECT_TRUE(stock.empty());
  push(stock, 0, 6);
  int out[4];
  EXPECT_TRUE(stock.provide());
  EXPECT_EQ(stock.take(out, 4), 3u); // of one chunk
  EXPECT_EQ(out[0], 3);
  EXPECT_EQ(takeAll(stock), (std::vector<int>{0, 1, 2}));
}

TEST_F(TaskStockTest, TheOldestChunksAreGiven) {
  Stock stock(pool_);
  push(stock, 0, 16); // five full chunks and one task
  EXPECT_TRUE(stock.canGive());
  EXPECT_EQ(tasksOf(stock.give(false)), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(tasksOf(stock.give(true)), (std::vector<int>{3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(takeAll(stock), (std::vector<int>{12, 13, 14, 9, 10, 11, 15}));
}

TEST_F(TaskStockTest, FewTasksAreSplit) {
  Stock stock(pool_);
  push(stock, 0, 3);
  EXPECT_EQ(tasksOf(stock.give(true)), std::vector<int>{0}); // half of three, rounded down
  EXPECT_TRUE(stock.canGive());
  EXPECT_EQ(tasksOf(stock.give(true)), std::vector<int>{1});
  EXPECT_FALSE(stock.canGive());
  EXPECT_EQ(stock.give(true), nullptr); // The owner keeps the last one.
  EXPECT_EQ(takeAll(stock), std::vector<int>{2});

  push(stock, 0, 2);
  EXPECT_TRUE(stock.provide());
  push(stock, 2, 4); // While one chunk is emptied another is filled, and that is given.
  EXPECT_EQ(tasksOf(stock.give(true)), (std::vector<int>{2, 3}));
  EXPECT_EQ(takeAll(stock), (std::vector<int>{0, 1}));
}

TEST_F(TaskStockTest, TheLastTaskStaysWhereverItIs) {
  ChunkPool<int> single(1);
  Stock stock(single);
  stock.push(7);
  EXPECT_EQ(stock.give(false), nullptr);
  EXPECT_EQ(stock.give(true), nullptr);
  EXPECT_EQ(takeAll(stock), std::vector<int>{7});
}

TEST_F(TaskStockTest, AParcelIsReceivedWhole) {
  Stock giver(pool_), taker(pool_);
  push(giver, 0, 12);
  taker.receive(giver.give(true));
  EXPECT_FALSE(taker.empty());
  EXPECT_EQ(taker.loose(), 3u); // One chunk is emptied next,
  EXPECT_EQ(taker.deque().size(), 1u);
  EXPECT_EQ(takeAll(taker), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  taker.push(20);
  EXPECT_TRUE(taker.provide());
  taker.receive(giver.give(false)); // unless one is being emptied already.
  EXPECT_EQ(takeAll(taker), (std::vector<int>{20, 6, 7, 8}));
}

TEST_F(TaskStockTest, AChunkOfAParcelIsGivenOnAlone) {
  Stock giver(pool_), taker(pool_);
  push(giver, 0, 18);
  taker.receive(giver.give(true)); // three chunks
  EXPECT_EQ(tasksOf(taker.give(false)), (std::vector<int>{3, 4, 5}));
  EXPECT_EQ(takeAll(taker), (std::vector<int>{0, 1, 2, 6, 7, 8}));
}

TEST_F(TaskStockTest, OnDemandTasksAreSharedThroughTheDeque) {
  SharedStock stock(pool_);
  Chunk<int>* chunk = nullptr;
  push(stock, 0, 2);
  EXPECT_TRUE(stock.provide());
  EXPECT_EQ(stock.deque().steal(chunk), Steal::kEmpty);
  EXPECT_TRUE(stock.share());
  EXPECT_FALSE(stock.share()); // There is something already.
  EXPECT_EQ(stock.deque().steal(chunk), Steal::kGot);
  EXPECT_EQ(chunk->size(), 1u);
  EXPECT_EQ(chunk->front(), 0);
  EXPECT_FALSE(stock.share()); // The last task stays.
  SharedStock thief(pool_);
  chunk->next = nullptr;
  thief.receive(chunk);
  EXPECT_TRUE(thief.deque().seemsEmpty()); // No other thief can have what was just stolen.
  EXPECT_EQ(takeAll(thief), std::vector<int>{0});
  EXPECT_EQ(takeAll(stock), std::vector<int>{1});
}

TEST_F(TaskStockTest, TasksAreDestroyedWithTheStock) {
  const auto object = std::make_shared<int>(0);
  using Task = std::shared_ptr<int>;
  ChunkPool<Task> pool(2);
  {
    TaskStock<Task, PrivateDeque<Chunk<Task>*>> stock(pool);
    for (int i = 0; i < 7; ++i) {
      stock.push(object);
    }
    EXPECT_TRUE(stock.provide());
    EXPECT_EQ(stock.take<Task>(), object);
    EXPECT_EQ(object.use_count(), 7);
  }
  EXPECT_EQ(object.use_count(), 1);
}

} // namespace
} // namespace galois::worklists
